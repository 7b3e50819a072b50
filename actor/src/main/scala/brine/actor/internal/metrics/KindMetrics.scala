package brine.actor.internal.metrics

import java.util.concurrent.atomic.LongAdder

/** The measurements of all actors of one kind. Any thread may add to them. */
private[actor] final class KindMetrics(val kind: String):
  val spawned      = LongAdder()
  val stopped      = LongAdder()
  val waiting      = LongAdder()
  val handled      = LongAdder()
  val failures     = LongAdder()
  val queueTimes   = TimeCounts()
  val handlerTimes = TimeCounts()
