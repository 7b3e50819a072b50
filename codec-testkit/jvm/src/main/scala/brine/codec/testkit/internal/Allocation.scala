package brine.codec.testkit.internal

import java.lang.management.ManagementFactory

/** How much memory some code asks for. */
private[codec] object Allocation:
  private val threads = ManagementFactory.getThreadMXBean match
    case counting: com.sun.management.ThreadMXBean if counting.isThreadAllocatedMemorySupported =>
      counting.setThreadAllocatedMemoryEnabled(true)
      Some(counting)
    case _ => None

  /** Runs `code` and gives what it returns and the bytes of memory it allocated, 0 where the machine does not count them. */
  def of[A](code: => A): (A, Long) = threads match
    case Some(counting) =>
      val before = counting.getCurrentThreadAllocatedBytes
      val result = code
      (result, counting.getCurrentThreadAllocatedBytes - before)
    case None => (code, 0L)
