package brine.actor.javaapi;

import brine.actor.ActorOptions;
import brine.actor.ActorRef;
import brine.actor.ActorSystemSettings;
import brine.actor.Backoff;
import brine.actor.Batch;
import brine.actor.Directive;
import brine.actor.Dispatcher;
import brine.actor.MailboxFullException;
import brine.actor.ShutdownPhase;
import brine.actor.SiblingStrategy;
import brine.actor.Supervision;
import brine.actor.WhenFull;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What settings, listeners and shutdowns do for a program in Java. {@code ActorsInJavaSuite} runs each public method as
 * a test.
 */
public final class SettingsInJava extends JavaChecks {
  public void aBoundedMailboxRefuses() throws Exception {
    try (JavaActorSystem system = JavaActorSystem.create(SETTINGS)) {
      ActorOptions options =
          ActorOptions.defaults()
              .withMailbox(1, WhenFull.Fail)
              .withDispatcher(Dispatcher.Blocking)
              .withSiblings(SiblingStrategy.OneForAll)
              .withBatch(Batch.defaults().withMessages(1))
              .withStashCapacity(1);
      CountDownLatch gate = new CountDownLatch(1);
      CountDownLatch begun = new CountDownLatch(1);
      ActorRef<Act> actor = acting(system, options);
      actor.tell(context -> { begun.countDown(); gate.await(); });
      begun.await();
      actor.tell(note("waits"));
      thrown(MailboxFullException.class, () -> actor.tell(note("too many")));
      holds(!actor.tryTell(note("too many")), "full");
      gate.countDown();
      equal(next(), "waits");
    }
  }

  public void aListenerOfJavaHearsEverything() throws Exception {
    BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
    CountDownLatch slow = new CountDownLatch(1);
    CountDownLatch highWater = new CountDownLatch(1);
    JavaActorListener listener =
        new JavaActorListener() {
          @Override
          public void onSpawn(ActorRef<?> ref) {
            heard.add("spawn");
          }

          @Override
          public void onStop(ActorRef<?> ref, Optional<Throwable> cause) {
            heard.add(List.of("stop", cause.map(Throwable::getMessage)));
          }

          @Override
          public void onFailure(ActorRef<?> ref, Throwable cause, Directive directive) {
            heard.add(List.of("failure", cause.getMessage(), directive));
          }

          @Override
          public void onSlowHandler(ActorRef<?> ref, Optional<Class<?>> message, Duration age) {
            heard.add(List.of("slow", age.compareTo(Duration.ofMillis(5)) >= 0));
            slow.countDown();
          }

          @Override
          public void onMailboxHighWater(ActorRef<?> ref, int length) {
            heard.add(List.of("high water", length >= 2));
            highWater.countDown();
          }
        };
    ActorSystemSettings settings =
        SETTINGS.withListener(JavaActors.listener(listener)).withSlowHandler(Duration.ofMillis(5)).withMailboxHighWater(2);
    try (JavaActorSystem system = JavaActorSystem.create(settings)) {
      ActorRef<Act> actor = acting(system);
      actor.tell(
          context -> {
            slow.await();
            highWater.await();
          });
      actor.tell(note("a"));
      actor.tell(note("b"));
      actor.tell(note("c"));
      actor.tell(context -> { throw new Exception("broken"); });
      equal(next(), "a");
      equal(next(), "b");
      equal(next(), "c");
      Set<Object> missing =
          new HashSet<>(
              List.of(
                  "spawn",
                  List.of("high water", true),
                  List.of("slow", true),
                  List.of("failure", "broken", Directive.Stop),
                  List.of("stop", Optional.of("broken"))));
      while (!missing.isEmpty()) {
        Object found = heard.poll(2, TimeUnit.MINUTES);
        holds(found != null, missing);
        missing.remove(found);
      }
    }
  }

