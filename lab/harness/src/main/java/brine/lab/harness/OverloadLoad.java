package brine.lab.harness;

import brine.lab.harness.ActorRun.Figures;
import brine.lab.peer.ActorPrograms;
import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Many asks of an overloaded actor pass their time-out at once: how late is a timer meanwhile? The figures are what the
 * time between two ticks exceeds the timer's 10 ms by. One pass before is warm-up.
 */
final class OverloadLoad {
  private static final int TICK_MILLIS = 10;
  private static final int TICKS_AFTER = 20;

  private final ActorPrograms programs;
  private final Lines lines;

  OverloadLoad(ActorPrograms programs, Lines lines) {
    this.programs = programs;
    this.lines = lines;
  }

  Figures run(Plan.Cell cell) throws Exception {
    int[] sizes = cell.sizes();
    Delays delays = null;
    for (int pass = 0; pass < 2; pass++) {
      Collection.full();
      delays = pass(sizes[0], sizes[1], sizes[2]);
      lines.alive();
      if (delays == null)
        return Figures.failed(new Outcome("wrong", "an ask did not end once, or the timer not tick, within 20 s"));
    }
    Map<String, JsonObject> byOp = new HashMap<>();
    delays.report(byOp, "p50", 50);
    delays.report(byOp, "longest", 100);
    return new Figures(Outcome.OK, byOp);
  }

  /** Null if an ask or the timer hangs. */
  private Delays pass(int waiting, int asks, int timeoutMillis) throws Exception {
    Delays delays = new Delays();
    AtomicLong last = new AtomicLong();
    CountDownLatch ended = new CountDownLatch(asks);
    AtomicLong ends = new AtomicLong();
    Runnable tick =
        () -> {
          long now = System.nanoTime();
          long before = last.getAndSet(now);
          if (before != 0) delays.add(now - before - TICK_MILLIS * 1_000_000L);
        };
    ActorPrograms.Overload overload = programs.overload(waiting, TICK_MILLIS, tick);
    try {
      for (int i = 0; i < asks; i++)
        overload.ask(
            timeoutMillis,
            () -> {
              ends.incrementAndGet();
              ended.countDown();
            });
      if (!ended.await(20, TimeUnit.SECONDS)) return null;
      long wanted = delays.count() + TICKS_AFTER;
      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (delays.count() < wanted && System.nanoTime() - until < 0) Thread.sleep(TICK_MILLIS);
      return delays.count() < wanted || ends.get() != asks ? null : delays;
    } finally {
      overload.stop();
    }
  }
}
