package com.zakgof.actr;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

public final class Actr {
  private static final ThreadLocal<IActorRef<?>> CURRENT = new ThreadLocal<>();

  private Actr() {}

  public static IActorSystem newSystem(String name, IActorScheduler scheduler) {
    return new FakeSystem(scheduler.executor());
  }

  @SuppressWarnings("unchecked")
  public static <T> IActorRef<T> current() {
    return (IActorRef<T>) CURRENT.get();
  }

  /** Hands every message to the executor; an actor handles one at a time, in whatever order they come through. */
  private record FakeSystem(Executor executor) implements IActorSystem {
    @Override
    public <T> IActorRef<T> actorOf(Supplier<T> constructor) {
      return new FakeRef<>(constructor.get(), executor);
    }

    @Override
    public CompletableFuture<String> shutdown() {
      return CompletableFuture.completedFuture("shutdown");
    }
  }

  private static final class FakeRef<T> implements IActorRef<T> {
    private final T object;
    private final Executor executor;

    FakeRef(T object, Executor executor) {
      this.object = object;
      this.executor = executor;
    }

    @Override
    public void tell(Consumer<T> action) {
      executor.execute(() -> handle(action));
    }

    @Override
    public <R> CompletableFuture<R> ask(Function<T, R> action) {
      CompletableFuture<R> answer = new CompletableFuture<>();
      tell(object -> answer.complete(action.apply(object)));
      return answer;
    }

    private synchronized void handle(Consumer<T> action) {
      IActorRef<?> before = CURRENT.get();
      CURRENT.set(this);
      try {
        action.accept(object);
      } finally {
        CURRENT.set(before);
      }
    }
  }
}
