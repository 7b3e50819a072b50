package brine.lab.peer;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/**
 * What a JVM has done since it was started.
 *
 * @param cpuNanos processor time of all its threads, those of its compilers among them
 * @param compilingMillis how long its compilers have worked, whether they had a processor or waited for one
 */
public record JvmWork(long cpuNanos, long compilingMillis) {
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** Absent from a JVM that only interprets. */
  private static final CompilationMXBean COMPILERS = ManagementFactory.getCompilationMXBean();

  /** That of this JVM. */
  public static JvmWork ofThis() {
    long compiling =
        COMPILERS != null && COMPILERS.isCompilationTimeMonitoringSupported() ? COMPILERS.getTotalCompilationTime() : 0;
    return new JvmWork(PROCESS.getProcessCpuTime(), compiling);
  }

  /** That of both together. */
  public JvmWork plus(JvmWork other) {
    return new JvmWork(cpuNanos + other.cpuNanos, compilingMillis + other.compilingMillis);
  }
}
