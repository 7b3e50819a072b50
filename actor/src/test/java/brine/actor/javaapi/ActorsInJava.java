package brine.actor.javaapi;

import brine.actor.ActorFailedException;
import brine.actor.ActorInterceptor;
import brine.actor.ActorOptions;
import brine.actor.ActorRef;
import brine.actor.ActorStoppedException;
import brine.actor.ActorSystemMBean;
import brine.actor.ActorSystemSettings;
import brine.actor.AskTimeoutException;
import brine.actor.Backoff;
import brine.actor.Batch;
import brine.actor.DeadLetter;
import brine.actor.DeadLetterReason;
import brine.actor.Directive;
import brine.actor.Dispatcher;
import brine.actor.MailboxFullException;
import brine.actor.Receptionist;
import brine.actor.ServiceKey;
import brine.actor.ShutdownPhase;
import brine.actor.SiblingStrategy;
import brine.actor.Supervision;
import brine.actor.Topic;
import brine.actor.WhenFull;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a program in Java does with actors. {@code ActorsInJavaSuite} runs every public method as a test. */
public final class ActorsInJava {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final ActorSystemSettings SETTINGS = ActorSystemSettings.defaults().withWorkers(2).withDaemon(true);

  private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();

  sealed interface Command {}

  record Add(int number) implements Command {}

  record Get(ActorRef<Integer> replyTo) implements Command {}

  record Fail(String why) implements Command {}

  /** An actor that is a class, with its state in a field. */
  private static final class Counter implements JavaActor<Command> {
    private int count;

    @Override
    public void receive(JavaActorContext<Command> context, Command message) throws Exception {
      switch (message) {
        case Add(int number) -> count += number;
        case Get(ActorRef<Integer> replyTo) -> replyTo.tell(count);
        case Fail(String why) -> throw new Exception(why);
      }
    }
  }

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

  /** Messages that run code in the actor. */
  private interface Act {
    void in(JavaActorContext<Act> context) throws Exception;
  }

  private ActorRef<Act> acting(JavaActorSystem system, ActorOptions options) {
    return system.spawn((context, message) -> message.in(context), options);
  }

  private ActorRef<Act> acting(JavaActorSystem system) {
    return acting(system, ActorOptions.defaults());
  }

  private Act note(String text) {
    return context -> seen.add(text);
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

  /** Waits for {@code last}, behind any number of {@code some}. */
  private void passOver(Object some, Object last) throws InterruptedException {
    Object found = next();
    while (found.equals(some)) found = next();
    equal(found, last);
  }

  private Object next() throws InterruptedException {
    Object found = seen.poll(2, TimeUnit.MINUTES);
    if (found == null) throw new AssertionError("nothing came");
    return found;
  }

  private static void equal(Object obtained, Object expected) {
    if (!obtained.equals(expected)) throw new AssertionError(obtained + " is not " + expected);
  }

  private static void holds(boolean condition, Object clue) {
    if (!condition) throw new AssertionError(clue);
  }

  private interface Action {
    void run() throws Exception;
  }

  private static void refused(String part, Action action) {
    String message = thrown(IllegalArgumentException.class, action).getMessage();
    holds(message.contains(part), message);
  }

  private static <T extends Throwable> T failure(Class<T> type, CompletableFuture<?> future) {
    CompletionException error = thrown(CompletionException.class, future::join);
    if (!type.isInstance(error.getCause())) throw new AssertionError("another failure", error);
    return type.cast(error.getCause());
  }

  private static <T extends Throwable> T thrown(Class<T> type, Action action) {
    try {
      action.run();
    } catch (Exception error) {
      if (type.isInstance(error)) return type.cast(error);
      throw new AssertionError("another exception", error);
    }
    throw new AssertionError("no " + type.getSimpleName());
  }
}
