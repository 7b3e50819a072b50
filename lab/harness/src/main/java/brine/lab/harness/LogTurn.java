package brine.lab.harness;

import brine.lab.peer.LogStore;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One case, such as appends to a log, whose store stays open from the first turn to the last. After the last turn the
 * store is read, and must contain what was acknowledged.
 */
final class LogTurn implements Turn {
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** Up to this many events are counted again after the last turn. */
  private static final long RECOUNTED = 200_000;

  private final LogStore store;
  private final List<Plan.Cell> cells;
  private final String log;
  private final LogWork work;

  private LogTurn(LogStore store, List<Plan.Cell> cells) throws Exception {
    Plan.Cell first = cells.get(0);
    this.store = store;
    this.cells = cells;
    this.log = first.name().replace("-", "");
    this.work = LogWork.open(store, first.name(), log, first.sizes()[0]);
  }

  /** The turn of a case. A log that does not return what was appended has reported so, and has none. */
  static List<Turn> prepare(OpenStore store, List<Plan.Cell> cells, Lines lines) throws Exception {
    String name = cells.get(0).name();
    Outcome outcome = LogWork.appends(name) ? store.check(LogLoad.level(name)) : Outcome.OK;
    if (outcome.ok()) return List.of(new LogTurn(store.get(), cells));
    lines.failed(cells, outcome);
    return List.of();
  }

  @Override
  public List<Plan.Cell> cells() {
    return cells;
  }

  @Override
  public String unit(String op) {
    return work.unit(op);
  }

  @Override
  public boolean isSingleThreaded() {
    return false;
  }

  /** The cost is that of all threads, and of the compilers as well: it falls until they rest. */
  @Override
  public Played play(long nanos) throws Exception {
    int millis = (int) Math.max(1, nanos / 1_000_000);
    long cpu = PROCESS.getProcessCpuTime();
    Rate rate = work.run(Math.max(1, millis / 5), millis);
    double used = PROCESS.getProcessCpuTime() - cpu;
    if (rate.count() == 0) throw new IllegalStateException("nothing was done in a turn");
    Map<String, Double> figures = new HashMap<>();
    work.fields(rate).forEach((op, fields) -> figures.put(op, fields.get("value").getAsDouble()));
    return new Played(figures, used / rate.count(), rate.allocatedEach());
  }

  @Override
  public Outcome check() throws Exception {
    return work.recount(RECOUNTED);
  }

  @Override
  public void close() throws Exception {
    work.close();
    store.drop(log);
  }
}
