package brine.entity.process.internal

import brine.codec.Codec

/** A part of the snapshot of open timers: one of them.
  *
  * @param announced
  *   offset of the record that says that it is due; 0 if there is none
  */
private[process] final case class SavedTimer(instance: String, id: String, number: Long, micros: Long, announced: Long)

private[process] object SavedTimer:
  implicit val codec: Codec[SavedTimer] = Codec.derived
