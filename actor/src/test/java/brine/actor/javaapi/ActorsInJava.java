package brine.actor.javaapi;

import brine.actor.ActorFailedException;
import brine.actor.ActorInterceptor;
import brine.actor.ActorOptions;
import brine.actor.ActorRef;
import brine.actor.ActorStoppedException;
import brine.actor.ActorSystemMBean;
import brine.actor.ActorSystemSettings;
import brine.actor.AskTimeoutException;
import brine.actor.Directive;
import brine.actor.Dispatcher;
import brine.actor.Receptionist;
import brine.actor.ServiceKey;
import brine.actor.Supervision;
import brine.actor.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** What a program in Java does with actors and systems. {@code ActorsInJavaSuite} runs each public method as a test. */
public final class ActorsInJava extends JavaChecks {
  public void aClassIsAnActor() throws Exception {
    try (JavaActorSystem system = JavaActorSystem.create(SETTINGS)) {
      ActorRef<Command> counter = system.spawn(Counter::new);
      counter.tell(new Add(3));
      counter.tell(new Add(4));
      equal(JavaActors.ask(counter, Get::new, LONG).join(), 7);
      equal(JavaActors.askBlocking(counter, Get::new, LONG), 7);
      holds(counter.toString().contains("Counter"), counter);
    }
  }

  public void aLambdaIsAnActor() throws Exception {
    try (JavaActorSystem system = JavaActorSystem.create()) {
      ActorRef<String> first = system.spawn((context, message) -> seen.add(message));
      ActorRef<String> second =
          system.spawn((context, message) -> seen.add(message), ActorOptions.defaults().withName("second"));
      first.tell("a");
      equal(next(), "a");
      holds(second.tryTell("b"), "taken");
      equal(next(), "b");
      holds(second.toString().contains("second"), second);
      holds(first.toString().startsWith("actor"), first);
    }
  }

  public void anAskFailsAsTheReferenceSays() throws Exception {
    try (JavaActorSystem system = JavaActorSystem.create(SETTINGS)) {
      ActorRef<Command> silent = system.spawn((context, message) -> {});
      ActorRef<Command> failing = system.spawn((context, message) -> { throw new Exception("broken"); });
      ActorRef<Command> stopped = system.spawn(Counter::new);
      system.stop(stopped);
      failure(AskTimeoutException.class, JavaActors.ask(silent, Get::new, Duration.ofMillis(5)));
      Throwable broken = failure(ActorFailedException.class, JavaActors.ask(failing, Get::new, LONG));
      equal(broken.getCause().getMessage(), "broken");
      failure(ActorStoppedException.class, JavaActors.ask(stopped, Get::new, LONG));
    }
  }

  public void anActorRestartsAsItsSupervisionSays() throws Exception {
    try (JavaActorSystem system = JavaActorSystem.create(SETTINGS)) {
      Supervision restart = Supervision.restart(2, Duration.ofHours(1)).withBackoff(Duration.ofMillis(1), Duration.ofMillis(2));
      ActorRef<Command> restarted = system.spawn(Counter::new, ActorOptions.defaults().withSupervision(restart));
      equal(afterFailure(restarted), 0);

      ActorRef<Command> resumed =
          system.spawn(Counter::new, ActorOptions.defaults().withSupervision(Supervision.resume()));
      equal(afterFailure(resumed), 5);

      // One object for each life: it keeps its state.
      ActorRef<Command> same = system.spawn(new Counter(), ActorOptions.defaults().withSupervision(Supervision.restart()));
      equal(afterFailure(same), 5);

      Supervision some = Supervision.stop().decide(IllegalStateException.class, Directive.Stop).decide(Exception.class, Directive.Resume);
      equal(afterFailure(system.spawn(Counter::new, ActorOptions.defaults().withSupervision(some))), 5);

      Supervision decided =
          Supervision.stop().withDecider(cause -> "resume".equals(cause.getMessage()) ? Optional.of(Directive.Resume) : Optional.empty());
      ActorRef<Command> last = system.spawn(Counter::new, ActorOptions.defaults().withSupervision(decided));
      last.tell(new Fail("resume"));
      equal(JavaActors.askBlocking(last, Get::new, LONG), 0);
      last.tell(new Fail("stop"));
      failure(ActorStoppedException.class, JavaActors.ask(last, Get::new, LONG));
    }
  }

  public void anAdaptedReferenceTakesOtherMessages() throws Exception {
    try (JavaActorSystem system = JavaActorSystem.create(SETTINGS)) {
      ActorRef<Command> counter = system.spawn(Counter::new);
      ActorRef<String> lengths = JavaActors.contramap(counter, (String text) -> new Add(text.length()));
      lengths.tell("four");
      equal(JavaActors.askBlocking(counter, Get::new, LONG), 4);
    }
  }

