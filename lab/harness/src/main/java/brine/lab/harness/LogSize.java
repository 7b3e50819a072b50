package brine.lab.harness;

import brine.lab.harness.LogRun.Figures;
import brine.lab.peer.EventLog;
import brine.lab.peer.LogStore;
import brine.lab.peer.LogStore.Level;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Bytes that events take on disk, and the time to open a log again. */
final class LogSize {
  private static final int EVENT = 256;
  private static final int BATCH = 1000;

  /** The earlier half is for the compiler. */
  private static final int RECOVERIES = 7;

  /** For how long a log is read, in nanoseconds for each of its events: a second for the most. */
  private static final long READING_NANOS = 5000;

  private LogSize() {}

  /** Bytes on disk per event beyond its 256, if {@code group} events are appended at a time. */
  static Figures overhead(LogStore store, String name, int group, int groups, Lines lines) throws Exception {
    byte[][] batch = Events.ofLength(EVENT, group);
    try (EventLog log = store.events(name, Level.DISK)) {
      // What a log writes only once, such as a name, does not count as part of each event.
      log.appendAll(batch);
      long before = log.bytes();
      for (int i = 0; i < groups; i++) {
        log.appendAll(batch);
        if (i % 1000 == 999) lines.alive();
      }
      long events = (long) group * groups;
      return Figures.of(Map.of("bytes", Figures.field((double) (log.bytes() - before) / events - EVENT, "B/event")));
    }
  }

  /**
   * Opens a log that was closed ({@code open}) and reads all of it ({@code read}). Also opens a copy made while the log
   * was open, which is what a crash leaves ({@code recover}): events per second until the log accepts appends, if it
   * reads all of them for that. The files are in the cache.
   */
  static Figures recovery(LogStore store, String name, int events, Lines lines) throws Exception {
    byte[][] different = Events.ofLength(EVENT, BATCH);
    long written = 0;
    JsonObject recovered;
    try (EventLog log = store.events(name, Level.OS_CACHE)) {
      int size = Math.min(BATCH, log.largestBatch());
      byte[][] batch = Events.batch(different, size);
      while (written < events) {
        log.appendAll(batch);
        written += size;
        if (written % (100 * size) == 0) lines.alive();
      }
      recovered = recover(store, name, written, lines);
    }
    long begun = System.nanoTime();
    try (EventLog log = store.events(name, Level.OS_CACHE)) {
      long opened = System.nanoTime();
      lines.alive();
      double[] rates = read(log, written, lines);
      if (rates.length == 0)
        return Figures.failed(new Outcome("wrong", "not all of " + written + " events were read"));
      return Figures.of(
          Map.of(
              "open", Figures.field((opened - begun) / 1e6, "ms"),
              "read", Figures.field(Median.of(Arrays.copyOfRange(rates, rates.length / 2, rates.length)), "records/s"),
              "recover", recovered));
    }
  }

  /**
   * Reads all events again and again, at least twice: the earlier passes are for the compiler.
   *
   * @return events per second of each pass; none if events are missing
   */
  private static double[] read(EventLog log, long written, Lines lines) throws Exception {
    List<Double> rates = new ArrayList<>();
    long[] read = {0, 0};
    long begun = System.nanoTime();
    while (rates.size() < 2 || System.nanoTime() - begun < written * READING_NANOS) {
      read[0] = 0;
      long reading = System.nanoTime();
      log.read(
          event -> {
            read[0]++;
            read[1] += event[event.length - 1];
          });
      if (read[0] != written) return new double[0];
      rates.add(written * 1e9 / (System.nanoTime() - reading));
      lines.alive();
    }
    return rates.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static JsonObject recover(LogStore store, String name, long written, Lines lines) throws Exception {
    String copy = name + "copy";
    if (store.folder(name).isEmpty()) return Figures.unsupported("its files are not a folder that can be copied");
    double[] rates = new double[RECOVERIES];
    for (int i = 0; i < RECOVERIES; i++) {
      LogFolder.copy(store.folder(name).get(), store.folder(copy).get());
      long begun = System.nanoTime();
      try (EventLog log = store.events(copy, Level.OS_CACHE)) {
        rates[i] = written * 1e9 / (System.nanoTime() - begun);
        if (i == 0) {
          long[] read = {0};
          log.read(event -> read[0]++);
          if (read[0] != written) return Figures.unsupported("of " + written + " events, " + read[0] + " were in the copy");
        }
      }
      store.drop(copy);
      lines.alive();
    }
    return Figures.field(Median.of(Arrays.copyOfRange(rates, RECOVERIES / 2, RECOVERIES)), "records/s");
  }
}
