package brine.actor.internal

import brine.actor.ActorTimes
import java.util.concurrent.atomic.{AtomicLongArray, LongAccumulator, LongAdder}

/** Counts durations in buckets of at most an eighth of their value. Any thread may add. Takes 4 KiB. */
private[internal] final class TimeCounts:
  private val buckets = AtomicLongArray(TimeCounts.Buckets)
  private val total   = LongAdder()
  private val longest = LongAccumulator((a, b) => Math.max(a, b), 0L)

  /** @param nanos at least 0 */
  def add(nanos: Long): Unit =
    val _ = buckets.getAndIncrement(TimeCounts.bucketOf(nanos))
    total.add(nanos)
    longest.accumulate(nanos)

  def snapshot: ActorTimes =
    val counts = new Array[Long](TimeCounts.Buckets)
    var sum    = 0L
    var i      = 0
    while i < counts.length do
      counts(i) = buckets.get(i)
      sum += counts(i)
      i += 1
    ActorTimes(sum, total.sum, longest.get, counts)

private[brine] object TimeCounts:
  private final val Steps = 8 // buckets between one power of two and the next
  final val Buckets       = 61 * Steps

  /** Durations below 8 have their own bucket; from there, eight buckets up to each power of two. */
  def bucketOf(nanos: Long): Int =
    if nanos < Steps then nanos.toInt
    else
      val power = 63 - java.lang.Long.numberOfLeadingZeros(nanos) // at least 3
      (power - 2) * Steps + ((nanos >>> (power - 3)).toInt & (Steps - 1))

  /** The longest duration of a bucket. */
  def longestOf(bucket: Int): Long =
    if bucket < Steps then bucket.toLong
    else
      val power = bucket / Steps + 2
      val step  = bucket % Steps
      (((Steps + step + 1).toLong) << (power - 3)) - 1
