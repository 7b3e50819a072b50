package brine.journal.recovery

import brine.journal.JournalSettings
import brine.journal.appending.ActiveSegment
import brine.journal.folders.{Fence, SegmentFiles, SegmentSizes}
import brine.journal.format.{SegmentEnd, SegmentHeader}
import brine.journal.storage.Storage
import java.nio.file.Path
import java.util.UUID
import java.util.random.RandomGenerator

/** Makes the segments of a folder: prepares files of zeros ahead, and turns them into segments.
  *
  * @param random
  *   gives their salts
  * @param fence
  *   checked before anything is changed under a name; null if nobody else can come
  */
private[journal] final class SegmentMaker(
    storage: Storage,
    folder: Path,
    settings: JournalSettings,
    random: RandomGenerator,
    fence: Fence | Null
):
  val sizes: SegmentSizes = SegmentSizes(settings)

  /** Length of the prepared file; 0 if there is none that can be used. */
  def readyLength: Long =
    val next = folder.resolve(SegmentFiles.Next)
    if !storage.exists(next) then 0
    else
      val file = storage.openRead(next)
      try if sizes.isAllowed(file.size) then file.size else 0
      finally file.close()

  /** Prepares a file to begin with, unless one is ready. Returns its length. */
  def prepareFirst(): Long =
    val ready = readyLength
    if ready > 0 then ready
    else
      prepare(sizes.first)
      sizes.first

  /** Prepares a file of this length. */
  def prepare(size: Long): Unit = SegmentFiles.prepare(storage, folder, size, fence)

  /** See [[SegmentFiles.mayBegin]]. */
  def mayBegin(length: Long): Boolean = SegmentFiles.mayBegin(storage, folder, length)

  /** Turns the prepared file into a segment without records. Its header and name are durable when this returns. */
  def begin(next: NewSegment): ActiveSegment =
    val header = SegmentHeader(
      next.journal,
      next.number,
      next.epoch,
      next.previous.sequence + 1,
      next.length,
      math.max(settings.clock.millis * 1000, next.time),
      next.previous,
      random.nextLong(),
      settings.compression.kind,
      None
    )
    val file = SegmentFiles.activate(storage, folder, header, fence)
    if fence != null then fence.guard(folder.resolve(SegmentFiles.name(header.firstSequence)), file)
    ActiveSegment.fresh(header, file)

/** A segment to begin.
  *
  * @param epoch
  *   the opening that begins it
  * @param number
  *   number of the segment in the journal
  * @param previous
  *   how the segment before ended
  * @param time
  *   time of the last record; the segment is not older
  * @param length
  *   length of the prepared file
  */
private[journal] final case class NewSegment(
    journal: UUID,
    epoch: Long,
    number: Long,
    previous: SegmentEnd,
    time: Long,
    length: Long
)
