package brine.actor.javaapi;

import brine.actor.ActorOptions;
import brine.actor.ActorRef;
import brine.actor.ActorSystemSettings;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What the checks in Java share. Each notes what happens in a queue, and looks at it. */
abstract class JavaChecks {
  static final Duration LONG = Duration.ofMinutes(2);
  static final ActorSystemSettings SETTINGS = ActorSystemSettings.defaults().withWorkers(2).withDaemon(true);

  final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();

  sealed interface Command {}

  record Add(int number) implements Command {}

  record Get(ActorRef<Integer> replyTo) implements Command {}

  record Fail(String why) implements Command {}

  /** An actor that is a class, with its state in a field. */
  static final class Counter implements JavaActor<Command> {
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

  /** Messages that run code in the actor. */
  interface Act {
    void in(JavaActorContext<Act> context) throws Exception;
  }

  ActorRef<Act> acting(JavaActorSystem system, ActorOptions options) {
    return system.spawn((context, message) -> message.in(context), options);
  }

  ActorRef<Act> acting(JavaActorSystem system) {
    return acting(system, ActorOptions.defaults());
  }

  Act note(String text) {
    return context -> seen.add(text);
  }

  /** Waits for {@code last}, behind any number of {@code some}. */
  void passOver(Object some, Object last) throws InterruptedException {
    Object found = next();
    while (found.equals(some)) found = next();
    equal(found, last);
  }

  Object next() throws InterruptedException {
    Object found = seen.poll(2, TimeUnit.MINUTES);
    if (found == null) throw new AssertionError("nothing came");
    return found;
  }

  static void equal(Object obtained, Object expected) {
    if (!obtained.equals(expected)) throw new AssertionError(obtained + " is not " + expected);
  }

  static void holds(boolean condition, Object clue) {
    if (!condition) throw new AssertionError(clue);
  }

  interface Action {
    void run() throws Exception;
  }

  static void refused(String part, Action action) {
    String message = thrown(IllegalArgumentException.class, action).getMessage();
    holds(message.contains(part), message);
  }

  static <T extends Throwable> T failure(Class<T> type, CompletableFuture<?> future) {
    CompletionException error = thrown(CompletionException.class, future::join);
    if (!type.isInstance(error.getCause())) throw new AssertionError("another failure", error);
    return type.cast(error.getCause());
  }

  static <T extends Throwable> T thrown(Class<T> type, Action action) {
    try {
      action.run();
    } catch (Exception error) {
      if (type.isInstance(error)) return type.cast(error);
      throw new AssertionError("another exception", error);
    }
    throw new AssertionError("no " + type.getSimpleName());
  }
}
