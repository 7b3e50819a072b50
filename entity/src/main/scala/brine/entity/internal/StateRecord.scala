package brine.entity.internal

import brine.codec.Codec

/** A state as it is saved. It belongs to its events as long as fold and fingerprint are those of the entity.
  *
  * @param version
  *   number of the last event in it
  * @param micros
  *   time of that event, or of a later decision
  * @param fold
  *   [[brine.entity.Entity.fold]] when it was saved
  * @param events
  *   fingerprint of the type of events when it was saved
  */
private[internal] final case class StateRecord[S](version: Long, micros: Long, fold: Int, events: Long, state: S)

private[internal] object StateRecord:
  def codec[S](using Codec[S]): Codec[StateRecord[S]] = Codec.derived
