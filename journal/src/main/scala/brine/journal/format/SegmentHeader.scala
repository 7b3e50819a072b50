package brine.journal.format

import java.util.UUID

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
    Little.putLong(bytes, SegmentHeader.JournalAt, journal.getMostSignificantBits)
    Little.putLong(bytes, SegmentHeader.JournalAt + 8, journal.getLeastSignificantBits)
    Little.putLong(bytes, SegmentHeader.NumberAt, number)
    Little.putLong(bytes, SegmentHeader.EpochAt, epoch)
    Little.putLong(bytes, SegmentHeader.FirstSequenceAt, firstSequence)
    Little.putLong(bytes, SegmentHeader.SizeAt, size)
    Little.putLong(bytes, SegmentHeader.CreatedAt, created)
    previous.put(bytes, SegmentHeader.PreviousAt)
    Little.putLong(bytes, SegmentHeader.SaltAt, salt)
    Little.putInt(bytes, SegmentHeader.CompressionAt, compression)
    Little.putInt(bytes, SegmentHeader.FlagsAt, if isCompacted then SegmentHeader.Compacted else 0)
    original.foreach(_.put(bytes, SegmentHeader.OriginalAt))
    Little.putInt(bytes, SegmentHeader.CheckAt, Checksum.of(bytes, 0, SegmentHeader.CheckAt))
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

  /** Where the fields are that errors name. */
  inline val JournalAt                     = 16
  inline val NumberAt                      = 32
  private[format] inline val EpochAt       = 40
  inline val FirstSequenceAt               = 48
  private[format] inline val SizeAt        = 56
  private[format] inline val CreatedAt     = 64
  inline val PreviousAt                    = 72
  inline val SaltAt                        = 96
  private[format] inline val CompressionAt = 104
  inline val FlagsAt                       = 108
  inline val OriginalAt                    = 112

  /** `BRINESEG` */
  private[format] inline val Magic = 0x474553454e495242L

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
    if Little.int(bytes, CheckAt) != Checksum.of(bytes, 0, CheckAt) then
      fail(0, "the header does not agree with its checksum: it was damaged")
    val version = Little.int(bytes, 8)
    if !FormatVersion.isKnown(version) then throw UnknownVersion(file, version)
    val flags = Little.int(bytes, FlagsAt)
    SegmentHeader(
      journal = UUID(Little.long(bytes, JournalAt), Little.long(bytes, JournalAt + 8)),
      number = Little.long(bytes, NumberAt),
      epoch = Little.long(bytes, EpochAt),
      firstSequence = Little.long(bytes, FirstSequenceAt),
      size = Little.long(bytes, SizeAt),
      created = Little.long(bytes, CreatedAt),
      previous = SegmentEnd.read(bytes, PreviousAt),
      salt = Little.long(bytes, SaltAt),
      compression = Little.int(bytes, CompressionAt),
      original = if (flags & Compacted) == 0 then None else Some(SegmentEnd.read(bytes, OriginalAt))
    )