  public void anActorReceivesAMessageWhenAnotherStops() throws Exception {
    try (JavaActorSystem system = JavaActorSystem.create(SETTINGS)) {
      ActorRef<Command> counter = system.spawn(Counter::new);
      ActorRef<Act> watcher = acting(system);
      watcher.tell(context -> context.watchWith(counter, note("gone")));
      watcher.tell(context -> {
        context.log().info(() -> "not seen");
        context.log().error("not seen");
        context.log().warn("not seen", new Exception());
        seen.add("logged");
      });
      equal(next(), "logged");
      CompletableFuture<Optional<Throwable>> ended = JavaActors.whenStopped(counter);
      system.gracefulStop(counter, LONG).join();
      equal(ended.join(), Optional.empty());
      equal(next(), "gone");
    }
  }

  public void anActorEndsItsSystem() throws Exception {
    JavaActorSystem system = JavaActorSystem.create(SETTINGS);
    CompletableFuture<JavaShutdownReport> ended = system.whenTerminated();
    acting(system).tell(context -> context.system().terminate());
    holds(ended.join().isComplete(), ended);
  }

  public void poolsAndExecutors() throws Exception {
    try (JavaActorSystem system = JavaActorSystem.create(SETTINGS.withPool("db", 1))) {
      ActorOptions options = ActorOptions.defaults().withDispatcher(Dispatcher.pool("db"));
      ActorRef<Act> pooled = acting(system, options);
      pooled.tell(context -> seen.add(Thread.currentThread().getName()));
      equal(next(), "brine-db-worker-1");
      Executor executor = system.executor(Dispatcher.pool("db"));
      String name = CompletableFuture.supplyAsync(() -> Thread.currentThread().getName(), executor).join();
      equal(name, "brine-db-worker-1");
      holds(CompletableFuture.supplyAsync(() -> 7, system.executor()).join() == 7, "seven");
    }
  }

  public void topicsAndReceptionists() throws Exception {
    try (JavaActorSystem system = JavaActorSystem.create(SETTINGS)) {
      ActorRef<Topic.Command<String>> topic = system.spawnTopic(ActorOptions.defaults());
      ActorRef<String> subscriber = system.spawn((context, message) -> seen.add(message));
      topic.tell(new Topic.Subscribe<>(subscriber));
      topic.tell(new Topic.Publish<>("event"));
      equal(next(), "event");
      ServiceKey<String> key = ServiceKey.of(String.class, "strings");
      system.receptionist().tell(new Receptionist.Register<>(key, subscriber));
      Receptionist.Listing<String> listing = JavaActors.askBlocking(
          system.receptionist(), (ActorRef<Receptionist.Listing<String>> to) -> new Receptionist.Find<>(key, to), LONG);
      equal(listing.toJava(), List.of(subscriber));
    }
  }

  public void interceptorsMetricsAndDumps() throws Exception {
    ActorInterceptor carrying = new ActorInterceptor() {
      @Override
      public Object onSend(ActorRef<?> ref, Object message) {
        return "carried";
      }

      @Override
      public Object beforeHandler(ActorRef<?> ref, Object message, Object carried) {
        if (message instanceof String) seen.add(carried);
        return null;
      }
    };
    JavaActorListener listener = new JavaActorListener() {
      @Override
      public void onHandled(ActorRef<?> ref, Class<?> message, long queuedNanos, long handlerNanos) {
        seen.add(message);
      }
    };
    ActorSystemSettings settings =
        SETTINGS.withInterceptor(carrying).withMetricsEvery(1).withListener(JavaActors.listener(listener));
    try (JavaActorSystem system = JavaActorSystem.create(settings)) {
      ActorRef<String> ref = system.spawn((context, message) -> {}, ActorOptions.defaults().withName("named"));
      ref.tell("message");
      equal(next(), "carried");
      equal(next(), String.class);
      equal(system.metrics().get(0).handled(), 1L);
      holds(system.dump(10).toString().startsWith("named: "), system.dump(10));
      equal(system.dump(10).entries().size(), 1);
      AutoCloseable shown = ActorSystemMBean.register(system.system());
      shown.close();
    }
  }

  private static int afterFailure(ActorRef<Command> counter) throws Exception {
    counter.tell(new Add(5));
    counter.tell(new Fail("broken"));
    return JavaActors.askBlocking(counter, Get::new, LONG);
  }
}
