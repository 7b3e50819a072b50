package com.zakgof.actr;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

public interface IActorRef<T> {
  void tell(Consumer<T> action);

  <R> CompletableFuture<R> ask(Function<T, R> action);
}
