package brine.actor.internal.system

import brine.actor.{ActorStatistics, DeadLetterReason}
import brine.actor.internal.dispatcher.WorkerPool
import java.util.concurrent.atomic.LongAdder

/** Adds up the counts of a system. */
private[internal] object LiveStatistics:
  def of(
      pools: Array[WorkerPool],
      blocking: LongAdder,
      deadLetters: Array[LongAdder],
      failures: LongAdder
  ): ActorStatistics =
    ActorStatistics(
      pools.iterator.map(_.handled).sum + blocking.sum,
      DeadLetterReason.values.iterator.map(reason => reason -> deadLetters(reason.ordinal).sum).toMap,
      failures.sum
    )
