package brine.actor.internal.support

import java.time.Duration

/** Times as the runtime counts them. */
private[brine] object Nanos:
  /** The number of whole seconds in the longest time, 292 years. */
  final val MostSeconds = Long.MaxValue / 1000000000L

  /** The nanoseconds of a duration, which is not negative; 292 years for those that are longer. */
  def of(duration: Duration): Long =
    if duration.getSeconds >= MostSeconds then Long.MaxValue else duration.toNanos
