package brine.journal.tools

import brine.journal.format.{EntryReader, SegmentChain, SegmentHeader, UnitScanner}
import brine.journal.storage.Storage
import brine.journal.{JournalSettings, Offset}
import scala.collection.mutable.ArrayBuffer

/** Reads one segment, and compares it with its header, its seal, its neighbors and the manifest. For one use, by one
  * thread.
  *
  * @param order
  *   checks the order of the records of all segments
  * @param next
  *   the next segment, if there is one
  * @param before
  *   result of the segment before
  */
private[tools] final class SegmentSurvey(
    found: JournalFolder,
    storage: Storage,
    settings: JournalSettings,
    order: RecordOrder,
    progress: ReadingProgress,
    slot: SegmentSlot.There,
    header: SegmentHeader,
    next: Option[SegmentSlot],
    before: Option[Survey.Segment]
):
  private val file           = slot.file
  private val path           = found.folder.resolve(file.name)
  private val manifest       = found.manifest
  private val isLast         = next.isEmpty
  private val lastBeforeNext = next.flatMap(_.lastBefore)
  private val nextEnd        = next.flatMap:
    case SegmentSlot.There(_, following) => following.header.toOption.map(_.previous)
    case _                               => None
  private val damages  = ArrayBuffer.empty[Damaged]
  private val reading  = SegmentReading()
  private var records  = 0L
  private var units    = 0L
  private var lastRead = header.firstSequence - 1

  /** Reads the segment.
    *
    * @return
    *   the result, and a note about something harmless
    */
  def run(): (Survey.Segment, Option[String]) =
    checkChain()
    val opened = storage.openRead(path)
    val walk   = SegmentWalk(file.name, opened, header, settings, lastBeforeNext, nextEnd, safe)
    try walk.run(read(_, walk))(leaveOut(_, walk))
    finally opened.close()
    progress.endFile(file.length)
    if damages.isEmpty then checkEnd(walk)
    checkLength(walk)
    val torn = Option.when(walk.isTorn):
      s"${file.name}: a torn write after byte ${walk.end}, which was never durable; opening for writing sets it aside"
    (result(walk), torn)

  // The watermark may be in an empty segment after the last one that is there.
  private def safe: Long =
    manifest
      .map(_.watermark)
      .filter(mark => mark.segment == slot.number || isLast && mark.segment > slot.number)
      .fold(0L)(_.sequence)

  private def result(walk: SegmentWalk): Survey.Segment =
    val last = math.max(walk.lastSequence, if isLast then walk.proven else lastBeforeNext.getOrElse(walk.proven))
    val end  = header.original.getOrElse(walk.segmentEnd)
    Survey.Segment(
      slot.number,
      Some(file.name),
      Some(header),
      header.firstSequence,
      header.original.fold(last)(_.sequence),
      Option.when(damages.isEmpty)(end),
      header.created,
      records,
      units,
      file.length,
      damages.toVector
    )

  private def report(offset: Long, problem: String, lost: Option[LostRecords] = None): Unit =
    damages += Damaged(path, offset, problem, lost): Unit

  // ---- Units --------------------------------------------------------------------------------------------------------

  private def read(unit: UnitScanner, walk: SegmentWalk): Unit =
    units += 1
    try
      reading.read(unit) { () =>
        records += 1
        lastRead = reading.event.sequence
        order.check(reading)(problem => report(unit.offset, s"record ${reading.event.sequence}: $problem"))
      } { problem =>
        lastRead = reading.event.sequence
        undefined(unit.offset, problem, lastRead)
      }
    catch
      case malformed: EntryReader.Malformed =>
        report(unit.offset, malformed.problem, LostRecords.between(lastRead + 1, walk.lastSequence))
    progress.at(unit.end)

  private def leaveOut(hole: SegmentWalk.Hole, walk: SegmentWalk): Unit =
    reading.skip()
    val lost = if header.isCompacted then None else LostRecords.between(walk.lastSequence + 1, hole.until)
    report(hole.offset, hole.problem, lost)

  // Reports consecutive records with the same problem as one range.
  private def undefined(offset: Long, problem: String, sequence: Long): Unit =
    val before =
      damages.lastOption.filter(last => last.problem == problem && last.lost.exists(_.last.sequence == sequence - 1))
    before match
      case Some(last) =>
        damages(damages.size - 1) = last.copy(lost = last.lost.map(_.copy(last = Offset(sequence))))
      case None => report(offset, problem, LostRecords.between(sequence, sequence))

  // ---- What is said of it -------------------------------------------------------------------------------------------

  private def checkChain(): Unit =
    val contradiction = SegmentChain.contradiction(header)
    if contradiction.nonEmpty then report(SegmentHeader.PreviousAt, contradiction)
    before
      .flatMap(_.end)
      .filter(_ != header.previous)
      .foreach: end =>
        report(
          SegmentHeader.PreviousAt,
          s"the header says that the segment before ended with record ${header.previous.sequence} at byte " +
            s"${header.previous.offset}, but it ends with ${end.sequence} at ${end.offset}, or has other frames"
        )

  private def checkEnd(walk: SegmentWalk): Unit =
    if !walk.sealAgrees then report(walk.sealOffset, "the seal names other frames than there are")
    if !header.isCompacted then
      nextEnd.foreach: end =>
        if end != walk.segmentEnd then
          report(
            walk.end,
            s"the segment ends with record ${walk.lastSequence} at byte ${walk.end}, but the next one says " +
              s"${end.sequence} at ${end.offset}, or other frames"
          )

  // A segment that ended may be truncated after its end; the current one has its full length from the start.
  private def checkLength(walk: SegmentWalk): Unit =
    val isClosed = manifest.exists(manifest => manifest.isClosed && manifest.watermark.offset == walk.end)
    if isLast && !isClosed && walk.seal.isEmpty && file.length < header.size then
      report(file.length, s"the file ends after ${file.length} of ${header.size} bytes")
