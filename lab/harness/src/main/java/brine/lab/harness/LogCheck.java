package brine.lab.harness;

import brine.lab.peer.EventLog;
import brine.lab.peer.LogStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A check before anything is timed: events appended one by one, in batches and asynchronously are read back in order,
 * also after the log was closed.
 */
final class LogCheck {
  private LogCheck() {}

  static Outcome run(LogStore store, LogStore.Level level) throws Exception {
    String name = "check" + level.ordinal();
    byte[][] events = Events.ofLength(256, 96);
    try {
      try (EventLog log = store.events(name, level)) {
        for (int i = 0; i < 16; i++) log.append(events[i]);
        log.appendAll(Arrays.copyOfRange(events, 16, 48));
        if (log.isAsynchronous()) later(log, events, 48);
        else log.appendAll(Arrays.copyOfRange(events, 48, 96));
      }
      List<byte[]> found = new ArrayList<>();
      try (EventLog log = store.events(name, level)) {
        log.read(found::add);
      }
      if (found.size() != events.length)
        return new Outcome("wrong", found.size() + " events read instead of " + events.length);
      for (int i = 0; i < events.length; i++)
        if (!Arrays.equals(found.get(i), events[i])) return new Outcome("wrong", "event " + i + " read back differs");
      return Outcome.OK;
    } finally {
      store.drop(name);
    }
  }

  private static void later(EventLog log, byte[][] events, int from) throws Exception {
    CountDownLatch open = new CountDownLatch(events.length - from);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    for (int i = from; i < events.length; i++)
      log.appendLater(
          events[i],
          cause -> {
            if (cause != null) failure.set(cause);
            open.countDown();
          });
    if (!open.await(60, TimeUnit.SECONDS)) throw new IllegalStateException("no acknowledgement within a minute");
    if (failure.get() != null) throw new IllegalStateException("an append failed", failure.get());
  }
}
