package brine.actor.javaapi;

import brine.actor.ActorOptions;
import brine.actor.ActorRef;
import brine.actor.ActorStoppedException;
import brine.actor.DeadLetter;
import brine.actor.DeadLetterReason;
import brine.actor.Directive;
import brine.actor.Dispatcher;
import brine.actor.Supervision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What an actor in Java does with its context. {@code ActorsInJavaSuite} runs every public method as a test. */
public final class ContextsInJava extends JavaChecks {
  /** Reports everything that happens to it. */
  private final class Reporting implements JavaActor<String> {
    @Override
    public void onStart(JavaActorContext<String> context) {
      seen.add("start");
    }

    @Override
    public void receive(JavaActorContext<String> context, String message) {
      switch (message) {
        case "spawn" -> {
          ActorRef<String> child =
              context.spawn((inner, text) -> { if (text.equals("stop")) inner.stopSelf(); else throw new IllegalStateException(text); });
          context.watch(child);
          seen.add(child);
          seen.add(context.children());
        }
        case "fail" -> throw new IllegalStateException("failed");
        default -> seen.add(message);
      }
    }

    @Override
    public void onStop(JavaActorContext<String> context) {
      seen.add("stop");
    }

    @Override
    public void onTerminated(JavaActorContext<String> context, ActorRef<?> ref, Optional<Throwable> cause) {
      seen.add(List.of("terminated", ref, cause.map(Throwable::getMessage)));
    }

    @Override
    public void onChildFailed(JavaActorContext<String> context, ActorRef<?> child, Throwable cause, Directive directive) {
      seen.add(List.of("child failed", child, cause.getMessage(), directive));
    }

    @Override
    public void onRestarting(JavaActorContext<String> context, Throwable cause) {
      seen.add("restarting " + cause.getMessage());
    }
  }

  @SuppressWarnings("unchecked")
  public void signalsAreMethods() throws Exception {
    try (JavaActorSystem system = JavaActorSystem.create(SETTINGS)) {
      ActorRef<String> parent =
          system.spawn(Reporting::new, ActorOptions.defaults().withSupervision(Supervision.restart()));
      equal(next(), "start");
      parent.tell("spawn");
      ActorRef<String> first = (ActorRef<String>) next();
      equal(next(), List.of(first));
      first.tell("stop");
      equal(next(), List.of("terminated", first, Optional.empty()));
      parent.tell("spawn");
      ActorRef<String> second = (ActorRef<String>) next();
      next();
      second.tell("broken");
      equal(next(), List.of("child failed", second, "broken", Directive.Stop));
      equal(next(), List.of("terminated", second, Optional.of("broken")));
      parent.tell("fail");
      equal(next(), "restarting failed");
      equal(next(), "start");
      parent.tell("again");
      equal(next(), "again");
      system.stop(parent);
      equal(next(), "stop");
    }
  }

  public void timersAndReceiveTimeouts() throws Exception {
    try (JavaActorSystem system = JavaActorSystem.create(SETTINGS)) {
      ActorRef<Act> actor = acting(system);
      actor.tell(context -> context.startTimer("once", note("once"), Duration.ofMillis(1)));
      equal(next(), "once");
      actor.tell(context -> context.startTimerWithFixedDelay("delay", note("delay"), Duration.ofMillis(1)));
      equal(next(), "delay");
      equal(next(), "delay");
      actor.tell(
          context -> {
            context.startTimerAtFixedRate("rate", note("rate"), Duration.ofHours(1));
            seen.add(List.of(context.cancelTimer("delay"), context.cancelTimer("delay"), context.isTimerActive("rate")));
          });
      passOver("delay", List.of(true, false, true));
      actor.tell(context -> context.setReceiveTimeout(Duration.ofMillis(1), note("silence")));
      equal(next(), "silence");
      actor.tell(context -> { context.cancelReceiveTimeout(); seen.add("no more"); });
      passOver("silence", "no more");
      actor.tell(note("last"));
      equal(next(), "last");
    }
  }

