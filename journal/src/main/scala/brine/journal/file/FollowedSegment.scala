package brine.journal.file

import brine.codec.Compression
import brine.journal.format.{Damage, EntryReader, Frame, SegmentHeader, UnitScanner}
import brine.journal.storage.Storage
import java.nio.ByteBuffer
import java.nio.file.Path

/** The last segment of a journal that another process may be writing, read as far as it is written. Owned by the
  * [[Follower]], which lets one thread use it at a time.
  *
  * @param listed
  *   the segment; its file may have been replaced by a compacted one since
  */
private[file] final class FollowedSegment(
    storage: Storage,
    folder: Path,
    listed: SegmentHeader,
    compressions: Int => Option[Compression]
) extends AutoCloseable:
  val name: String = SegmentFiles.name(listed.firstSequence)
  private val file = storage.openRead(folder.resolve(name))

  /** The header of the file. */
  val header: SegmentHeader =
    try SegmentFiles.named(name, file)
    catch
      case error: Throwable =>
        file.close()
        throw error

  /** What was read of it. */
  val index: ScannedSegment = ScannedSegment(header)

  // A small chunk: most of the time there is little to read.
  private val scanner =
    UnitScanner(name, file, header, SegmentHeader.Length, compressions, FollowedSegment.ChunkSize)
  private val nextLength = ByteBuffer.allocate(4)

  // The name of the next segment, should this one end after a sequence
  private var namedAfter = -1L
  private var named      = ""

  /** The highest sequence that the header or a frame says is durable. */
  var durable: Long = header.previous.sequence

  def number: Long       = header.number
  def isEmpty: Boolean   = index.records == 0
  def lastSequence: Long = index.lastSequence

  /** Where the next unit will start. */
  def end: Long = scanner.end

  /** Whether anything was written after the last unit. Reads four bytes. */
  def hasMore: Boolean =
    header.size - end > nextLength.capacity && {
      file.read(nextLength.clear(), end) == nextLength.capacity && nextLength.getInt(0) != 0
    }

  /** Reads the units that were written since.
    *
    * @throws Damage
    *   if one has malformed entries
    */
  def follow(): Unit =
    scanner.seek(scanner.end, fresh = true)
    while scanner.next() && !scanner.isSeal do
      durable = math.max(durable, scanner.durableSequence)
      try index.add(scanner)
      catch case error: EntryReader.Malformed => throw Damage(name, scanner.offset, error.problem)

  /** Name of the file of the next segment, if that begins after what was read; null if nothing can follow yet. */
  def nextName: String | Null =
    val last = header.original.fold(lastSequence)(_.sequence)
    if last < header.firstSequence then null
    else
      if last != namedAfter then
        named = SegmentFiles.name(last + 1)
        namedAfter = last
      named

  /** Checks that it was read to the end that the header of the next segment gives. */
  def checkEnd(next: SegmentHeader): Unit =
    if lastSequence < next.previous.sequence && !header.isCompacted then
      throw Damage(name, end, s"the segment ends here, but it had records up to ${next.previous.sequence}")

  /** The highest sequence that a frame after the last unit says was durable; 0 if there is no such frame. Reads
    * the rest of the file.
    */
  def durableAfterEnd: Long =
    var highest = 0L
    if Recovery.tornBytes(file, header, end) > 0 then
      val frames = UnitScanner(name, file, header, end, compressions)
      var at     = frames.findFrame(end)
      while at >= 0 do
        highest = math.max(highest, frames.durableSequence)
        at = frames.findFrame(at + Frame.Alignment)
    highest

  def close(): Unit = file.close()

private object FollowedSegment:
  private inline val ChunkSize = 1 << 16
