package brine.journal.file

import brine.codec.Schema
import brine.journal.format.{Damage, Entry, EntryReader, SegmentHeader, UnitScanner}
import brine.journal.storage.StorageFile
import java.nio.file.NoSuchFileException

/** Walks the selected events of a journal, in order, up to what is visible; continues when there are more. Holds the
  * current event in its fields. Owned by one thread at a time.
  */
private[journal] final class RecordCursor(view: JournalView, selection: Selection) extends AutoCloseable:
  private var segment: SegmentHeader | Null = null
  // Header of the file that is open.
  private var header: SegmentHeader | Null = null
  // Last sequence of the segment, once it has ended.
  private var lastSequence                 = Long.MaxValue
  private var index: IndexedSegment | Null = null
  private var file: StorageFile | Null     = null
  private var scanner: UnitScanner | Null  = null
  // Units of the segment still to be read, if the index lists them; otherwise units are read in order.
  private var units: Array[Long] | Null = null
  private var nextUnit                  = 0
  private var inUnit                    = false
  private val entry                     = EntryReader()
  // For each stream, the difference of its version to its first one in the segment.
  private var versions = new Array[Long](16)

  /** Sequence of the current event, or of the last one that was passed. */
  var sequence: Long = selection.afterSequence

  /** The version of the event. Asks the index, so it is computed only on demand. */
  def version: Long = index.nn.versionBefore(entry.stream) + 1 + versions(entry.stream)

  def time: Long           = entry.time
  def stream: String       = if selection.stream != null then selection.stream.nn else index.nn.streamName(entry.stream)
  def schema: Schema       = index.nn.schema(entry.schema)
  def payload: Array[Byte] = entry.payload
  def hasKey: Boolean      = entry.hasKey
  def keyHigh: Long        = entry.keyHigh
  def keyLow: Long         = entry.keyLow
  def keyEvents: Int       = entry.keyEvents
  def tags: Set[String]    = (0 until entry.tagCount).map(i => index.nn.tag(entry.tags(i))).toSet

  /** The file and offset of the current unit, for errors. */
  def place: (String, Long) =
    (
      segment match
        case null    => ""
        case segment => SegmentFiles.name(segment.firstSequence),
      if scanner == null then 0 else scanner.nn.offset
    )

  /** Advances to the next event; false if there is none yet.
    *
    * @throws Damage
    *   if a file is damaged
    * @throws RecordCursor.Gone
    *   if the next event was deleted
    */
  def next(): Boolean =
    var found = false
    var more  = true
    while !found && more do
      if inUnit then found = inCurrentUnit()
      else more = openUnit()
    found

  private def inCurrentUnit(): Boolean =
    var found = false
    while !found && inUnit do
      val isThere =
        try entry.next()
        catch case error: EntryReader.Malformed => damaged(error.problem)
      if !isThere then inUnit = false
      else if entry.kind == Entry.Event then found = accepts()
    found

  private def accepts(): Boolean =
    if entry.stream >= versions.length then
      versions = java.util.Arrays.copyOf(versions, math.max(entry.stream + 1, versions.length * 2))
    versions(entry.stream) = if entry.versionAfter < 0 then versions(entry.stream) + 1 else entry.versionAfter
    val isNew = entry.sequence > sequence
    if isNew then sequence = entry.sequence
    isNew && selection.accepts(entry, this)

  /** Number of the selected stream in the current segment. */
  private[file] var wantedStream = -1

  /** Whether the current event has the tag. */
  private[file] def hasTag(name: String): Boolean =
    (0 until entry.tagCount).exists(i => index.nn.tag(entry.tags(i)) == name)

  private def openUnit(): Boolean =
    if sequence >= view.visible then false
    else if segment == null then openSegment()
    else
      val known = units
      if known == null then followingUnit()
      else if nextUnit < known.length then
        val at = known(nextUnit)
        nextUnit += 1
        unitAt(at)
      else endOfKnown()

  /** Continues when all listed units have been read; the current segment may have more by now. */
  private def endOfKnown(): Boolean =
    if lastSequence != Long.MaxValue then openSegment() // it had ended when its units were listed
    else
      try listAgain()
      catch case missing: NoSuchFileException => deleted(missing)

  private def listAgain(): Boolean =
    // In this order: units that were visible before are listed, and of an ended segment all are.
    val visible = view.visible
    val isEnded = hasEnded
    if isEnded then
      val known = view.index(segment.nn)
      // Compacted since: units of the other file do not apply to this one.
      if scanner != null && known.salt != header.nn.salt then return use(segment.nn)
      index = known
    if selection.stream != null then wantedStream = index.nn.streamNumber(selection.stream.nn)
    val more  = selection.units(index.nn)
    val known = units.nn
    if more.length > known.length then
      units = more
      true
    else if isEnded then openSegment()
    else
      if visible > sequence then sequence = visible
      false

  private def unitAt(offset: Long): Boolean =
    if scanner == null && !openFile(offset, Random) then true
    else
      scanner.nn.seek(offset, fresh = true)
      if !scanner.nn.next() then damaged("there is no unit where one was")
      begin()

  private def followingUnit(): Boolean =
    val reader = scanner.nn
    if sequence < lastSequence && readNext(reader) then begin()
    else
      following match
        case Some(after) =>
          lastSequence = after.previous.sequence
          if sequence < lastSequence && !header.nn.isCompacted && !readNext(reader) then
            damaged(s"the segment ends here, but it had records up to $lastSequence")
          if sequence < lastSequence && !header.nn.isCompacted then begin()
          else
            // Passes what compaction has removed at the segment's end.
            sequence = math.max(sequence, lastSequence)
            openSegment()
        case None if hasEnded => openSegment()
        case None             => damaged(s"the journal ends here, but it had records up to ${view.visible}")

  /** Continues near the first event at this time or later, in the next event's segment. */
  def skipTo(time: Long): Unit =
    if openUnit() && segment != null then
      val at = index.nn.offsetAt(time)
      if at > SegmentHeader.Length then scanner.nn.seek(at, fresh = true)

  // What was read ahead may be older than what is there now.
  private def readNext(reader: UnitScanner): Boolean =
    val isThere = reader.next() || {
      reader.seek(reader.end, fresh = true)
      reader.next()
    }
    isThere && !reader.isSeal

  /** Whether there are later segments. The next one may have been deleted. */
  private def hasEnded: Boolean = view.segments.lastOption.exists(_.number > segment.nn.number)

  private def following: Option[SegmentHeader] =
    val number = segment.nn.number
    view.segments.find(_.number == number + 1)

  private def begin(): Boolean =
    inUnit = true
    entry.reset(scanner.nn)
    true

  /** Opens the segment of the next event. */
  private def openSegment(): Boolean =
    val segments = view.segments
    val wanted   = segment match
      case null    => segments.lastIndexWhere(_.firstSequence <= sequence + 1)
      case current => segments.indexWhere(_.number > current.number)
    val isGone = wanted >= 0 && segment != null && segments(wanted).number > segment.nn.number + 1
    if isGone && !selection.skipsDeleted then throw RecordCursor.Gone(segments(wanted).firstSequence - 1)
    else if wanted < 0 then
      segments.headOption match
        case Some(first) if selection.skipsDeleted || sequence == 0 => use(first)
        case Some(first)                                            => throw RecordCursor.Gone(first.firstSequence - 1)
        case None                                                   => false
    else use(segments(wanted))

  private def use(next: SegmentHeader): Boolean =
    close()
    segment = next
    // Passes what retention or compaction has removed before it, so that nothing waits for it.
    sequence = math.max(sequence, next.firstSequence - 1)
    if sequence >= view.visible then
      // A longer file may yet take the place of one without records.
      segment = null
      return true
    lastSequence = following.fold(Long.MaxValue)(_.previous.sequence)
    try
      val known = view.index(next)
      index = known
      units = selection.units(known)
      nextUnit = 0
      wantedStream = if selection.stream == null then -1 else known.streamNumber(selection.stream.nn)
      if units == null then openFile(known.offsetBefore(sequence + 1), Scan): Unit
      true
    catch case missing: NoSuchFileException => deleted(missing)

  /** Opens the segment's file. False: the caller must re-evaluate its position. */
  private def openFile(from: Long, chunk: Int): Boolean =
    val name   = SegmentFiles.name(segment.nn.firstSequence)
    val opened =
      try view.open(segment.nn)
      catch case missing: NoSuchFileException => return !deleted(missing)
    file = opened
    // The file as it is now: compaction may have replaced it since its index was made.
    val now = SegmentFiles.header(segment.nn, opened)
    if now.salt != index.nn.salt then
      replaced += 1
      if replaced > MostReplaced then throw Damage(name, 96, "the segment is another one each time it is opened")
      view.changed(segment.nn)
      use(segment.nn)
      false
    else
      header = now
      scanner = UnitScanner(name, opened, now, from, view.compressionOf, chunk)
      true

  // Number of times in a row that a segment was not the one of its index.
  private var replaced            = 0
  private inline val MostReplaced = 1000

  /** Handles a missing file: the segment has been deleted since it was listed, or its file is lost. */
  private def deleted(missing: NoSuchFileException): Boolean =
    val number = segment.nn.number
    view.refresh()
    if view.segments.exists(_.number == number) then throw missing
    segment = null
    openSegment()

  private inline val Scan   = 1 << 18
  private inline val Random = 1 << 13

  private def damaged(problem: String): Nothing =
    val (name, offset) = place
    throw Damage(name, offset, problem)

  def close(): Unit =
    scanner = null
    val open = file
    file = null
    if open != null then open.close()

private[journal] object RecordCursor:
  /** The next event was deleted; records are kept after `sequence`. */
  final class Gone(val sequence: Long) extends Exception("deleted", null, false, false)
