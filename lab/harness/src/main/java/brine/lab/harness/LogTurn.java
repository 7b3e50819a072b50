package brine.lab.harness;

import brine.lab.peer.EventLog;
import brine.lab.peer.LogStore;
import brine.lab.peer.LogStore.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Appends to one log that stays open from the first turn to the last. After the last turn the log is read back, and
 * must have every event that was acknowledged.
 */
final class LogTurn implements Turn {
  private static final int EVENT = 256;
  private static final int LARGE_EVENT = 64 << 10;
  private static final int DIFFERENT = 1024;

  /** Up to this many events are counted again after the last turn. */
  private static final long RECOUNTED = 2_000_000;

  private final LogStore store;
  private final List<Plan.Cell> cells;
  private final String name;
  private final EventLog log;
  private final Counted counted;
  private final byte[][] events;
  private final boolean large;

  /**
   * Opens the log.
   *
   * @param cells the cells of one case
   */
  LogTurn(LogStore store, List<Plan.Cell> cells) throws Exception {
    this.store = store;
    this.cells = cells;
    this.name = cells.get(0).name().replace("-", "");
    this.large = cells.get(0).name().equals("bandwidth-64k");
    this.events = large ? Events.ofLength(LARGE_EVENT, 16) : Events.ofLength(EVENT, DIFFERENT);
    this.log = store.events(name, level(cells.get(0).name()));
    this.counted = new Counted(log);
  }

  /** What an append of a case waits for. */
  static Level level(String name) {
    return name.equals("os-cache") ? Level.OS_CACHE : Level.DISK;
  }

  @Override
  public List<Plan.Cell> cells() {
    return cells;
  }

  @Override
  public Map<String, String> units() {
    return Map.of("rate", large ? "B/s" : "records/s", "allocation", "B/record");
  }

  /** What a log does waits for the disk, whose times have trends of their own. */
  @Override
  public boolean warms() {
    return false;
  }

  @Override
  public Played play(long nanos) throws Exception {
    Rate rate = rate((int) Math.max(1, nanos / 1_000_000));
    if (rate.count() == 0) return Played.failed(new Outcome("timeout", "not one event was acknowledged in a turn"));
    Map<String, Double> figures = new HashMap<>();
    figures.put("rate", rate.mean() * (large ? LARGE_EVENT : 1));
    figures.put("allocation", rate.allocatedEach());
    return new Played(Outcome.OK, figures, 1e9 / rate.mean(), rate.allocatedEach());
  }

  private Rate rate(int millis) throws Exception {
    int argument = cells.get(0).sizes()[0];
    int lead = Math.max(1, millis / 10);
    return switch (cells.get(0).name()) {
      case "callers-1" -> LogTimer.time(lead, millis, one());
      case "os-cache" ->
          log.isAsynchronous()
              ? counted.inFlight(events, argument, lead, millis)
              : LogTimer.time(lead, millis, one());
      case "callers-16", "callers-256" -> LogCallers.run(counted, events, argument, argument > 16, lead, millis);
      case "batch-100" -> counted.batches(events, argument, lead, millis);
      default ->
          log.isAsynchronous()
              ? counted.inFlight(events, argument, lead, millis)
              : counted.batches(events, Math.min(argument, log.largestBatch()), lead, millis);
    };
  }

  private LogTimer.Step one() {
    return () -> {
      counted.append(events[(int) (counted.appended() % DIFFERENT)]);
      return 1;
    };
  }

  @Override
  public Outcome check() throws Exception {
    if (counted.appended() > RECOUNTED) return Outcome.OK;
    long[] read = {0};
    try {
      log.read(event -> read[0]++);
    } catch (UnsupportedOperationException keepsNotAll) {
      return Outcome.OK;
    }
    return read[0] == counted.appended()
        ? Outcome.OK
        : new Outcome("wrong", read[0] + " events read instead of the " + counted.appended() + " acknowledged");
  }

  @Override
  public void close() throws Exception {
    log.close();
    store.drop(name);
  }
}
