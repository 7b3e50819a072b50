package brine.entity.internal

import java.time.Duration

/** The rule for timeouts in settings, which are counted in nanoseconds. */
private[entity] object Timeout:
  private val Longest = Duration.ofNanos(Long.MaxValue)

  /** Refuses a timeout out of range. */
  def requireValid(timeout: Duration): Unit =
    require(
      timeout.isPositive && timeout.compareTo(Longest) <= 0,
      s"timeout is $timeout: it must be above zero, and at most 292 years"
    )
