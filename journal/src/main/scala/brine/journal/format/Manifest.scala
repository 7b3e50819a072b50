package brine.journal.format

import brine.journal.{LogRole, Micros}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.UUID

/** The content of a slot of the manifest. There are two slots, `MANIFEST-a` and `MANIFEST-b`, written in turn, so that
  * one is always whole.
  *
  * @param generation
  *   the slot with the higher one counts
  * @param journal
  *   identity of the journal
  * @param epoch
  *   number of times the journal was opened for writing
  * @param firstSegment
  *   number of the oldest segment that is kept
  * @param firstSequence
  *   first sequence of that segment; earlier records were deleted on purpose
  * @param watermark
  *   everything up to here is known to be durable; a journal that reaches less far has lost data
  * @param isClosed
  *   whether the journal was closed after the watermark, so that nothing follows it
  * @param role
  *   who may append
  */
private[journal] final case class Manifest(
    generation: Long,
    journal: UUID,
    epoch: Long,
    firstSegment: Long,
    firstSequence: Long,
    watermark: Watermark,
    isClosed: Boolean,
    role: LogRole
):
  def toBytes: Array[Byte] =
    val bytes = new Array[Byte](Manifest.Length)
    Little.putLong(bytes, 0, Manifest.Magic)
    Little.putInt(bytes, 8, FormatVersion.Current)
    Little.putInt(bytes, 12, Manifest.Length)
    Little.putLong(bytes, 16, journal.getMostSignificantBits)
    Little.putLong(bytes, 24, journal.getLeastSignificantBits)
    Little.putLong(bytes, 32, generation)
    Little.putLong(bytes, 40, epoch)
    Little.putLong(bytes, Manifest.FirstSegmentAt, firstSegment)
    Little.putLong(bytes, 56, firstSequence)
    Little.putLong(bytes, 64, watermark.segment)
    Little.putLong(bytes, 72, watermark.offset)
    Little.putLong(bytes, 80, watermark.sequence)
    Little.putInt(bytes, 88, if isClosed then 1 else 0)
    Manifest.putRole(bytes, role)
    Little.putInt(bytes, Manifest.CheckAt, Checksum.of(bytes, 0, Manifest.CheckAt))
    bytes

/** A position up to which everything is durable.
  *
  * @param segment
  *   number of the segment
  * @param offset
  *   end of the unit with this sequence
  * @param sequence
  *   sequence of the last durable record
  */
private[journal] final case class Watermark(segment: Long, offset: Long, sequence: Long)

private[journal] object Manifest:
  /** That of an ordinary journal. */
  def apply(
      generation: Long,
      journal: UUID,
      epoch: Long,
      firstSegment: Long,
      firstSequence: Long,
      watermark: Watermark,
      isClosed: Boolean
  ): Manifest =
    Manifest(generation, journal, epoch, firstSegment, firstSequence, watermark, isClosed, LogRole.Ordinary)

  inline val Length          = 4096
  private inline val CheckAt = Length - 4

  /** Where it says which segment is the first. */
  inline val FirstSegmentAt = 48

  /** `BRINEMAN` */
  private inline val Magic = 0x4e414d454e495242L

  /** The names of the slots. */
  val names: Vector[String] = Vector("MANIFEST-a", "MANIFEST-b")

  /** Reads a slot; None if it is not whole.
    *
    * @throws UnknownVersion
    *   if a later release wrote it
    */
  def read(file: String, bytes: Array[Byte]): Option[Manifest] =
    if bytes.length < Length || Little.long(bytes, 0) != Magic || Little
        .int(bytes, CheckAt) != Checksum.of(bytes, 0, CheckAt)
    then None
    else
      val version = Little.int(bytes, 8)
      if !FormatVersion.isKnown(version) then throw UnknownVersion(file, version)
      Some(
        Manifest(
          generation = Little.long(bytes, 32),
          journal = UUID(Little.long(bytes, 16), Little.long(bytes, 24)),
          epoch = Little.long(bytes, 40),
          firstSegment = Little.long(bytes, FirstSegmentAt),
          firstSequence = Little.long(bytes, 56),
          watermark = Watermark(Little.long(bytes, 64), Little.long(bytes, 72), Little.long(bytes, 80)),
          isClosed = (Little.int(bytes, 88) & 1) != 0,
          role = roleOf(file, bytes)
        )
      )

  private inline val RoleAt  = 92
  private inline val SinceAt = 96
  private inline val NameAt  = 104

  private def putRole(bytes: Array[Byte], role: LogRole): Unit =
    def put(number: Int, of: String, since: java.time.Instant): Unit =
      val name = of.getBytes(UTF_8)
      Little.putInt(bytes, RoleAt, number)
      Little.putLong(bytes, SinceAt, Micros.of(since))
      Little.putInt(bytes, NameAt, name.length)
      System.arraycopy(name, 0, bytes, NameAt + 4, name.length)
    role match
      case LogRole.Ordinary            => ()
      case LogRole.Replica(of, since)  => put(1, of, since)
      case LogRole.Promoted(of, since) => put(2, of, since)
      case LogRole.Fenced(since)       => put(3, "", since)

  private def roleOf(file: String, bytes: Array[Byte]): LogRole =
    val since  = Micros.instant(Little.long(bytes, SinceAt))
    val length = Little.int(bytes, NameAt)
    if length < 0 || length > CheckAt - NameAt - 4 then throw Damage(file, NameAt, s"a name of $length bytes")
    val of = String(bytes, NameAt + 4, length, UTF_8)
    Little.int(bytes, RoleAt) match
      case 0     => LogRole.Ordinary
      case 1     => LogRole.Replica(of, since)
      case 2     => LogRole.Promoted(of, since)
      case 3     => LogRole.Fenced(since)
      case other => throw Damage(file, RoleAt, s"a role with the number $other")
