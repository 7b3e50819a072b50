package brine.docs;

import brine.actor.ActorOptions;
import brine.actor.ActorRef;
import brine.actor.ActorSystemSettings;
import brine.actor.Directive;
import brine.actor.Dispatcher;
import brine.actor.Supervision;
import brine.actor.WhenFull;
import brine.actor.javaapi.JavaActor;
import brine.actor.javaapi.JavaActorContext;
import brine.actor.javaapi.JavaActorSystem;
import brine.actor.javaapi.JavaActors;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** The program with actors that the page for programs in Java shows. */
public final class CountersInJava {
  private CountersInJava() {}

  /** What a counter understands. */
  public sealed interface Command {}

  /** Adds a number. */
  public record Add(int number) implements Command {}

  /** Asks for the sum. */
  public record Get(ActorRef<Integer> replyTo) implements Command {}

  /** Counts. */
  public static final class Counter implements JavaActor<Command> {
    private int count;

    @Override
    public void receive(JavaActorContext<Command> context, Command message) {
      switch (message) {
        case Add(int number) -> count += number;
        case Get(ActorRef<Integer> replyTo) -> replyTo.tell(count);
      }
    }
  }

  /** Asks for a reply with the name. */
  public record Greet(String name, ActorRef<String> replyTo) {}

  /** Asks a counter now and then, until it has counted far enough. */
  public static final class Poller implements JavaActor<Integer> {
    private static final int POLL = -1;
    private final ActorRef<Command> counter;
    private final CountDownLatch done;

    Poller(ActorRef<Command> counter, CountDownLatch done) {
      this.counter = counter;
      this.done = done;
    }

    @Override
    public void onStart(JavaActorContext<Integer> context) {
      context.startTimerWithFixedDelay("poll", POLL, Duration.ofMillis(1));
    }

    @Override
    public void receive(JavaActorContext<Integer> context, Integer message) {
      if (message == POLL) {
        context.ask(counter, Get::new, Duration.ofSeconds(30), (count, failure) -> failure == null ? count : 0);
      } else if (message >= 7) {
        System.out.println("it has counted to " + message);
        context.stopSelf();
      }
    }

    @Override
    public void onStop(JavaActorContext<Integer> context) {
      done.countDown();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    first();
    options();
    polling();
  }

  static void first() {
    try (JavaActorSystem system = JavaActorSystem.create()) {
      ActorRef<Command> counter = system.spawn(Counter::new);
      counter.tell(new Add(3));
      counter.tell(new Add(4));
      CompletableFuture<Integer> count = JavaActors.ask(counter, Get::new, Duration.ofSeconds(30));
      System.out.println("count " + count.join());

      ActorRef<Greet> greeter =
          system.spawn((context, greet) -> greet.replyTo().tell("Hello, " + greet.name()));
      CompletableFuture<String> reply =
          JavaActors.ask(greeter, replyTo -> new Greet("Ada", replyTo), Duration.ofSeconds(30));
      System.out.println(reply.join());
    }
  }

  static void options() {
    ActorSystemSettings settings = ActorSystemSettings.defaults().withName("service").withWorkers(2);
    try (JavaActorSystem system = JavaActorSystem.create(settings)) {
      Supervision supervision =
          Supervision.restart(3, Duration.ofMinutes(1))
              .withBackoff(Duration.ofMillis(100), Duration.ofSeconds(10))
              .decide(IllegalArgumentException.class, Directive.Resume);
      ActorOptions options =
          ActorOptions.defaults()
              .withName("orders")
              .withMailbox(1000, WhenFull.Park)
              .withDispatcher(Dispatcher.Blocking)
              .withSupervision(supervision);
      ActorRef<Command> orders = system.spawn(Counter::new, options);
      orders.tell(new Add(1));
      System.out.println("orders " + JavaActors.ask(orders, Get::new, Duration.ofSeconds(30)).join());
    }
  }

  static void polling() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    try (JavaActorSystem system = JavaActorSystem.create()) {
      ActorRef<Command> counter = system.spawn(Counter::new);
      system.spawn(() -> new Poller(counter, done));
      counter.tell(new Add(7));
      done.await();
    }
  }
}
