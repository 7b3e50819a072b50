package brine.lab.harness;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Warms every cell before JMH measures any, in turns, for a stated time on the processor. Counting processor time instead of
 * the clock's gives the code its calls, and the compiler its due, on a machine that does other work as well. It calls the
 * very methods that JMH will: warmed through another loop, they would be compiled anew while they are measured. It goes on
 * for as long as the compilers are still at work, up to a limit: code differs much in how long it takes to compile.
 */
final class WarmUp {
  /** Each turn of a cell, so that all cells' code is compiled with the others' already seen. */
  private static final long TURN_NANOS = 10_000_000;

  /** The clock may run this much longer than the processor time asked for. */
  private static final double PATIENCE = 2.5;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final CaseBenchmark BENCHMARK = new CaseBenchmark();

  /** JMH wants to hear that it is not it who makes this one. */
  private static final Blackhole HOLE =
      new Blackhole("Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.");

  private WarmUp() {}

  /**
   * A cell that throws is left to JMH, which gives it its status.
   *
   * @param seconds of the processor, for all cells together
   * @param longest how many times that it may take when the compilers do not come to rest
   */
  static void run(List<Plan.Cell> cells, Map<String, Prepared> ready, double seconds, double longest, Lines lines) {
    long start = THREADS.getCurrentThreadCpuTime();
    long least = start + (long) (seconds * 1e9);
    long most = start + (long) (seconds * longest * 1e9);
    long latest = System.nanoTime() + (long) (seconds * longest * PATIENCE * 1e9);
    Bystanders bystanders = new Bystanders();
    long told = System.nanoTime();
    while (true)
      for (Plan.Cell cell : cells) {
        long turn = THREADS.getCurrentThreadCpuTime() + TURN_NANOS;
        BENCHMARK.use(ready.get(cell.key()));
        try {
          do once(cell);
          while (THREADS.getCurrentThreadCpuTime() < turn && System.nanoTime() < latest);
        } catch (Throwable ignored) {
          CaseBenchmark.failure = null;
        }
        boolean resting = bystanders.rest();
        long now = THREADS.getCurrentThreadCpuTime();
        if (now >= most || System.nanoTime() >= latest || now >= least && resting) return;
        if (System.nanoTime() - told > 1_000_000_000L) {
          told = System.nanoTime();
          lines.alive();
        }
      }
  }

  private static void once(Plan.Cell cell) throws Exception {
    if (cell.op().equals("encode")) BENCHMARK.encode(HOLE);
    else BENCHMARK.decode(HOLE);
  }
}
