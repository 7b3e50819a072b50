package brine.journal.appending

import brine.journal.JournalSettings
import brine.journal.flight.ForceEvent
import brine.journal.folders.SegmentSizes
import brine.journal.format.{Frame, Seal, SegmentHeader, UnitWriter, Watermark}
import brine.journal.precondition.Keys
import brine.journal.reading.Marks

/** Writes accepted records to the disk. Holds the current unit, the buffered frames and the current segment, and
  * continues in the next segment. Owned by the writer thread.
  */
private[journal] final class SegmentOutput(
    settings: JournalSettings,
    marks: Marks,
    keys: Keys,
    segments: SegmentSource,
    start: WriterStart
):
  // The start is not kept: its segment has much in memory.
  private val journal  = start.journal
  private val mostUnit = start.mostUnit

  /** Sequence of the last record. */
  var sequence: Long = start.sequence

  /** Time of that record, in microseconds since 1970. */
  var time: Long = start.time

  private var frames = start.frames

  private val sizes = SegmentSizes(settings)

  /** The accepted records that are not in a frame yet. */
  val unit: UnitWriter = UnitWriter()

  /** The segment that is written. */
  var segment: ActiveSegment = start.segment

  /** Whether the segment is sealed and there is no next one yet. */
  @volatile var isBetween = false

  /** Whether to end the current segment, once it has records. Set by any thread. */
  @volatile var wantsRoll = false

  /** Whether to begin the next segment, if there is none, without waiting for an append. Set by any thread. */
  @volatile var wantsNext = false

  /** Whether there are frames that are not durable. */
  var isUnforced = false
  // When the first of them was written
  private var unforcedSince = 0L

  /** Begins with the current segment. */
  def begin(): Unit =
    frames.start(segment.file, segment.header.salt, segment.end, segment.digest)
    unit.start(segment.header, settings.compression)

  // ---- Units and the room for them ----------------------------------------------------------------------------------

  /** Whether this number of additional bytes in the unit leaves room for the segment's seal. */
  def fits(bytes: Long): Boolean =
    segment.end + UnitWriter.framesLength(unit.size + bytes) + Seal.Length <= segment.header.size

  /** Length of a segment with room for this number of bytes. */
  private def lengthFor(bytes: Long): Long = SegmentHeader.Length + UnitWriter.framesLength(bytes) + Seal.Length

  /** Ends the unit, if it cannot take this number of additional bytes, or one frame this number of records. */
  def endUnitUnlessFits(bytes: Long, records: Int): Unit =
    if !unit.isEmpty && (unit.size + bytes > mostUnit || unit.count + records > Frame.MostRecords) then endUnit()

  /** Turns the unit into frames. */
  def endUnit(): Unit =
    if !unit.isEmpty then
      segment.table.add(segment.end, sequence - unit.count + 1, time)
      segment.records += unit.count
      unit.end(frames, marks.durable)
      segment.digest = frames.digest
      segment.end = frames.end
      isUnforced = true
      if segment.end > segment.header.size / 2 then segments.prepareNext(segment)

  // ---- To the disk --------------------------------------------------------------------------------------------------

  /** Writes everything that was accepted. */
  def write(): Unit =
    endUnit()
    if !frames.isEmpty then
      segments.checkOwner()
      frames.flush()
      if unforcedSince == 0 then unforcedSince = System.nanoTime
      marks.written = sequence

  /** Makes everything that was written durable, and wakes whoever waits for it. */
  def fsync(): Unit =
    ForceEvent.around(journal, sequence - marks.durable, sequence)(segment.file.force())
    // What was written to files that are no longer this journal's is lost.
    segments.checkOwner()
    isUnforced = false
    unforcedSince = 0
    segment.safeEnd = frames.end
    marks.durable = sequence
    marks.signal()

  /** Whether something was written that should be durable by now. */
  def isLate: Boolean = isUnforced && nanosUntilLate <= 0

  /** After how many nanoseconds [[isLate]] holds, if there are frames that are not durable. */
  def nanosUntilLate: Long = settings.forceWithin.toNanos - (System.nanoTime - unforcedSince)

  /** Ends writing. A program may hold a closed journal for long: it keeps no memory outside of the heap. */
  def close(): Unit = frames = null

  /** The end of the journal. */
  def end: Watermark = Watermark(segment.number, segment.end, sequence)

  // ---- From segment to segment --------------------------------------------------------------------------------------

  /** Ends the segment, if it has records. All of it is durable then.
    *
    * @return
    *   whether it ended
    */
  def endSegment(): Boolean =
    val ends = !isBetween && (segment.records > 0 || !unit.isEmpty)
    if ends then
      seal()
      isBetween = true
    // After that: who waits for the end takes a request that is gone, without a segment to end, for its end.
    wantsRoll = false
    ends

  private def seal(): Unit =
    endUnit()
    frames.putSeal(sequence, segment.records, marks.durable, time)
    frames.flush()
    marks.written = sequence
    fsync()

  /** Begins the next segment, with room for this number of bytes. Waits for its file. False if there is none now. */
  def beginNext(bytes: Long): Boolean =
    val next = segments.beginNext(segment, segment.endWith(sequence), time, lengthFor(bytes))
    if next == null then false
    else
      val old = segment
      keys.roll()
      segment = next
      isBetween = false
      begin()
      old.file.close()
      segments.ended(old, sequence, hasKeys = !keys.isEmpty)
      true

  /** Whether the segment has no records, and could be longer. */
  def isSmall: Boolean = segment.records == 0 && unit.isEmpty && segment.header.size < sizes.most

  /** Begins a longer segment in the place of one that has no records. False if there is no space for it now. */
  def beginLarger(bytes: Long): Boolean =
    val next = segments.beginLarger(segment, time, lengthFor(bytes))
    if next == null then false
    else
      val old = segment
      segment = next
      begin()
      old.file.close()
      true
