package brine.lab.harness;

import brine.lab.peer.EntityModel;
import brine.lab.peer.EntityReply;
import brine.lab.peer.EntityRequest;
import brine.lab.peer.EntityStore;
import brine.lab.peer.JvmWork;
import brine.lab.peer.LogStore.Level;
import brine.lab.peer.RunningEntities;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BiConsumer;

/**
 * Running entities of a store, created before they are measured, and the number of events of each that were replied to:
 * after a restart, each must have exactly these. {@link #execute}, {@link #send} and {@link #replied} are thread-safe;
 * the others are for one thread.
 */
final class Sites implements AutoCloseable {
  /** Different changes; a power of two. */
  private static final int CHANGES = 1 << 12;

  /** Callers that create, fill and look at entities. */
  private static final int WORKERS = 256;

  private static final long PATIENCE_SECONDS = 600;

  private final EntityStore store;
  private final EntityModel model;
  private final String name;
  private final String[] ids;
  private final EntityRequest[] changes = new EntityRequest[CHANGES];
  private final EntityRequest query;
  private final AtomicLongArray events;
  private final Runnable alive;
  private RunningEntities entities;

  /** Works on the entity of a number. */
  private interface Work {
    void on(int site) throws Exception;
  }

  private Sites(EntityStore store, EntityModel model, String name, int count, Runnable alive) {
    this.store = store;
    this.model = model;
    this.name = name;
    this.ids = new String[count];
    for (int i = 0; i < count; i++) ids[i] = "site-" + i;
    for (int i = 0; i < CHANGES; i++) changes[i] = model.change(i);
    this.query = model.query();
    this.events = new AtomicLongArray(count);
    this.alive = alive;
  }

  /** Creates entities without waiting for the disk, and starts them again so that their replies are durable. */
  static Sites create(EntityStore store, EntityModel model, String name, int count, Runnable alive)
      throws Exception {
    Sites sites = new Sites(store, model, name, count, alive);
    sites.fill(EntityModel.CREATED);
    sites.start(Level.DISK);
    return sites;
  }

  /** As {@link #create}, with at least {@code each} events of each entity; they do not run yet. */
  static Sites filled(EntityStore store, EntityModel model, String name, int count, long each, Runnable alive)
      throws Exception {
    Sites sites = new Sites(store, model, name, count, alive);
    sites.fill(each);
    return sites;
  }

  private void fill(long each) throws Exception {
    start(Level.OS_CACHE);
    try {
      each(count(), site -> {
        for (EntityRequest request : model.creating(ids[site])) replied(site, execute(site, request));
      });
      // Several callers change one entity if there are few.
      int callers = Math.max(1, WORKERS / count());
      if (each > EntityModel.CREATED)
        each(count() * callers, worker -> {
          int site = worker % count();
          for (long number = worker; events.get(site) < each; number += callers)
            replied(site, execute(site, change(number)));
        });
    } finally {
      stop();
    }
  }

  void start(Level level) throws Exception {
    entities = store.entities(name, level);
    alive.run();
  }

  void stop() throws Exception {
    RunningEntities running = entities;
    entities = null;
    if (running != null) {
      running.close();
      alive.run();
    }
  }

  boolean areRunning() {
    return entities != null;
  }

  int count() {
    return ids.length;
  }

  /** The change of a number. There are some thousands of different ones. */
  EntityRequest change(long number) {
    return changes[(int) number & (CHANGES - 1)];
  }

  EntityRequest query() {
    return query;
  }

  boolean isAsynchronous() {
    return entities.isAsynchronous();
  }

  EntityReply execute(int site, EntityRequest request) throws Exception {
    return entities.execute(ids[site], request);
  }

  void send(int site, EntityRequest request, BiConsumer<EntityReply, Throwable> ended) throws Exception {
    entities.send(ids[site], request, ended);
  }

  JvmWork others() throws Exception {
    return entities.others();
  }

  long bytes() throws Exception {
    return entities.bytes();
  }

  /** Events that were replied to, of all entities. */
  long events() {
    long sum = 0;
    for (int site = 0; site < ids.length; site++) sum += events.get(site);
    return sum;
  }

  /** Takes the reply to a command, which must have been accepted. */
  void replied(int site, EntityReply reply) throws WrongResult {
    if (!reply.isAccepted() || reply.events() < 1)
      throw new WrongResult("a command that " + ids[site] + " had to accept got the reply " + reply);
    events.addAndGet(site, reply.events());
  }

  /** Asks every entity how many events it has. Returns when each has what was replied to. */
  void look() throws Exception {
    each(count(), site -> {
      long version = execute(site, query).version();
      if (version != events.get(site))
        throw new WrongResult(
            ids[site] + " has " + version + " events instead of the " + events.get(site) + " that were replied to");
    });
  }

  /** Whether every event that was replied to is there after a restart. The entities run afterwards. */
  Outcome restarted() throws Exception {
    stop();
    start(Level.DISK);
    try {
      look();
      return Outcome.OK;
    } catch (WrongResult wrong) {
      return Outcome.of(wrong);
    }
  }

  /** Works on all numbers below a count, several at a time, on virtual threads. */
  private void each(int count, Work work) throws Exception {
    AtomicInteger next = new AtomicInteger();
    List<CompletableFuture<Void>> workers = new ArrayList<>();
    for (int i = 0; i < Math.min(WORKERS, count); i++) {
      CompletableFuture<Void> ended = new CompletableFuture<>();
      workers.add(ended);
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  for (int at = next.getAndIncrement(); at < count; at = next.getAndIncrement()) work.on(at);
                  ended.complete(null);
                } catch (Throwable failure) {
                  next.set(count); // the others end as well
                  ended.completeExceptionally(failure);
                }
              });
    }
    Throwable failure = null;
    for (CompletableFuture<Void> ended : workers)
      try {
        await(ended);
      } catch (ExecutionException failed) {
        failure = failed.getCause();
      }
    if (failure instanceof Exception exception) throw exception;
    if (failure != null) throw new IllegalStateException(failure);
  }

  /** Waits for a worker, and says every second that work continues. */
  private void await(CompletableFuture<Void> ended) throws Exception {
    for (long waited = 0; ; waited++)
      try {
        ended.get(1, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException works) {
        if (waited >= PATIENCE_SECONDS) throw works;
        alive.run();
      }
  }

  /** Stops the entities and deletes their events. */
  @Override
  public void close() throws Exception {
    stop();
    store.drop(name);
  }
}
