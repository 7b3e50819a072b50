package brine.actor.internal.metrics

import java.util.concurrent.atomic.{AtomicLongArray, LongAccumulator, LongAdder}

/** Counts durations in buckets of at most an eighth of their value. Any thread may add. Takes 4 KiB. */
private[actor] final class TimeCounts:
  private val buckets = AtomicLongArray(TimeCounts.Buckets)
  private val total   = LongAdder()
  private val longest = LongAccumulator((a, b) => Math.max(a, b), 0L)

  /** @param nanos at least 0 */
  def add(nanos: Long): Unit =
    val _ = buckets.getAndIncrement(TimeCounts.bucketOf(nanos))
    total.add(nanos)
    longest.accumulate(nanos)

  /** How many durations each bucket has. */
  def counts: Array[Long] =
    val read = new Array[Long](TimeCounts.Buckets)
    var i    = 0
    while i < read.length do
      read(i) = buckets.get(i)
      i += 1
    read

  def totalNanos: Long   = total.sum
  def longestNanos: Long = longest.get

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
