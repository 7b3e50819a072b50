package brine.codec.testkit.internal

/** How much memory some code asks for: not counted by JavaScript engines. */
private[codec] object Allocation:
  /** Runs `code` and gives what it returns and 0. */
  def of[A](code: => A): (A, Long) = (code, 0L)
