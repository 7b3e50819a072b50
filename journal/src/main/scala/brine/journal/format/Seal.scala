package brine.journal.format

/** What a segment's seal says: everything that was written to the segment before it.
  *
  * @param sequence
  *   the last sequence that the segment stands for
  * @param digest
  *   [[Digest]] of the frames before the seal
  * @param records
  *   number of records in the file
  */
private[journal] final case class Seal(sequence: Long, digest: Long, records: Long):
  def toBytes: Array[Byte] =
    val bytes = new Array[Byte](Seal.BodyLength)
    Little.putLong(bytes, 0, sequence)
    Little.putLong(bytes, 8, digest)
    Little.putLong(bytes, 16, records)
    bytes

private[journal] object Seal:
  inline val BodyLength = 24

  /** Length of a seal in the file. */
  val Length: Int = Frame.length(BodyLength)

  def read(bytes: Array[Byte], at: Int): Seal =
    Seal(Little.long(bytes, at), Little.long(bytes, at + 8), Little.long(bytes, at + 16))
