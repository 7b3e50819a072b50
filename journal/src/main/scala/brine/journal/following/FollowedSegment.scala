package brine.journal.following

import brine.codec.Compression
import brine.journal.folders.SegmentFiles
import brine.journal.format.{Frame, SegmentEnd, SegmentHeader, SegmentReader, SegmentTail, UnitScanner}
import brine.journal.lookup.ScannedSegment
import brine.journal.storage.Storage
import java.nio.ByteBuffer
import java.nio.file.Path

/** The last segment of a journal that another process may be writing, read as far as it is written. Owned by the
  * [[Follower]], which lets one thread use it at a time.
  *
  * @param listed
  *   the segment; its file may have been replaced by a compacted one since
  */
private[following] final class FollowedSegment(
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

  // A small chunk: most of the time there is little to read.
  private val reader =
    SegmentReader(name, file, header, compressions, SegmentReader.Policy.Open, FollowedSegment.ChunkSize)

  /** What was read of it. */
  val index: ScannedSegment = ScannedSegment(header, reader.dictionary)

  private val nextStart = ByteBuffer.allocate(Frame.StartLength)

  // The name of the next segment, should this one end after a sequence
  private var namedAfter = -1L
  private var named      = ""

  /** The highest sequence that the header or a frame says is durable. */
  def durable: Long = reader.durable

  def number: Long       = header.number
  def isEmpty: Boolean   = index.records == 0
  def lastSequence: Long = index.lastSequence

  /** Where the next unit will start. */
  def end: Long = reader.unit.end

  /** Whether anything was written after the last unit. Reads four bytes. */
  def hasMore: Boolean =
    header.size - end > nextStart.capacity && {
      file.read(nextStart.clear(), end) == nextStart.capacity && Frame.isWritten(nextStart.array)
    }

  /** Reads the units that were written since.
    *
    * @throws brine.journal.format.Damage
    *   if one breaks a rule of the format
    */
  def follow(): Unit =
    reader.refresh()
    while reader.nextUnit() do index.add(reader)

  /** Name of the file of the next segment, if that begins after what was read; null if nothing can follow yet. */
  def nextName: String | Null =
    val last = header.original.fold(lastSequence)(_.sequence)
    if last < header.firstSequence then null
    else
      if last != namedAfter then
        named = SegmentFiles.name(last + 1)
        namedAfter = last
      named

  /** How it ends as far as it was read. */
  def segmentEnd: SegmentEnd = reader.segmentEnd

  /** Checks that it was read to the end that the header of the next segment gives. */
  def checkEnd(next: SegmentHeader): Unit = reader.requireTo(next.previous.sequence)

  /** The highest sequence that a frame after the last unit says was durable; 0 if there is no such frame. Reads
    * the rest of the file.
    */
  def durableAfterEnd: Long =
    if SegmentTail.writtenBytes(file, header, end) == 0 then 0
    else UnitScanner(name, file, header, end, compressions).durableFrom(end)

  def close(): Unit = file.close()

private object FollowedSegment:
  private inline val ChunkSize = 1 << 16
