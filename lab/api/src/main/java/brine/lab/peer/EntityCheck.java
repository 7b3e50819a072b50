package brine.lab.peer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/**
 * Compares the entities of a store with the model: replies, states, and what is there after a restart. The lab runs it
 * before anything is timed, and the tests of every peer run it too. Used by one thread.
 */
public final class EntityCheck {
  private static final int CALLERS = 8;
  private static final long PATIENCE_SECONDS = 60;

  private final EntityModel model;
  private final EntityStore store;
  private final String name;
  private final Runnable alive;
  private final Map<String, EntityModel.Expected> expected = new LinkedHashMap<>();

  /**
   * A request that was replied to.
   *
   * @param reply what the library replied
   */
  private record Replied(EntityRequest request, EntityReply reply) {}

  private EntityCheck(EntityModel model, EntityStore store, String name, Runnable alive) {
    this.model = model;
    this.store = store;
    this.name = name;
    this.alive = alive;
  }

  /**
   * Executes requests of all kinds one after the other, restarts, executes more, restarts again; then lets several
   * callers change one entity at the same time, and restarts.
   *
   * @param name a name of entities that is not in use; its events are deleted at the end
   * @param requests number of requests of one caller to each of three entities, before and after the restart
   * @param isLogAlone whether the row has the trait {@link EntityPeer#LOG_ALONE}
   * @param alive called whenever the entities have started, replied to all requests, or stopped: whoever runs it may
   *     count it as hung if it is silent for long, and a cluster takes seconds each time
   * @return what differs; empty if nothing does
   */
  public static String run(
      EntityModel model, EntityStore store, String name, int requests, boolean isLogAlone, Runnable alive)
      throws Exception {
    EntityCheck check = new EntityCheck(model, store, name, alive);
    try {
      String found = isLogAlone ? "" : check.oneAfterTheOther(requests);
      return found.isEmpty() ? check.together(requests, isLogAlone) : found;
    } finally {
      store.drop(name);
    }
  }

  private interface Work {
    String on(RunningEntities entities) throws Exception;
  }

  private String opened(LogStore.Level level, Work work) throws Exception {
    String found;
    try (RunningEntities entities = store.entities(name, level)) {
      alive.run();
      found = work.on(entities);
      alive.run();
    }
    alive.run();
    return found;
  }

  private String oneAfterTheOther(int requests) throws Exception {
    long[] number = {0};
    List<String> ids = List.of("check-1", "check-2", "check-3");
    LogStore.Level[] levels = {LogStore.Level.DISK, LogStore.Level.OS_CACHE, LogStore.Level.DISK};
    for (LogStore.Level level : levels) {
      String found =
          opened(
              level,
              entities -> {
                String states = states(entities);
                if (!states.isEmpty()) return "after a restart, " + states;
                for (int i = 0; i < requests; i++)
                  for (String id : ids) {
                    String one = one(entities, id, model.any(id, number[0]++));
                    if (!one.isEmpty()) return one;
                  }
                return states(entities);
              });
      if (!found.isEmpty()) return found;
    }
    String last = opened(LogStore.Level.DISK, this::states);
    return last.isEmpty() ? "" : "after the last restart, " + last;
  }

  private EntityModel.Expected expected(String id) {
    return expected.computeIfAbsent(id, key -> model.expected());
  }

  private String one(RunningEntities entities, String id, EntityRequest request) throws Exception {
    EntityReply correct = expected(id).execute(request);
    EntityReply reply = entities.isAsynchronous() ? sent(entities, id, request) : entities.execute(id, request);
    return correct.equals(reply) ? "" : "the reply to " + request + " is " + reply + " instead of " + correct;
  }

  private static EntityReply sent(RunningEntities entities, String id, EntityRequest request) throws Exception {
    CompletableFuture<EntityReply> ended = new CompletableFuture<>();
    entities.send(
        id,
        request,
        (reply, failure) -> {
          if (failure == null) ended.complete(reply);
          else ended.completeExceptionally(failure);
        });
    return ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private String states(RunningEntities entities) throws Exception {
    for (Map.Entry<String, EntityModel.Expected> entry : expected.entrySet()) {
      Object state = entities.state(entry.getKey());
      Object correct = entry.getValue().state();
      if (!correct.equals(state)) return "the state of " + entry.getKey() + " is " + state + " instead of " + correct;
    }
    return "";
  }

  /** Changes by several callers: their versions say in which order the entity has executed them. */
  private String together(int requests, boolean isLogAlone) throws Exception {
    String id = "together-1";
    ConcurrentLinkedQueue<Replied> replies = new ConcurrentLinkedQueue<>();
    String found =
        opened(
            LogStore.Level.DISK,
            entities -> {
              for (EntityRequest request : model.creating(id))
                replies.add(new Replied(request, entities.execute(id, request)));
              callers(entities, id, Math.max(3, requests / CALLERS), replies);
              return isLogAlone ? "" : inOrder(id, replies, entities.state(id));
            });
    if (!found.isEmpty()) return found;
    long events = replies.stream().mapToLong(each -> each.reply().events()).sum();
    return opened(
        LogStore.Level.DISK,
        entities -> {
          EntityReply reply = entities.execute(id, model.query());
          if (reply.version() != events)
            return "after a restart, " + reply.version() + " events are there of " + events + " that were replied to";
          return isLogAlone ? "" : inOrder(id, replies, entities.state(id));
        });
  }

  private void callers(RunningEntities entities, String id, int each, ConcurrentLinkedQueue<Replied> replies)
      throws Exception {
    CyclicBarrier begin = new CyclicBarrier(CALLERS);
    List<CompletableFuture<Void>> callers = new ArrayList<>();
    for (int caller = 0; caller < CALLERS; caller++) {
      int number = caller;
      CompletableFuture<Void> ended = new CompletableFuture<>();
      callers.add(ended);
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  begin.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                  for (int i = 0; i < each; i++) {
                    EntityRequest request = i % 5 == 4 ? model.query() : model.change(number + (long) i * CALLERS);
                    EntityReply reply =
                        entities.isAsynchronous() ? sent(entities, id, request) : entities.execute(id, request);
                    if (!request.isQuery()) replies.add(new Replied(request, reply));
                  }
                  ended.complete(null);
                } catch (Throwable failure) {
                  ended.completeExceptionally(failure);
                }
              });
    }
    for (CompletableFuture<Void> ended : callers) ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Executes what was replied to on the model, in the order of the versions. */
  private String inOrder(String id, ConcurrentLinkedQueue<Replied> replies, Object state) {
    List<Replied> ordered = new ArrayList<>(replies);
    ordered.sort(Comparator.comparingLong(each -> each.reply().version()));
    Map<Long, Replied> versions = new HashMap<>();
    EntityModel.Expected correct = model.expected();
    for (Replied each : ordered) {
      if (versions.put(each.reply().version(), each) != null)
        return "two commands of " + id + " have led to version " + each.reply().version();
      EntityReply reply = correct.execute(each.request());
      if (!reply.equals(each.reply()))
        return "among " + CALLERS + " callers, the reply to " + each.request() + " is " + each.reply()
            + " instead of " + reply;
    }
    return correct.state().equals(state)
        ? ""
        : "after " + CALLERS + " callers, the state of " + id + " is " + state + " instead of " + correct.state();
  }
}
