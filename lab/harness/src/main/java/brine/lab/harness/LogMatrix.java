package brine.lab.harness;

import brine.lab.harness.LogRun.Figures;
import brine.lab.peer.LogStore;

/** The cases beside the program of 2001, each with its own log. */
final class LogMatrix implements LogRun.Case {
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
    Outcome outcome = LogWork.appends(name) ? open.check(LogLoad.level(name)) : Outcome.OK;
    if (!outcome.ok()) return Figures.failed(outcome);
    String log = name.replace("-", "");
    try {
      return switch (name) {
        case "overhead" -> LogSize.overhead(store, log, sizes[0], sizes[1], lines);
        case "recovery" -> LogSize.recovery(store, log, sizes[0], lines);
        default -> timed(name, log, sizes);
      };
    } finally {
      store.drop(log);
    }
  }

  private Figures timed(String name, String log, int[] sizes) throws Exception {
    try (LogWork work = LogWork.open(store, name, log, sizes[0])) {
      Rate rate = work.run(sizes[1], sizes[2]);
      lines.alive();
      if (rate.count() == 0) return Figures.failed(new Outcome("timeout", "nothing was done in the time measured"));
      Outcome recounted = work.recount(RECOUNTED);
      return recounted.ok() ? Figures.of(work.fields(rate)) : Figures.failed(recounted);
    }
  }
}
