package brine.lab.harness;

import brine.lab.peer.EventLog;
import brine.lab.peer.LogStore;
import brine.lab.peer.LogStore.Level;

/**
 * Appends one case's events to a log of its own, which stays open: events of 256 bytes or 64 KiB, from callers that
 * wait or from one that does not. Used by one thread.
 */
final class LogLoad implements LogWork {
  private static final int EVENT = 256;
  private static final int LARGE_EVENT = 64 << 10;
  private static final int DIFFERENT = 1024;

  private final String name;
  private final int argument;
  private final byte[][] events;
  private final EventLog log;
  private final Counted counted;
  private byte[][] batch;
  private LogCallers callers;

  /**
   * Opens the log.
   *
   * @param name the case
   * @param log name of the log in its store
   * @param argument callers, events per batch, or events in flight
   */
  LogLoad(LogStore store, String name, String log, int argument) throws Exception {
    this.name = name;
    this.argument = argument;
    this.events = isBytes() ? Events.ofLength(LARGE_EVENT, 16) : Events.ofLength(EVENT, DIFFERENT);
    this.log = store.events(log, level(name));
    this.counted = new Counted(this.log);
  }

  /** What an append of a case waits for. */
  static Level level(String name) {
    return name.equals("os-cache") ? Level.OS_CACHE : Level.DISK;
  }

  private boolean isBytes() {
    return name.equals("bandwidth-64k");
  }

  @Override
  public String unit(String op) {
    return isBytes() && op.equals("rate") ? "B/s" : LogWork.super.unit(op);
  }

  @Override
  public int factor() {
    return isBytes() ? LARGE_EVENT : 1;
  }

  @Override
  public Rate run(int warmUpMillis, int millis) throws Exception {
    return switch (name) {
      case "callers-1" -> LogTimer.time(warmUpMillis, millis, this::one);
      case "callers-16", "callers-256" -> callers().run(warmUpMillis, millis);
      case "batch-100" -> counted.batches(batch(), warmUpMillis, millis);
      case "os-cache" ->
          log.isAsynchronous()
              ? counted.inFlight(events, argument, warmUpMillis, millis)
              : LogTimer.time(warmUpMillis, millis, this::one);
      default ->
          log.isAsynchronous()
              ? counted.inFlight(events, argument, warmUpMillis, millis)
              : counted.batches(batch(), warmUpMillis, millis);
    };
  }

  private int one() throws Exception {
    counted.append(events[(int) (counted.appended() % DIFFERENT)]);
    return 1;
  }

  /** Made once: a batch may take more memory than the young generation of a JVM that takes turns. */
  private byte[][] batch() {
    if (batch == null) batch = Events.batch(events, Math.min(argument, log.largestBatch()));
    return batch;
  }

  private LogCallers callers() {
    if (callers == null) callers = new LogCallers(this::caller, counted::appended, argument, argument > 16);
    return callers;
  }

  private LogCallers.Call caller(int number) {
    int[] next = {number};
    return () -> counted.append(events[Math.floorMod(next[0]++, events.length)]);
  }

  @Override
  public Outcome recount(long most) throws Exception {
    long appended = counted.appended();
    if (appended > most) return Outcome.OK;
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

  @Override
  public void close() throws Exception {
    try (log) {
      if (callers != null) callers.close();
    }
  }
}
