package com.zakgof.actr;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;

public final class Schedulers {
  private Schedulers() {}

  public static IActorScheduler newForkJoinPoolScheduler(int throughput) {
    return () -> ForkJoinPool.commonPool();
  }

  public static IActorScheduler newExecutorBasedScheduler(ExecutorService executor, int throughput) {
    return () -> executor;
  }
}
