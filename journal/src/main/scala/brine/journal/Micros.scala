package brine.journal

import java.time.Instant

/** Times of events as listeners and files have them: microseconds since 1970, in UTC. */
object Micros:
  /** The instant of a time. */
  def instant(micros: Long): Instant =
    Instant.ofEpochSecond(Math.floorDiv(micros, 1000000L), Math.floorMod(micros, 1000000L) * 1000)

  /** The time of an instant, whose nanoseconds are dropped.
    *
    * @throws ArithmeticException
    *   if it is more than 292,000 years from 1970
    */
  def of(instant: Instant): Long =
    // Not by ChronoUnit, which counts in nanoseconds on JDK 21: those fit into a number for 292 years.
    Math.addExact(Math.multiplyExact(instant.getEpochSecond, 1000000L), instant.getNano / 1000L)
