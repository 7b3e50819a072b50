package brine.lab.harness;

import brine.lab.peer.ActorPrograms;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Work of an actor runtime: of actors that live from the first turn to the last, or whole runs of a program. Between
 * turns they have nothing to do. High percentiles are of the delays of all turns together: one turn has too few.
 */
abstract class ActorTurn implements Turn {
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final long CHECK_NANOS = 1_000_000;

  private final List<Plan.Cell> cells;
  private final Map<String, Histogram> pools = new HashMap<>();

  ActorTurn(List<Plan.Cell> cells) {
    this.cells = cells;
  }

  /**
   * What was done in a turn.
   *
   * @param figures the figure of each operation that the case has in turns
   * @param operations asks, messages, rounds or runs
   */
  record Work(Map<String, Double> figures, long operations) {}

  /**
   * Works for about this time.
   *
   * @throws WrongResult if an answer is wrong, or something was not handled exactly once
   */
  abstract Work work(long nanos) throws Exception;

  /** Creates the actors of a case, and checks their answers. */
  static Turn open(ActorPrograms programs, List<Plan.Cell> cells) throws Exception {
    ActorTurn turn =
        switch (cells.get(0).name()) {
          case "ask-chained", "ask-threads" -> new AskingTurn(programs, cells);
          case "outside" -> new OutsideTurn(programs, cells);
          case "send-then-compute" -> new ComputingTurn(programs, cells);
          default -> new WholeRunTurn(programs, cells);
        };
    try {
      turn.work(CHECK_NANOS);
    } catch (Exception failure) {
      turn.close();
      throw failure;
    }
    return turn;
  }

  /**
   * Adds the delays of a turn to those of the turns before.
   *
   * @param series what stands before the percentile in the names of the operations; may be empty
   */
  final void pool(String series, Histogram delays) {
    pools.computeIfAbsent(series, name -> Delays.histogram()).add(delays);
  }

  @Override
  public List<Plan.Cell> cells() {
    return cells;
  }

  @Override
  public void begin() {
    pools.clear();
  }

  @Override
  public boolean isPooled(String op) {
    return op.matches("(.*-)?p99(\\.9)?");
  }

  @Override
  public Pooled pooled(String op) {
    int at = op.lastIndexOf("p99");
    Histogram pool = pools.getOrDefault(op.substring(0, at), Delays.histogram());
    double percentile = Double.parseDouble(op.substring(at + 1));
    return new Pooled(pool.getValueAtPercentile(percentile) / 1e3, pool.getTotalCount());
  }

  @Override
  public String unit(String op) {
    return op.equals("rate") ? "asks/s" : "us";
  }

  @Override
  public boolean isSingleThreaded() {
    return false;
  }

  @Override
  public Played play(long nanos) throws Exception {
    long allocated = THREADS.getTotalThreadAllocatedBytes();
    long cpu = PROCESS.getProcessCpuTime();
    Work work = work(nanos);
    double used = PROCESS.getProcessCpuTime() - cpu;
    double made = THREADS.getTotalThreadAllocatedBytes() - allocated;
    return new Played(work.figures(), used / work.operations(), made / work.operations());
  }
}
