package brine.codec.testkit.internal

import java.lang.management.ManagementFactory

/** Measures memory allocation. */
private[codec] object Allocation:
  private val threads = ManagementFactory.getThreadMXBean match
    case counting: com.sun.management.ThreadMXBean if counting.isThreadAllocatedMemorySupported =>
      counting.setThreadAllocatedMemoryEnabled(true)
      Some(counting)
    case _ => None

  /** Runs `code` and returns its result and the bytes it allocated; 0 bytes if the JVM does not report allocation. */
  def of[A](code: => A): (A, Long) = threads match
    case Some(counting) =>
      val before = counting.getCurrentThreadAllocatedBytes
      val result = code
      (result, counting.getCurrentThreadAllocatedBytes - before)
    case None => (code, 0L)
