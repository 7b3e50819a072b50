package brine.lab.harness;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;

/**
 * Warms every cell before JMH measures any, in turns, for a stated time on the processor. Counting processor time instead of
 * the clock's gives the code its calls, and the compiler its due, on a machine that does other work as well.
 */
final class WarmUp {
  /** Each turn of a cell, so that all cells' code is compiled with the others' already seen. */
  private static final long TURN_NANOS = 10_000_000;

  /** The clock may run this much longer than the processor time asked for. */
  private static final double PATIENCE = 2.5;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Keeps results alive, so that the compiler cannot drop the work. */
  static volatile Object last;

  private WarmUp() {}

  /** A cell that throws is left to JMH, which gives it its status. */
  static void run(List<Plan.Cell> cells, Map<String, Prepared> ready, double seconds, Lines lines) {
    long until = THREADS.getCurrentThreadCpuTime() + (long) (seconds * 1e9);
    long latest = System.nanoTime() + (long) (seconds * PATIENCE * 1e9);
    long told = System.nanoTime();
    while (true)
      for (Plan.Cell cell : cells) {
        long turn = THREADS.getCurrentThreadCpuTime() + TURN_NANOS;
        Prepared prepared = ready.get(cell.key());
        try {
          do once(cell, prepared);
          while (THREADS.getCurrentThreadCpuTime() < turn && System.nanoTime() < latest);
        } catch (Throwable ignored) {
          last = ignored;
        }
        if (THREADS.getCurrentThreadCpuTime() >= until || System.nanoTime() >= latest) return;
        if (System.nanoTime() - told > 1_000_000_000L) {
          told = System.nanoTime();
          lines.alive();
        }
      }
  }

  private static void once(Plan.Cell cell, Prepared prepared) throws Exception {
    if (cell.op().equals("encode")) {
      prepared.format.begin();
      for (Object value : prepared.values) last = prepared.format.encode(value);
    } else {
      byte[][] encoded = prepared.encoded;
      for (int i = 0; i < encoded.length; i++) last = prepared.format.decode(encoded[i], i);
    }
  }
}
