package brine.lab.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * Threads that each make one call after the other, such as an append of an event, and wait for each. They live from the
 * first run to the last, and wait between runs. All methods are for one thread.
 */
final class LogCallers implements Callers {
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  private final LongSupplier done;
  private final int callers;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final List<Thread> threads = new ArrayList<>();

  /** All callers and the measuring thread pass it at the start of a run and at its end. */
  private final Phaser gate;

  private volatile boolean working;
  private volatile boolean over;
  private boolean connected;

  /** Makes one call. */
  interface Call {
    void call() throws Exception;
  }

  /**
   * Starts the threads.
   *
   * @param calls what the caller of a number, beginning with 0, calls again and again
   * @param done number of calls that have returned
   */
  LogCallers(IntFunction<Call> calls, LongSupplier done, int callers, boolean virtual) {
    this.done = done;
    this.callers = callers;
    this.gate = new Phaser(callers + 1);
    for (int caller = 0; caller < callers; caller++) {
      Call call = calls.apply(caller);
      Runnable work = () -> work(call);
      threads.add(virtual ? Thread.ofVirtual().start(work) : Thread.ofPlatform().daemon().start(work));
    }
  }

  private void work(Call call) {
    while (true) {
      gate.arriveAndAwaitAdvance();
      if (over) return;
      try {
        while (working && failure.get() == null) call.call();
      } catch (Throwable cause) {
        failure.compareAndSet(null, cause);
      }
      gate.arriveAndAwaitAdvance();
    }
  }

  @Override
  public Rate run(int warmUpMillis, int millis) throws Exception {
    long before = done.getAsLong();
    working = true;
    pass();
    Rate rate;
    try {
      if (!connected) connect(before);
      rate = LogTimer.watch(warmUpMillis, millis, done);
    } finally {
      working = false;
    }
    pass();
    Throwable cause = failure.get();
    if (cause != null) throw new IllegalStateException("a caller failed: " + cause.getMessage(), cause);
    return rate;
  }

  /** A caller opens its connection on first use, which must not be measured. */
  private void connect(long before) throws InterruptedException {
    long until = System.nanoTime() + PATIENCE_NANOS;
    while (done.getAsLong() - before < callers && failure.get() == null && System.nanoTime() < until) Thread.sleep(1);
    connected = true;
  }

  private void pass() throws Exception {
    gate.awaitAdvanceInterruptibly(gate.arrive(), 60, TimeUnit.SECONDS);
  }

  @Override
  public void close() throws InterruptedException {
    over = true;
    gate.forceTermination();
    for (Thread thread : threads) thread.join(60_000);
  }
}
