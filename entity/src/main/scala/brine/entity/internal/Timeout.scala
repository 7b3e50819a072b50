package brine.entity.internal

import java.time.Duration

/** The rule for timeouts in settings, which are counted in nanoseconds. */
private[entity] object Timeout:
  private val Longest = Duration.ofNanos(Long.MaxValue)

  /** Refuses a timeout out of range.
    *
    * @param name
    *   name of the setting, for the message
    */
  def requireValid(timeout: Duration, name: String = "timeout"): Unit =
    require(
      timeout.isPositive && timeout.compareTo(Longest) <= 0,
      s"$name is $timeout: it must be above zero, and at most 292 years"
    )