  public void aShutdownReports() throws Exception {
    JavaActorSystem system = JavaActorSystem.create(SETTINGS.withName("reporting").withBatch(new Batch(8, Duration.ofMillis(1))));
    system.onShutdown(ShutdownPhase.BeforeActors, "fine", () -> seen.add("before"));
    system.onShutdown(ShutdownPhase.AfterActors, "bad", () -> { throw new IllegalStateException("no"); });
    system.spawn((context, message) -> {});
    holds(system.toString().contains("reporting"), system);
    JavaShutdownReport report = system.shutdown(LONG);
    equal(next(), "before");
    equal(report.left(), List.of());
    holds(report.failedTasks().size() == 1 && report.failedTasks().get(0).contains("bad"), report);
    holds(!report.isComplete() && !report.took().isNegative(), report);
    equal(system.shutdown().failedTasks(), report.failedTasks());
    thrown(IllegalStateException.class, () -> system.spawn(Counter::new));
    JavaActorSystem other = JavaActorSystem.create(SETTINGS);
    holds(other.shutdown().isComplete(), "nothing is left");
  }

  public void settingsRefuseWhatIsOutOfRange() {
    refused("workers is 0", () -> ActorSystemSettings.defaults().withWorkers(0));
    refused("slowHandler is PT0S", () -> ActorSystemSettings.defaults().withSlowHandler(Duration.ZERO));
    refused("mailboxHighWater is 0", () -> ActorSystemSettings.defaults().withMailboxHighWater(0));
    refused("Batch.ofSystem", () -> ActorSystemSettings.defaults().withBatch(Batch.ofSystem()));
    refused("stashCapacity is -1", () -> ActorOptions.defaults().withStashCapacity(-1));
    refused("at least 1", () -> ActorOptions.defaults().withMailbox(0, WhenFull.Park));
    refused("0 messages", () -> Batch.defaults().withMessages(0));
    refused("the time must be above zero", () -> Batch.defaults().withTime(Duration.ZERO));
    refused("limit is -1", () -> Supervision.restart(-1));
    refused("above zero", () -> Supervision.restart(1, Duration.ZERO));
    refused("exhausted is Resume", () -> Supervision.restart().withExhausted(Directive.Resume));
    refused("shorter than the first", () -> new Backoff(Duration.ofMillis(2), Duration.ofMillis(1), 0));
    refused("jitter is 2", () -> Supervision.restart().withBackoff(Duration.ofMillis(1), Duration.ofMillis(1), 2));
    refused("Supervision.restart", () -> Supervision.stop().withDirective(Directive.Restart));
    equal(Supervision.stop().withLimit(1).withDirective(Directive.Restart).directive(), Directive.Restart);
    refused("Backoff.of", () -> Backoff.none().withFirst(Duration.ofMillis(1)));
    refused("Backoff.of", () -> Backoff.none().withMost(Duration.ofMillis(1)));
    equal(
        Backoff.of(Duration.ofMillis(1), Duration.ofMillis(2)),
        new Backoff(Duration.ofMillis(1), Duration.ofMillis(2), Backoff.DefaultJitter()));
    equal(Supervision.restart().thenEscalate().exhausted(), Directive.Escalate);
    equal(Supervision.restart().backoff(), Backoff.none());
    // Longer than the runtime can count.
    equal(new Batch(1, Duration.ofSeconds(Long.MAX_VALUE)).time(), Duration.ofSeconds(Long.MAX_VALUE));
  }

  public void settingsRefuseNull() {
    ActorOptions options = ActorOptions.defaults();
    refusedNull("dispatcher", () -> options.withDispatcher(null));
    refusedNull("supervision", () -> options.withSupervision(null));
    refusedNull("siblings", () -> options.withSiblings(null));
    refusedNull("batch", () -> options.withBatch(null));
    refusedNull("mailbox", () -> options.withMailbox(null));
    refusedNull("whenFull", () -> options.withMailbox(1, null));
    refusedNull("batch", () -> ActorSystemSettings.defaults().withBatch(null));
    refusedNull("listener", () -> ActorSystemSettings.defaults().withListener(null));
  }

  private static void refusedNull(String name, Action action) {
    equal(thrown(NullPointerException.class, action).getMessage(), name);
  }
}
