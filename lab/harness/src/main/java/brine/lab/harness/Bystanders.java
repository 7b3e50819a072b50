package brine.lab.harness;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Whether the JVM's other threads, mostly compilers, are still busy beside the current thread. Measured in processor
 * time, because other programs may take the processor from either. Used by one thread.
 */
final class Bystanders {
  /** Processor time of the current thread between two checks. */
  private static final long WINDOW_NANOS = 200_000_000;

  /** Collectors are never idle while a library allocates, but rarely take more than this share beside it. */
  private static final double RESTING = 0.25;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private long own = THREADS.getCurrentThreadCpuTime();
  private long all = PROCESS.getProcessCpuTime();
  private boolean resting;

  /** The result for the latest window; false before the first one. */
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
