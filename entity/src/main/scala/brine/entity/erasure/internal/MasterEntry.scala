package brine.entity.erasure.internal

import brine.codec.Codec

/** A master key that was used.
  *
  * @param check
  *   a known text that it has encrypted
  */
private[internal] final case class MasterEntry(name: String, check: Array[Byte])

/** The master keys that were used in a folder. */
private[internal] final case class MasterEntries(masters: Vector[MasterEntry])

private[internal] object MasterEntries:
  final val Kind = "brmast01"

  def codec: Codec[MasterEntries] =
    implicit val entries: Codec[MasterEntry] = Codec.derived
    Codec.derived
