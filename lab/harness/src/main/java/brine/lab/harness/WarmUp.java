package brine.lab.harness;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Warms up every cell in turns before JMH measures any, for a given processor time. Unlike wall time, processor time
 * gives the code its calls, and the compiler its share, on a machine that does other work as well. The warm-up calls
 * the same methods as JMH; warmed through another loop, they would be compiled again during the measurement. It
 * continues while the compilers are busy, up to a limit, because compilation times differ much.
 */
final class WarmUp {
  /** Length of a cell's turn, so that the code of all cells is compiled after the others have run. */
  private static final long TURN_NANOS = 10_000_000;

  /** Wall time may exceed the requested processor time by this factor. */
  private static final double PATIENCE = 2.5;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final CaseBenchmark BENCHMARK = new CaseBenchmark();

  /** JMH requires this sentence from code that creates a Blackhole itself. */
  private static final Blackhole HOLE =
      new Blackhole("Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.");

  private WarmUp() {}

  /**
   * Warms up the cells. A cell that throws is left to JMH, which gives it its status.
   *
   * @param seconds processor time for all cells together
   * @param longest multiple of that time to use if the compilers stay busy
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
