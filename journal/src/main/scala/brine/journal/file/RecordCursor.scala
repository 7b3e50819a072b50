package brine.journal.file

import brine.codec.Schema
import brine.journal.format.{Damage, Entry, EntryReader, SegmentHeader, UnitScanner}
import brine.journal.storage.StorageFile
import java.nio.file.NoSuchFileException

/** Walks the events of a journal that somebody asked for, in order, up to what is visible: once there are more, it goes on with them. Holds the
  * current event in its fields. Owned by one thread at a time.
  */
private[journal] final class RecordCursor(view: JournalView, selection: Selection) extends AutoCloseable:
  private var segment: SegmentHeader | Null = null
  // The one of the file that is open.
  private var header: SegmentHeader | Null = null
  // The last one of the segment, once it has ended.
  private var lastSequence                 = Long.MaxValue
  private var index: IndexedSegment | Null = null
  private var file: StorageFile | Null     = null
  private var scanner: UnitScanner | Null  = null
  // Units still to be read of the segment, where it is known which; otherwise one follows the other.
  private var units: Array[Long] | Null = null
  private var nextUnit                  = 0
  private var inUnit                    = false
  private val entry                     = EntryReader()
  // By how much the version of each stream is more than its first one in the segment.
  private var versions = new Array[Long](16)

  /** Of the event that the cursor stands on, or of the last one it has passed. */
  var sequence: Long = selection.afterSequence

  /** The version of its stream at the event. Asks the index, so it is not looked for where nobody wants the event. */
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

  /** Where the current unit is, for errors. */
  def place: (String, Long) =
    (
      segment match
        case null    => ""
        case segment => SegmentFiles.name(segment.firstSequence),
      if scanner == null then 0 else scanner.nn.offset
    )

  /** Goes to the next event; false if there is none yet.
    *
    * @throws Damage
    *   if a file is damaged
    * @throws RecordCursor.Gone
    *   if what comes next was deleted
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

  /** Number of the stream that is asked for, in the current segment. */
  private[file] var wantedStream = -1

  /** And of the tag. */
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

  /** All units that were known have been read; the segment that is written may have got more. */
  private def endOfKnown(): Boolean =
    if lastSequence != Long.MaxValue then openSegment() // it had ended when its units were listed
    else
      try listAgain()
      catch case missing: NoSuchFileException => deleted(missing)

  private def listAgain(): Boolean =
    // In this order: what was visible before the units were listed is among them, and of a segment that has ended all are.
    val visible = view.visible
    val isEnded = hasEnded
    if isEnded then
      val known = view.index(segment.nn)
      // Compacted since: what the units of the other file are says nothing of this one.
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
            // What compaction has left out at the segment's end is passed.
            sequence = math.max(sequence, lastSequence)
            openSegment()
        case None if hasEnded => openSegment()
        case None             => damaged(s"the journal ends here, but it had records up to ${view.visible}")

  /** Goes on near the first event at or after a time, in the segment of what comes next. */
  def skipTo(time: Long): Unit =
    if openUnit() then
      val at = index.nn.offsetAt(time)
      if at > SegmentHeader.Length then scanner.nn.seek(at, fresh = true)

  // What was read ahead may be older than what has been written there since.
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

  /** Opens the segment of what comes next. */
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
    // What retention or compaction has left out before it is passed: nothing of that is waited for.
    sequence = math.max(sequence, next.firstSequence - 1)
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

  /** Opens the segment's file; false if it has to be looked at anew what there is to read. */
  private def openFile(from: Long, chunk: Int): Boolean =
    val name   = SegmentFiles.name(segment.nn.firstSequence)
    val opened =
      try view.open(segment.nn)
      catch case missing: NoSuchFileException => return !deleted(missing)
    file = opened
    // What the file is now: compaction may have put another in its place since its index was made.
    val now = SegmentFiles.header(name, opened)
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

  // How often in a row a segment was another one than its index said.
  private var replaced            = 0
  private inline val MostReplaced = 1000

  /** The segment has been deleted since the list was made, or its file is lost. */
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
  /** What comes next was deleted; records are kept after `sequence`. */
  final class Gone(val sequence: Long) extends Exception("deleted", null, false, false)
