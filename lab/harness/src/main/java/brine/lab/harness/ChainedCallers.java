package brine.lab.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * Callers without threads: whoever brings the reply to a call begins the next one. A call that ends before it returns
 * is followed by the next without growing the stack.
 */
final class ChainedCallers implements Callers {
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final LongSupplier done;
  private final List<Chain> chains = new ArrayList<>();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean working;

  /** Begins a call. */
  interface Call {
    /**
     * Begins it.
     *
     * @param ended called once, on any thread: with null after a reply, otherwise with the failure
     */
    void begin(Consumer<Throwable> ended) throws Exception;
  }

  /**
   * Creates the callers.
   *
   * @param calls what the caller of a number, beginning with 0, calls again and again
   * @param done number of calls that have ended
   */
  ChainedCallers(IntFunction<Call> calls, LongSupplier done, int callers) {
    this.done = done;
    for (int caller = 0; caller < callers; caller++) chains.add(new Chain(calls.apply(caller)));
  }

  @Override
  public Rate run(int warmUpMillis, int millis) throws Exception {
    working = true;
    underWay.set(chains.size());
    Rate rate;
    try {
      for (Chain chain : chains) chain.work();
      rate = LogTimer.watch(warmUpMillis, millis, done);
    } finally {
      working = false;
    }
    long until = System.nanoTime() + PATIENCE_NANOS;
    while (underWay.get() > 0 && failure.get() == null) {
      LockSupport.parkNanos(100_000);
      if (System.nanoTime() > until)
        throw new IllegalStateException(
            underWay.get() + " of " + chains.size() + " callers got no reply within a minute");
    }
    Throwable cause = failure.get();
    if (cause != null) throw new IllegalStateException("a caller failed: " + cause.getMessage(), cause);
    return rate;
  }

  @Override
  public void close() {}

  /** One caller. Whoever works on it owns it; who that is, is in its state. */
  private final class Chain implements Consumer<Throwable> {
    private static final int BEGINNING = 0;
    private static final int WAITING = 1;
    private static final int ENDED = 2;

    private final Call call;
    private final AtomicInteger state = new AtomicInteger();

    Chain(Call call) {
      this.call = call;
    }

    void work() {
      do {
        if (!working || failure.get() != null) {
          underWay.decrementAndGet();
          return;
        }
        state.set(BEGINNING);
        try {
          call.begin(this);
        } catch (Throwable cause) {
          failure.compareAndSet(null, cause);
          underWay.decrementAndGet();
          return;
        }
      } while (!state.compareAndSet(BEGINNING, WAITING));
    }

    @Override
    public void accept(Throwable cause) {
      if (cause != null) failure.compareAndSet(null, cause);
      // If the call has not returned yet, its thread goes on.
      if (!state.compareAndSet(BEGINNING, ENDED)) work();
    }
  }
}
