package brine.entity.projection.internal

import brine.codec.Codec

/** The state of a fold as it is saved. It belongs to the records as long as the fingerprint is that of their type.
  *
  * @param records
  *   fingerprint of the type of records when it was saved
  * @param aside
  *   the records that were set aside
  */
private[projection] final case class SavedFold[S](
    records: Long,
    hasCaughtUp: Boolean,
    aside: Vector[SavedFold.Aside],
    state: S
)

private[projection] object SavedFold:
  final case class Aside(key: String, offset: Long, reason: String)

  def codec[S](using Codec[S]): Codec[SavedFold[S]] =
    implicit val asides: Codec[Aside] = Codec.derived
    Codec.derived
