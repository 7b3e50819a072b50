package brine.entity.projection.internal

import brine.entity.projection.Projection

/** A part of the records of a projection: those whose keys are in it. Immutable.
  *
  * Keys are in 1,024 pieces, of which each slice has a range.
  *
  * @param number
  *   from 0
  * @param of
  *   number of all parts
  */
private[projection] final case class Slice(number: Int, of: Int):
  def has(key: String): Boolean = Slice.numberOf(key, of) == number

  def isFirst: Boolean = number == 0

private[projection] object Slice:
  /** The most parts. */
  final val Most = 1024

  // Hashes of similar texts are close to each other. This number spreads them over the upper bits.
  private inline val Spreads   = 0x9e3779b9
  private inline val LowerBits = 22

  /** The part that a key is in. It never changes: positions in databases depend on it. */
  def numberOf(key: String, of: Int): Int = ((key.hashCode * Spreads) >>> LowerBits) * of / Most

  /** A projection, or a slice of it, in messages. */
  def described(projection: Projection[?], slice: Option[Slice]): String =
    slice.fold(projection.toString)(one => s"$projection, slice ${one.number} of ${one.of}")
