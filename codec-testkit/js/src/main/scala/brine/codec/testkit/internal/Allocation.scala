package brine.codec.testkit.internal

/** Measures memory allocation; JavaScript engines do not report it. */
private[codec] object Allocation:
  /** Runs `code` and returns its result and 0. */
  def of[A](code: => A): (A, Long) = (code, 0L)
