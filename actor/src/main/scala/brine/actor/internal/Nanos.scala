package brine.actor.internal

import java.time.Duration

/** Times as the runtime counts them. */
private[brine] object Nanos:
  /** The nanoseconds of a duration, which is not negative; 292 years for those that are longer. */
  def of(duration: Duration): Long =
    if duration.getSeconds >= Long.MaxValue / 1000000000L then Long.MaxValue else duration.toNanos
