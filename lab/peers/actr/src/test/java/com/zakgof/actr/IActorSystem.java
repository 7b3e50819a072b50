package com.zakgof.actr;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

public interface IActorSystem {
  <T> IActorRef<T> actorOf(Supplier<T> constructor);

  CompletableFuture<String> shutdown();
}
