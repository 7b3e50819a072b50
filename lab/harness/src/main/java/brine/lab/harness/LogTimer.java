package brine.lab.harness;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/** Counts operations within a time: first the warm-up, then ten slices. */
final class LogTimer {
  static final int SLICES = 10;

  /** Longest wait for the first event. */
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private LogTimer() {}

  /** Performs one step and returns the number of its records. */
  interface Step {
    int run() throws Exception;
  }

  /** Measures work of the calling thread. */
  static Rate time(int warmUpMillis, int millis, Step step) throws Exception {
    long warm = System.nanoTime() + warmUpMillis * 1_000_000L;
    do step.run();
    while (System.nanoTime() < warm);
    long[] counts = new long[SLICES];
    long[] nanos = new long[SLICES];
    long slice = Math.max(1, millis) * 1_000_000L / SLICES;
    long allocated = THREADS.getTotalThreadAllocatedBytes();
    for (int i = 0; i < SLICES; i++) {
      long begun = System.nanoTime();
      long now;
      do {
        counts[i] += step.run();
        now = System.nanoTime();
      } while (now - begun < slice);
      nanos[i] = now - begun;
    }
    return rate(counts, nanos, THREADS.getTotalThreadAllocatedBytes() - allocated);
  }

  /**
   * Measures work of other threads, which count it. If they count nothing at all in the time, the last slice lasts
   * until they do, at most {@link #PATIENCE_NANOS}: a log that is slow, or a machine that is busy, has a rate too.
   */
  static Rate watch(int warmUpMillis, int millis, LongSupplier count) throws InterruptedException {
    Thread.sleep(warmUpMillis);
    long[] counts = new long[SLICES];
    long[] nanos = new long[SLICES];
    long allocated = THREADS.getTotalThreadAllocatedBytes();
    long first = count.getAsLong();
    long done = first;
    long begun = System.nanoTime();
    for (int i = 0; i < SLICES; i++) {
      Thread.sleep(Math.max(1, millis / SLICES));
      if (i == SLICES - 1) awaitFirst(first, count);
      long doneNow = count.getAsLong();
      long now = System.nanoTime();
      counts[i] = doneNow - done;
      nanos[i] = now - begun;
      done = doneNow;
      begun = now;
    }
    return rate(counts, nanos, THREADS.getTotalThreadAllocatedBytes() - allocated);
  }

  private static void awaitFirst(long before, LongSupplier count) throws InterruptedException {
    long until = System.nanoTime() + PATIENCE_NANOS;
    while (count.getAsLong() == before && System.nanoTime() < until) Thread.sleep(1);
  }

  private static Rate rate(long[] counts, long[] nanos, long allocated) {
    long count = 0;
    long time = 0;
    double lo = Double.MAX_VALUE;
    double hi = 0;
    for (int i = 0; i < SLICES; i++) {
      count += counts[i];
      time += nanos[i];
      double rate = counts[i] * 1e9 / nanos[i];
      lo = Math.min(lo, rate);
      hi = Math.max(hi, rate);
    }
    return new Rate(count * 1e9 / time, lo, hi, count, allocated);
  }
}
