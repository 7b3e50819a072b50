package brine.lab.harness;

import brine.lab.peer.JvmWork;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Callers of one case of study {@code whole}, who rest between turns. A turn ends when each has the reply to its last
 * request. After the last turn the entities are started again, and must have every event that was replied to.
 */
final class EntityTurn implements Turn {
  private final OpenEntities open;
  private final List<Plan.Cell> cells;
  private final EntityLoad load;
  private Histogram pool = Delays.histogram();

  private EntityTurn(OpenEntities open, List<Plan.Cell> cells) throws Exception {
    Plan.Cell first = cells.get(0);
    this.open = open;
    this.cells = cells;
    this.load = new EntityLoad(open.sites(), EntityRun.loadOf(first), first.sizes()[0]);
  }

  /** The turn of a case. Entities that do not reply as the model does have reported so, and have none. */
  static List<Turn> prepare(OpenEntities open, List<Plan.Cell> cells, Lines lines) throws Exception {
    Outcome outcome = open.check();
    if (outcome.ok()) return List.of(new EntityTurn(open, cells));
    lines.failed(cells, outcome);
    return List.of();
  }

  @Override
  public List<Plan.Cell> cells() {
    return cells;
  }

  @Override
  public String unit(String op) {
    return op.equals("rate") ? "commands/s" : "us";
  }

  @Override
  public boolean isSingleThreaded() {
    return false;
  }

  /** One turn has too few delays for high percentiles. */
  @Override
  public boolean isPooled(String op) {
    return op.startsWith("p99");
  }

  @Override
  public Pooled pooled(String op) {
    return new Pooled(pool.getValueAtPercentile(Double.parseDouble(op.substring(1))) / 1e3, pool.getTotalCount());
  }

  @Override
  public void begin() {
    pool = Delays.histogram();
  }

  @Override
  public boolean isCompiled() {
    return open.compilers().rest();
  }

  /**
   * The cost is that of all threads, and of the compilers as well: it falls until they rest. Nodes of a cluster are in
   * processes of their own, whose cost is part of it.
   */
  @Override
  public Played play(long nanos) throws Exception {
    int millis = (int) Math.max(1, nanos / 1_000_000);
    JvmWork before = open.work();
    Rate rate = load.run(Math.max(1, millis / 5), millis);
    double used = open.work().cpuNanos() - before.cpuNanos();
    if (rate.count() == 0) throw new IllegalStateException("no command was replied to in a turn");
    Histogram delays = load.delays();
    pool.add(delays);
    Map<String, Double> figures = Map.of("rate", rate.mean(), "p50", delays.getValueAtPercentile(50) / 1e3);
    return new Played(figures, used / delays.getTotalCount(), (double) rate.allocated() / rate.count());
  }

  @Override
  public Outcome check() throws Exception {
    return open.restarted();
  }

  @Override
  public void close() throws Exception {
    load.close();
  }
}
