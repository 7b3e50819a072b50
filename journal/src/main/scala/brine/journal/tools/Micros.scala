package brine.journal.tools

import java.time.Instant
import java.time.temporal.ChronoUnit

/** Converts times of the files: microseconds since 1970. */
private[tools] object Micros:
  def instant(micros: Long): Instant =
    Instant.ofEpochSecond(Math.floorDiv(micros, 1000000L), Math.floorMod(micros, 1000000L) * 1000)

  def of(instant: Instant): Long = ChronoUnit.MICROS.between(Instant.EPOCH, instant)
