package brine.actor.javaapi

import brine.actor.internal.support.Nanos
import java.time.Duration
import java.util.concurrent.TimeUnit.NANOSECONDS
import scala.concurrent.duration.FiniteDuration

private[javaapi] object Durations:
  /** The duration as Scala has it; 292 years if it is longer, also below zero. */
  def toScala(duration: Duration): FiniteDuration =
    val nanos =
      if !duration.isNegative then Nanos.of(duration)
      else if duration.getSeconds <= -Nanos.MostSeconds then -Long.MaxValue
      else duration.toNanos
    FiniteDuration(nanos, NANOSECONDS)
