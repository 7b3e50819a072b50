package brine.entity.process.internal

import brine.entity.internal.EventFold
import java.time.Instant

/** Times of timers: microseconds since 1970. */
private[process] object TimerTime:
  // The years -290,000 and 290,000, so that no sum of two of them overflows by the microsecond.
  private inline val FirstSecond = -9_213_000_000_000L
  private inline val LastSecond  = 9_089_000_000_000L

  def requireValid(at: Instant): Unit =
    require(
      at.getEpochSecond >= FirstSecond && at.getEpochSecond <= LastSecond,
      s"the time of a timer is $at: it must be between the years -290,000 and 290,000"
    )

  /** Rounds up: no timer fires before its time. */
  def microsOf(at: Instant): Long = EventFold.microsOf(at.plusNanos(999))

  /** The time to the microsecond. */
  def truncated(at: Instant): Instant = EventFold.instantOf(EventFold.microsOf(at))
