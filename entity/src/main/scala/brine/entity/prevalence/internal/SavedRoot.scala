package brine.entity.prevalence.internal

import brine.codec.Codec

/** A state as it is saved. It belongs to its transactions as long as fold and fingerprint are those of the system.
  *
  * @param version
  *   number of transactions in it
  * @param micros
  *   time of the last of them, in microseconds since 1970
  * @param fold
  *   [[brine.entity.prevalence.PrevalentSystem.fold]] when it was saved
  * @param transactions
  *   fingerprint of the type of transactions when it was saved
  */
private[prevalence] final case class SavedRoot[S](version: Long, micros: Long, fold: Int, transactions: Long, state: S)

private[prevalence] object SavedRoot:
  def codec[S](using Codec[S]): Codec[SavedRoot[S]] = Codec.derived
