package brine.lab.harness;

import brine.lab.harness.LogRun.Figures;
import brine.lab.peer.EventLog;
import brine.lab.peer.LogStore;
import brine.lab.peer.LogStore.Level;
import java.util.Map;

/** What events take on the disk, and how fast a log is there again. */
final class LogSize {
  private static final int EVENT = 256;
  private static final int BATCH = 1000;

  private LogSize() {}

  /** Bytes on disk for an event beyond its 256, when {@code group} are appended at a time. */
  static Figures overhead(LogStore store, String name, int group, int groups, Lines lines) throws Exception {
    byte[][] batch = Events.ofLength(EVENT, group);
    try (EventLog log = store.events(name, Level.DISK)) {
      long before = log.bytes();
      for (int i = 0; i < groups; i++) {
        log.appendAll(batch);
        if (i % 1000 == 999) lines.alive();
      }
      long events = (long) group * groups;
      return Figures.of(Map.of("bytes", Figures.field((double) (log.bytes() - before) / events - EVENT, "B/event")));
    }
  }

  /** A log closed in order is opened ({@code open}), and all of it is read ({@code read}); the files are in the cache. */
  static Figures recovery(LogStore store, String name, int events, Lines lines) throws Exception {
    byte[][] different = Events.ofLength(EVENT, BATCH);
    long written = 0;
    try (EventLog log = store.events(name, Level.OS_CACHE)) {
      int size = Math.min(BATCH, log.largestBatch());
      byte[][] batch = Events.batch(different, size);
      while (written < events) {
        log.appendAll(batch);
        written += size;
        if (written % (100 * size) == 0) lines.alive();
      }
    }
    long[] read = {0, 0};
    long begun = System.nanoTime();
    try (EventLog log = store.events(name, Level.OS_CACHE)) {
      long opened = System.nanoTime();
      lines.alive();
      // The first pass is for the compiler.
      log.read(event -> read[0] += event.length);
      lines.alive();
      read[0] = 0;
      long reading = System.nanoTime();
      log.read(
          event -> {
            read[0]++;
            read[1] += event[event.length - 1];
          });
      long ended = System.nanoTime();
      if (read[0] != written)
        return Figures.failed(new Outcome("wrong", read[0] + " events read instead of " + written));
      return Figures.of(
          Map.of(
              "open", Figures.field((opened - begun) / 1e6, "ms"),
              "read", Figures.field(written * 1e9 / (ended - reading), "records/s")));
    }
  }
}
