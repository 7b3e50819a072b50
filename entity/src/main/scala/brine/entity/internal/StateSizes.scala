package brine.entity.internal

import brine.codec.Codec
import java.util.concurrent.atomic.AtomicLong

/** The encoded sizes of the states in memory, for the limit of their sum. Measuring encodes a state, so it is done when
  * an entity is loaded and when its events have doubled, and not with each command. Thread-safe.
  *
  * @param most
  *   the limit of the sum; Long.MaxValue for none, then nothing is measured
  */
private[internal] final class StateSizes[S](most: Long)(using codec: Codec[S]):
  import StateSizes.*

  private val sum = AtomicLong()

  // At how many bytes it is looked at once which entities may leave.
  private val farTooMany = if most > Long.MaxValue / 9 then Long.MaxValue else most * 9 / 8

  val isLimited: Boolean = most != Long.MaxValue

  /** The sum of the sizes in memory. */
  def total: Long = sum.get

  /** The size of a state in bytes; 0 without a limit, and for one that cannot be encoded, maybe for lack of memory. */
  def measure(state: S): Int =
    if !isLimited then 0
    else
      try Codec.encodeBare(state).length
      catch case UserFailure(_) | _: OutOfMemoryError => 0

  /** Replaces the size of a state that is in memory. Returns whether the sum is far above the limit now. */
  def replace(before: Int, now: Int): Boolean =
    now != before && sum.addAndGet(now.toLong - before) > farTooMany && now > before

  /** Whether a state must be measured again, given the versions before and after its last events. */
  def isDue(before: Long, after: Long): Boolean = isLimited && isDoubled(before, after)

private[internal] object StateSizes:
  private inline val Least = 16

  private def isDoubled(before: Long, after: Long): Boolean =
    after >= Least &&
      (before < Least || java.lang.Long.numberOfLeadingZeros(before) != java.lang.Long.numberOfLeadingZeros(after))