  public void stashAndUnhandled() throws Exception {
    BlockingQueue<DeadLetter> letters = new LinkedBlockingQueue<>();
    JavaActorListener listener =
        new JavaActorListener() {
          @Override
          public void onDeadLetter(DeadLetter letter) {
            letters.add(letter);
          }
        };
    try (JavaActorSystem system = JavaActorSystem.create(SETTINGS.withListener(JavaActors.listener(listener)))) {
      ActorRef<Act> actor = acting(system);
      Act later = note("stashed");
      actor.tell(context -> { context.stash(later); seen.add(context.stashSize()); });
      equal(next(), 1);
      actor.tell(JavaActorContext::unstashAll);
      equal(next(), "stashed");
      actor.tell(context -> context.unhandled(later));
      DeadLetter letter = letters.poll(2, TimeUnit.MINUTES);
      equal(letter.message(), later);
      equal(letter.reason().toString(), "Unhandled");
      equal(letter.recipient(), actor);
      equal(system.statistics().deadLetters().get(DeadLetterReason.Unhandled), 1L);
      holds(system.statistics().handled() >= 3, system.statistics());
      equal(system.statistics().failures(), 0L);
    }
  }

  public void futuresComeAsMessages() throws Exception {
    try (JavaActorSystem system = JavaActorSystem.create(SETTINGS)) {
      ActorRef<Act> actor = acting(system);
      ActorRef<Command> counter = system.spawn(Counter::new);
      CompletableFuture<String> source = new CompletableFuture<>();
      // A dependent stage, which wraps its failure.
      CompletableFuture<String> dependent = source.thenApply(text -> { throw new IllegalStateException(text); });
      actor.tell(
          context -> {
            context.pipeToSelf(
                source,
                (value, cause) -> {
                  context.watch(counter); // refused outside the actor
                  return inner -> seen.add(List.of(value, cause == null));
                });
            context.pipeToSelf(dependent, (value, cause) -> inner -> seen.add(cause.getMessage() + (value == null)));
          });
      actor.tell(note("piped"));
      equal(next(), "piped");
      source.complete("value");
      List<Object> both = List.of(next(), next());
      holds(both.contains(List.of("value", true)) && both.contains("valuetrue"), both);

      actor.tell(context -> context.<Command, Integer>ask(counter, Get::new, LONG, (count, cause) -> inner -> seen.add(count)));
      equal(next(), 0);
      counter.tell(new Fail("broken"));
      actor.tell(context -> context.<Command, Integer>ask(counter, Get::new, LONG, (count, cause) -> inner -> seen.add(cause.getClass())));
      equal(next(), ActorStoppedException.class);

      CompletableFuture<String> awaited = new CompletableFuture<>();
      actor.tell(context -> { context.suspendUntil(awaited, (value, cause) -> seen.add(value)); seen.add("suspended"); });
      actor.tell(note("after"));
      equal(next(), "suspended");
      awaited.complete("resumed");
      equal(next(), "resumed");
      equal(next(), "after");
    }
  }

  public void childrenStopWithTheirParent() throws Exception {
    try (JavaActorSystem system = JavaActorSystem.create(SETTINGS)) {
      ActorRef<Act> parent = acting(system);
      // An actor that is stopped before it has started has nothing to stop.
      CountDownLatch started = new CountDownLatch(3);
      CountDownLatch stopped = new CountDownLatch(3);
      JavaActor<String> child =
          new JavaActor<>() {
            @Override
            public void onStart(JavaActorContext<String> context) {
              started.countDown();
            }

            @Override
            public void receive(JavaActorContext<String> context, String message) {}

            @Override
            public void onStop(JavaActorContext<String> context) {
              stopped.countDown();
            }
          };
      parent.tell(
          context -> {
            ActorRef<String> one = context.spawn(() -> child);
            context.spawn(() -> child, ActorOptions.defaults().withName("child"));
            context.spawn(child, ActorOptions.defaults().withDispatcher(Dispatcher.Blocking));
            context.watch(one);
            context.unwatch(one);
          });
      holds(started.await(2, TimeUnit.MINUTES), "all have started");
      parent.tell(
          context -> {
            context.stop(context.children().get(0));
            seen.add(List.of(context.self(), context.system().system() == system.system()));
            context.stopSelf();
          });
      equal(next(), List.of(parent, true));
      holds(stopped.await(2, TimeUnit.MINUTES), "all have stopped");
    }
  }
}
