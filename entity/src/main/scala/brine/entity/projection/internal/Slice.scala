package brine.entity.projection.internal

import brine.entity.projection.Projection

/** A part of the records of a projection: those whose keys are in it. Immutable.
  *
  * Keys are in the 1,024 slices that Pekko's persistence has for the names of streams, of which each part has a range.
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

  /** The part that a key is in. */
  def numberOf(key: String, of: Int): Int = math.abs(key.hashCode % Most) * of / Most

  /** A projection, or a slice of it, in messages. */
  def described(projection: Projection[?], slice: Option[Slice]): String =
    slice.fold(projection.toString)(one => s"$projection, slice ${one.number} of ${one.of}")
