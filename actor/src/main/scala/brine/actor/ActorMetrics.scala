package brine.actor

import brine.actor.internal.metrics.{KindMetrics, TimeCounts}

/** Measurements of all actors of one kind since their system started. [[ActorSystem.metrics]] returns them.
  *
  * The counts are exact once the actors are idle. While they run, a snapshot may miss what happens at that moment.
  *
  * @param kind
  *   class of the actors; for behaviors their name, or `actor` without one. Kinds beyond the first 1,000 are together
  *   in one, `(others)`
  * @param alive
  *   number of actors that have not stopped
  * @param spawned
  *   number of actors spawned so far
  * @param handled
  *   number of handled messages, those of timers included
  * @param failures
  *   number of handlers that threw
  * @param waiting
  *   number of messages in their mailboxes; those of timers and stashed ones do not count
  * @param queueTime
  *   from the sending of a message to its handler; a sample, see [[ActorSystemSettings.withMetricsEvery]]
  * @param handlerTime
  *   how long handlers ran; the same sample
  */
final case class ActorMetrics(
    kind: String,
    alive: Long,
    spawned: Long,
    handled: Long,
    failures: Long,
    waiting: Long,
    queueTime: ActorTimes,
    handlerTime: ActorTimes
)

object ActorMetrics:
  private[brine] def of(kind: KindMetrics): ActorMetrics =
    val ended = kind.stopped.sum
    val begun = kind.spawned.sum
    ActorMetrics(
      kind.kind,
      Math.max(0L, begun - ended),
      begun,
      kind.handled.sum,
      kind.failures.sum,
      Math.max(0L, kind.waiting.sum),
      ActorTimes.of(kind.queueTimes),
      ActorTimes.of(kind.handlerTimes)
    )

/** A distribution of durations, in nanoseconds.
  *
  * @param count
  *   number of measured durations
  * @param totalNanos
  *   their sum
  * @param maxNanos
  *   the longest; 0 without any
  */
final class ActorTimes private[brine] (
    val count: Long,
    val totalNanos: Long,
    val maxNanos: Long,
    counts: Array[Long]
):
  /** The mean; 0 without any. */
  def meanNanos: Double = if count == 0 then 0.0 else totalNanos.toDouble / count.toDouble

  /** A duration that at least this part of the measured durations does not exceed; at most an eighth too high. 0
    * without any.
    *
    * @param part
    *   from 0.0 to 1.0; 0.99 for the 99th percentile
    * @throws IllegalArgumentException
    *   if `part` is out of range
    */
  def percentileNanos(part: Double): Long =
    if !(part >= 0.0 && part <= 1.0) then throw IllegalArgumentException(s"part is $part: it must be from 0.0 to 1.0")
    val wanted = Math.max(1L, Math.ceil(part * count.toDouble).toLong)
    var bucket = 0
    var sum    = if count == 0 then 1L else counts(0)
    while sum < wanted && bucket < counts.length - 1 do
      bucket += 1
      sum += counts(bucket)
    if count == 0 then 0L else Math.min(maxNanos, TimeCounts.longestOf(bucket))

  override def toString: String =
    if count == 0 then "none measured"
    else
      s"$count measured: mean ${meanNanos.toLong} ns, median ${percentileNanos(0.5)} ns, " +
        s"99th percentile ${percentileNanos(0.99)} ns, longest $maxNanos ns"

private[brine] object ActorTimes:
  def of(times: TimeCounts): ActorTimes =
    val counts = times.counts
    ActorTimes(counts.sum, times.totalNanos, times.longestNanos, counts)
