package brine.lab.harness;

import brine.lab.harness.LogRun.Figures;
import brine.lab.peer.EventLog;
import brine.lab.peer.LogStore;
import brine.lab.peer.LogStore.Level;
import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.Map;

/** Events of 256 bytes or 64 KiB, from callers that wait and from one that does not. Every case has its own log. */
final class LogMatrix implements LogRun.Case {
  private static final int EVENT = 256;
  private static final int LARGE_EVENT = 64 << 10;
  private static final int DIFFERENT = 1024;

  /** Up to this many events are counted again after timing. */
  private static final long RECOUNTED = 100_000;

  private final OpenStore open;
  private final LogStore store;
  private final Lines lines;

  LogMatrix(OpenStore open, Lines lines) throws Exception {
    this.open = open;
    this.store = open.get();
    this.lines = lines;
  }

  /**
   * Runs one case.
   *
   * @param sizes the case's own argument first, then milliseconds of warm-up and of measurement; for a case that is not
   *     timed, a number of events
   */
  @Override
  public Figures run(String name, int[] sizes) throws Exception {
    Level level = name.equals("os-cache") ? Level.OS_CACHE : Level.DISK;
    Outcome outcome = open.check(level);
    if (!outcome.ok()) return Figures.failed(outcome);
    String log = name.replace("-", "");
    try {
      return switch (name) {
        case "overhead" -> LogSize.overhead(store, log, sizes[0], sizes[1], lines);
        case "recovery" -> LogSize.recovery(store, log, sizes[0], lines);
        default -> timed(name, log, level, sizes);
      };
    } finally {
      store.drop(log);
    }
  }

  private Figures timed(String name, String log, Level level, int[] sizes) throws Exception {
    byte[][] events = name.equals("bandwidth-64k") ? Events.ofLength(LARGE_EVENT, 16) : Events.ofLength(EVENT, DIFFERENT);
    try (EventLog open = store.events(log, level)) {
      Counted counted = new Counted(open);
      Rate rate =
          switch (name) {
            case "callers-1" -> LogTimer.time(sizes[1], sizes[2], one(counted, events));
            case "os-cache" ->
                open.isAsynchronous()
                    ? counted.inFlight(events, sizes[0], sizes[1], sizes[2])
                    : LogTimer.time(sizes[1], sizes[2], one(counted, events));
            case "callers-16", "callers-256" -> LogCallers.run(counted, events, sizes[0], sizes[0] > 16, sizes[1], sizes[2]);
            case "batch-100" -> counted.batches(events, sizes[0], sizes[1], sizes[2]);
            default ->
                open.isAsynchronous()
                    ? counted.inFlight(events, sizes[0], sizes[1], sizes[2])
                    : counted.batches(events, Math.min(sizes[0], open.largestBatch()), sizes[1], sizes[2]);
          };
      lines.alive();
      if (rate.count() == 0)
        return Figures.failed(new Outcome("timeout", "not one event was acknowledged in the time measured"));
      Outcome recounted = recount(open, counted.appended());
      if (!recounted.ok()) return Figures.failed(recounted);
      boolean bytes = name.equals("bandwidth-64k");
      Map<String, JsonObject> byOp = new HashMap<>();
      byOp.put("rate", bytes ? rate.fields("B/s", LARGE_EVENT) : rate.fields("records/s", 1));
      byOp.put("allocation", Figures.field(rate.allocatedEach(), "B/record"));
      return Figures.of(byOp);
    }
  }

  private static LogTimer.Step one(Counted log, byte[][] events) {
    int[] next = {0};
    return () -> {
      log.append(events[Math.floorMod(next[0]++, DIFFERENT)]);
      return 1;
    };
  }

  private static Outcome recount(EventLog log, long appended) throws Exception {
    if (appended > RECOUNTED) return Outcome.OK;
    long[] read = {0};
    try {
      log.read(event -> read[0]++);
    } catch (UnsupportedOperationException keepsNotAll) {
      return Outcome.OK;
    }
    return read[0] == appended
        ? Outcome.OK
        : new Outcome("wrong", read[0] + " events read instead of the " + appended + " that were acknowledged");
  }
}
