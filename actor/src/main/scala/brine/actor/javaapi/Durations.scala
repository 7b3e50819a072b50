package brine.actor.javaapi

import brine.actor.internal.Nanos
import java.time.Duration
import java.util.concurrent.TimeUnit.NANOSECONDS
import scala.concurrent.duration.FiniteDuration

private[javaapi] object Durations:
  /** The duration as Scala has it; 292 years if it is longer. */
  def toScala(duration: Duration): FiniteDuration =
    FiniteDuration(if duration.isNegative then duration.toNanos else Nanos.of(duration), NANOSECONDS)
