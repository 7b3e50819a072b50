package brine.lab.harness;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Whether the JVM's other threads, compilers above all, still work much beside the thread that asks. Counted in processor
 * time, as other programs may take the processor from either. Used by one thread.
 */
final class Bystanders {
  /** The asking thread's own work between two looks. */
  private static final long WINDOW_NANOS = 200_000_000;

  /** Collectors go on working for ever, the more a library allocates, but rarely more than this beside it. */
  private static final double RESTING = 0.25;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private long own = THREADS.getCurrentThreadCpuTime();
  private long all = PROCESS.getProcessCpuTime();
  private boolean resting;

  /** What the latest window showed; false before there was one. */
  boolean rest() {
    long ownNow = THREADS.getCurrentThreadCpuTime();
    if (ownNow - own >= WINDOW_NANOS) {
      long allNow = PROCESS.getProcessCpuTime();
      resting = (allNow - all) - (ownNow - own) < RESTING * (ownNow - own);
      own = ownNow;
      all = allNow;
    }
    return resting;
  }
}
