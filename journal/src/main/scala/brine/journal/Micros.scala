package brine.journal

import java.time.Instant
import java.time.temporal.ChronoUnit

/** Times of events as listeners and files have them: microseconds since 1970, in UTC. */
object Micros:
  /** The instant of a time. */
  def instant(micros: Long): Instant =
    Instant.ofEpochSecond(Math.floorDiv(micros, 1000000L), Math.floorMod(micros, 1000000L) * 1000)

  /** The time of an instant, whose nanoseconds are dropped. */
  def of(instant: Instant): Long = ChronoUnit.MICROS.between(Instant.EPOCH, instant)
