package brine.lab.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Threads that each append one event after the other and wait for each. */
final class LogCallers {
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  private LogCallers() {}

  static Rate run(Counted log, byte[][] events, int callers, boolean virtual, int warmUpMillis, int millis)
      throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int caller = 0; caller < callers; caller++) {
      int first = caller;
      Runnable work =
          () -> {
            try {
              for (int i = first; !stop.get(); i++) log.append(events[Math.floorMod(i, events.length)]);
            } catch (Throwable cause) {
              failure.compareAndSet(null, cause);
            }
          };
      threads.add(virtual ? Thread.ofVirtual().start(work) : Thread.ofPlatform().daemon().start(work));
    }
    Rate rate;
    try {
      // A caller opens its connection on first use, which must not be measured.
      long until = System.nanoTime() + PATIENCE_NANOS;
      while (log.appended() < callers && failure.get() == null && System.nanoTime() < until) Thread.sleep(1);
      rate = LogTimer.watch(warmUpMillis, millis, log::appended);
    } finally {
      stop.set(true);
      for (Thread thread : threads) thread.join(60_000);
    }
    Throwable cause = failure.get();
    if (cause != null) throw new IllegalStateException("a caller failed: " + cause.getMessage(), cause);
    return rate;
  }
}
