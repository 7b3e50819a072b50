package brine.lab.harness;

import brine.lab.peer.EventLog;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A log, and the number of events it has acknowledged. All appending threads share the counters. */
final class Counted {
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final EventLog log;
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile long wakeAt = Long.MAX_VALUE;
  private volatile Thread producer;

  Counted(EventLog log) {
    this.log = log;
  }

  long appended() {
    return acknowledged.get();
  }

  void append(byte[] event) throws Exception {
    log.append(event);
    acknowledged.incrementAndGet();
  }

  Rate batches(byte[][] batch, int warmUpMillis, int millis) throws Exception {
    return LogTimer.time(
        warmUpMillis,
        millis,
        () -> {
          log.appendAll(batch);
          acknowledged.addAndGet(batch.length);
          return batch.length;
        });
  }

  /** One thread with up to {@code window} events in flight; it continues when a quarter of them is acknowledged. */
  Rate inFlight(byte[][] events, int window, int warmUpMillis, int millis) throws Exception {
    producer = Thread.currentThread();
    Consumer<Throwable> done = this::acknowledge;
    long[] appended = {acknowledged.get()};
    long[] reported = {appended[0]};
    Rate rate =
        LogTimer.time(
            warmUpMillis,
            millis,
            () -> {
              if (appended[0] - acknowledged.get() >= window) await(appended[0] - window + Math.max(1, window / 4));
              long free = window - (appended[0] - acknowledged.get());
              for (long i = 0; i < free; i++) log.appendLater(events[(int) (appended[0]++ % events.length)], done);
              long now = acknowledged.get();
              int since = (int) (now - reported[0]);
              reported[0] = now;
              return since;
            });
    await(appended[0]);
    return rate;
  }

  private void acknowledge(Throwable cause) {
    if (cause != null) failure.compareAndSet(null, cause);
    if (acknowledged.incrementAndGet() == wakeAt) LockSupport.unpark(producer);
  }

  private void await(long wanted) throws Exception {
    wakeAt = wanted;
    long until = System.nanoTime() + PATIENCE_NANOS;
    while (acknowledged.get() < wanted && failure.get() == null) {
      LockSupport.parkNanos(200_000); // an acknowledgement between the check and the sleep is noticed a little later
      if (System.nanoTime() > until) throw new IllegalStateException("no acknowledgement within a minute");
    }
    Throwable cause = failure.get();
    if (cause != null) throw new IllegalStateException("an append failed: " + cause.getMessage(), cause);
  }
}
