package brine.entity.erasure.internal

import brine.codec.Codec

/** A key in a file.
  *
  * @param readmissions
  *   how often its subject had been readmitted when it was made
  * @param master
  *   name of the master key that encrypts it, None if it is plain
  */
private[internal] final case class KeyEntry(
    subject: String,
    number: Int,
    readmissions: Int,
    master: Option[String],
    material: Array[Byte]
)

/** The keys of the subjects of a shard, each subject's in the order in which they were made. */
private[internal] final case class KeyEntries(keys: Vector[KeyEntry])

private[internal] object KeyEntries:
  final val Kind     = "brkeys01"
  final val ListKind = "brkeyl01"

  def codec: Codec[KeyEntries] =
    implicit val entries: Codec[KeyEntry] = Codec.derived
    Codec.derived
