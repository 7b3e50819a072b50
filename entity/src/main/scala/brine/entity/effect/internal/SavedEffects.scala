package brine.entity.effect.internal

import brine.entity.effect.SetAsideEffect
import brine.journal.Offset

/** What the log keeps of effects: all of events up to an offset were executed, but for some.
  *
  * @param upTo
  *   the offset up to which events were read
  * @param open
  *   offsets up to it of events whose effects may not have been executed, in order
  * @param aside
  *   effects that are set aside, by offset; none of them is open
  */
private[effect] final case class SavedEffects(upTo: Offset, open: Vector[Long], aside: Vector[SetAsideEffect]):
  /** Every effect of an event up to this offset was executed, or is set aside. */
  def position: Offset = open.headOption.fold(upTo)(first => Offset(first - 1))

  /** The records after this offset are needed to continue. The records that store this are among them, since each comes
    * after all events that it speaks of.
    */
  def keepAfter: Offset =
    aside.headOption.fold(position)(first => Offset(math.min(position.sequence, first.offset.sequence - 1)))

private[effect] object SavedEffects:
  /** Why an effect is set aside that did not fail itself. */
  final val AfterAnother = "it comes after an effect of the same key that is set aside"
