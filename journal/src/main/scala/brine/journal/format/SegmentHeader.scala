package brine.journal.format

import java.util.UUID
import java.util.zip.CRC32C

/** The first 4 KiB of a segment. Layout: `docs/spec/journal-format.md`.
  *
  * @param journal
  *   identity of the journal
  * @param number
  *   number of the segment in the journal, from 1; compaction keeps it
  * @param epoch
  *   number of times the journal had been opened for writing
  * @param firstSequence
  *   sequence of the first record, present or future
  * @param size
  *   length of the file when it was created. The file may be shorter if the segment ended and was truncated; otherwise
  *   another length is corruption
  * @param created
  *   microseconds since 1970
  * @param previous
  *   how the segment before ended
  * @param salt
  *   makes frames of other segments, or of another use of the same file, invalid here
  * @param compression
  *   kind of [[brine.codec.Compression]] of its compressed units
  * @param original
  *   in a compacted segment, how the original ended: the same as the next header's `previous`
  */
private[journal] final case class SegmentHeader(
    journal: UUID,
    number: Long,
    epoch: Long,
    firstSequence: Long,
    size: Long,
    created: Long,
    previous: SegmentEnd,
    salt: Long,
    compression: Int,
    original: Option[SegmentEnd]
):
  def isCompacted: Boolean = original.isDefined

  def toBytes: Array[Byte] =
    val bytes = new Array[Byte](SegmentHeader.Length)
    Little.putLong(bytes, 0, SegmentHeader.Magic)
    Little.putInt(bytes, 8, FormatVersion.Current)
    Little.putInt(bytes, 12, SegmentHeader.Length)
    Little.putLong(bytes, 16, journal.getMostSignificantBits)
    Little.putLong(bytes, 24, journal.getLeastSignificantBits)
    Little.putLong(bytes, 32, number)
    Little.putLong(bytes, 40, epoch)
    Little.putLong(bytes, 48, firstSequence)
    Little.putLong(bytes, 56, size)
    Little.putLong(bytes, 64, created)
    previous.put(bytes, 72)
    Little.putLong(bytes, 96, salt)
    Little.putInt(bytes, 104, compression)
    Little.putInt(bytes, 108, if isCompacted then SegmentHeader.Compacted else 0)
    original.foreach(_.put(bytes, 112))
    Little.putInt(bytes, SegmentHeader.CheckAt, SegmentHeader.check(bytes))
    bytes

/** How a segment ended.
  *
  * @param sequence
  *   the last sequence in it or before it
  * @param offset
  *   offset after its last frame that is not the seal
  * @param digest
  *   digest of its frames up to there, see [[Digest]]
  */
private[journal] final case class SegmentEnd(sequence: Long, offset: Long, digest: Long):
  private[format] def put(bytes: Array[Byte], at: Int): Unit =
    Little.putLong(bytes, at, sequence)
    Little.putLong(bytes, at + 8, offset)
    Little.putLong(bytes, at + 16, digest)

private[journal] object SegmentEnd:
  /** Before the first segment. */
  val none: SegmentEnd = SegmentEnd(0, 0, 0)

  private[format] def read(bytes: Array[Byte], at: Int): SegmentEnd =
    SegmentEnd(Little.long(bytes, at), Little.long(bytes, at + 8), Little.long(bytes, at + 16))

private[journal] object SegmentHeader:
  inline val Length                  = 4096
  private[format] inline val CheckAt = Length - 4
  private inline val Compacted       = 1

  /** `BRINESEG` */
  private[format] inline val Magic = 0x474553454e495242L

  private def check(bytes: Array[Byte]): Int =
    val crc = CRC32C()
    crc.update(bytes, 0, CheckAt)
    crc.getValue.toInt

  /** Reads a header.
    *
    * @param file
    *   name of the file, for errors
    * @param bytes
    *   the first 4 KiB of the file, or the whole file if it is shorter
    * @throws Damage
    *   if the bytes are not a header
    * @throws UnknownVersion
    *   if a later release wrote the header
    */
  def read(file: String, bytes: Array[Byte]): SegmentHeader =
    def fail(at: Long, problem: String) = throw Damage(file, at, problem)
    if bytes.length < Length then
      fail(bytes.length, s"the header of a segment has $Length bytes, this file ends before")
    if Little.long(bytes, 0) != Magic then fail(0, "not a segment of a journal: it does not start with BRINESEG")
    if Little.int(bytes, CheckAt) != check(bytes) then
      fail(0, "the header does not agree with its checksum: it was damaged")
    val version = Little.int(bytes, 8)
    if !FormatVersion.isKnown(version) then throw UnknownVersion(file, version)
    val flags = Little.int(bytes, 108)
    SegmentHeader(
      journal = UUID(Little.long(bytes, 16), Little.long(bytes, 24)),
      number = Little.long(bytes, 32),
      epoch = Little.long(bytes, 40),
      firstSequence = Little.long(bytes, 48),
      size = Little.long(bytes, 56),
      created = Little.long(bytes, 64),
      previous = SegmentEnd.read(bytes, 72),
      salt = Little.long(bytes, 96),
      compression = Little.int(bytes, 104),
      original = if (flags & Compacted) == 0 then None else Some(SegmentEnd.read(bytes, 112))
    )
