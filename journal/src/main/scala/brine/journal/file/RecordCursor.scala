package brine.journal.file

import brine.codec.Schema
import brine.journal.format.{Damage, Entry, EntryReader, SegmentHeader, UnitScanner}
import brine.journal.index.{PlacedEntry, Places}
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
  private var units: UnitCursor | Null = null
  // Whether the index is that of an ended segment, so that it lists all units.
  private var listsAll = false
  // The last unit that the index listed, and whether it is still to be read.
  private var listed = 0L
  private var isHeld = false
  // Or the places of the selected events in the segment, if the index knows more than units: of ended segments alone.
  private var places: Places | Null = null
  private var nextPlace             = 0
  private val placed                = PlacedEntry()
  // The version of the current event as its place says it; -1 if the event was read with its unit.
  private var placedVersion = -1L
  // The segments that have selected events, as far as that is known.
  private var holding: HoldingSegments | Null = null
  private var inUnit                          = false
  private val entry                           = EntryReader()
  // For each stream, the difference of its version to its first one in the segment.
  private var versions = new Array[Long](16)

  // Number of selected events so far.
  private var read = 0L
  // Whether retention may have deleted versions of the selected stream that come next.
  private var mayLack = false

  /** Sequence of the current event, or of the last one that was passed. */
  var sequence: Long = selection.afterSequence

  /** The version of the event. Asks the index, so it is computed only on demand. */
  def version: Long =
    versionBefore + 1 + (if placedVersion >= 0 then placedVersion else versions(entry.stream))

  // The last version of the event's stream before the segment.
  private def versionBefore: Long =
    val known = places
    if known != null && selection.stream != null then known.versionBefore else index.nn.versionBefore(entry.stream)

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
    if !found && mayLack then
      mayLack = false
      requireKept(view.retiredVersion(selection.stream.nn))
    found

  /** Requires that versions up to this one, which are not kept, were read or are not wanted. */
  private def requireKept(version: Long): Unit =
    if version >= selection.firstVersion + read then throw RecordCursor.Gone(view.segments.head.firstSequence - 1)

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
    if placedVersion < 0 then count()
    val isNew = entry.sequence > sequence
    if isNew then sequence = entry.sequence
    val isAccepted = isNew && selection.accepts(entry, this)
    if isAccepted && mayLack then
      mayLack = false
      requireKept(versionBefore)
    if isAccepted then read += 1
    isAccepted

  private def count(): Unit =
    if entry.stream >= versions.length then
      versions = java.util.Arrays.copyOf(versions, math.max(entry.stream + 1, versions.length * 2))
    versions(entry.stream) = if entry.versionAfter < 0 then versions(entry.stream) + 1 else entry.versionAfter

  /** Number of the selected stream in the current segment. */
  private[file] var wantedStream = -1

  /** Whether the current event has the tag. */
  private[file] def hasTag(name: String): Boolean =
    val known = places
    if known != null then (0 until entry.tagCount).exists(entry.tags(_) == known.number)
    else (0 until entry.tagCount).exists(i => index.nn.tag(entry.tags(i)) == name)

  private def openUnit(): Boolean =
    // Before everything else: what was visible then is in the files, and listed by the indexes, that are asked later.
    val visible = view.visible
    if sequence >= visible then false
    else if segment == null then openSegment()
    else if places != null then eventAt(places.nn)
    else
      val known = units
      if known == null then followingUnit(visible)
      else
        if !isHeld then
          val next = known.next()
          isHeld = next >= 0
          if isHeld then listed = next
        if isHeld then unitAt(listed, visible)
        else if listsAll then openSegment()
        else endOfListed(visible)

  private def eventAt(known: Places): Boolean =
    if nextPlace == known.size then openSegment()
    else
      val at = nextPlace
      nextPlace += 1
      if known.isWhole(at) then unitAt(known.units(at), Long.MaxValue)
      else if known.sequences(at) <= sequence then true
      else
        try
          if file == null then file = view.open(segment.nn)
          if placed.read(file.nn, index.nn.salt, known, at, entry) then
            inUnit = true
            placedVersion = known.versions(at)
            true
          else unitAt(known.units(at), Long.MaxValue) // that says whether it is damaged, or a file of another salt
        catch case missing: NoSuchFileException => deleted(missing)

  /** Continues when all listed units have been read, and the segment had not ended when its index was taken. */
  private def endOfListed(visible: Long): Boolean =
    // Asked after the list: if the segment is still the current one, it was so while its index was asked.
    if hasEnded then
      try listAll()
      catch case missing: NoSuchFileException => deleted(missing)
    else
      sequence = math.max(sequence, visible)
      false

  private def listAll(): Boolean =
    val known = view.index(segment.nn)
    // Compacted since: units of the other file do not apply to this one.
    if scanner != null && known.salt != header.nn.salt then use(segment.nn)
    else
      take(known)
      listsAll = true
      units = selection.units(known, listed + 1)
      true

  private def unitAt(offset: Long, visible: Long): Boolean =
    if scanner == null && !openFile(offset, Random) then true
    else
      scanner.nn.seek(offset, fresh = true)
      if !scanner.nn.next() then damaged("there is no unit where one was")
      if scanner.nn.firstSequence > visible then
        // Written, but not durable for all we know.
        sequence = math.max(sequence, visible)
        false
      else
        isHeld = false
        val known = units
        if known != null then wantedStream = known.number
        begin()

  private def followingUnit(visible: Long): Boolean =
    val reader = scanner.nn
    if sequence < lastSequence && readNext(reader) then begin()
    else
      val number   = segment.nn.number
      val segments = view.segments
      segments.lift(SegmentList.from(segments, number + 1)) match
        case Some(after) if after.number == number + 1 =>
          lastSequence = after.previous.sequence
          if sequence < lastSequence && !header.nn.isCompacted && !readNext(reader) then
            damaged(s"the segment ends here, but it had records up to $lastSequence")
          if sequence < lastSequence && !header.nn.isCompacted then begin()
          else
            // Passes what compaction has removed at the segment's end.
            sequence = math.max(sequence, lastSequence)
            openSegment()
        case Some(_) => openSegment()
        case None    => damaged(s"the journal ends here, but it had records up to $visible")

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
    SegmentList.find(view.segments, number + 1)

  private def begin(): Boolean =
    inUnit = true
    placedVersion = -1
    entry.reset(scanner.nn)
    true

  /** Opens the segment of the next event. */
  private def openSegment(): Boolean =
    val segments = view.segments
    val wanted   = segment match
      case null    => SegmentList.ofSequence(segments, sequence + 1)
      case current =>
        val after = SegmentList.from(segments, current.number + 1)
        if after == segments.size then -1 else after
    val isGone = wanted >= 0 && segment != null && segments(wanted).number > segment.nn.number + 1
    if segments.isEmpty then false
    else
      val first = math.max(wanted, 0)
      if isGone || wanted < 0 then
        selection match
          case Selection.Stream(_, version) => mayLack = version > 0
          case _ if isGone || sequence > 0  => throw RecordCursor.Gone(segments(first).firstSequence - 1)
          case _                            => () // from the beginning: what is kept
      use(segments(holder(segments, first)))

  /** Place of the first segment from this one on that may have selected events. */
  private def holder(segments: Vector[SegmentHeader], from: Int): Int =
    if holding == null then holding = view.holding(selection)
    val next = holding.nn.from(segments(from).number)
    math.min(SegmentList.from(segments, next), segments.size - 1)

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
    // Asked before the index: if the segment has ended by now, the index is the one of an ended segment.
    listsAll = hasEnded
    isHeld = false
    listed = 0
    try
      val known = view.index(next)
      take(known)
      places = selection.places(known)
      val there = places
      if there == null then
        units = selection.units(known, if sequence < next.firstSequence then 0 else known.offsetBefore(sequence + 1))
      else
        units = null
        nextPlace = selection.firstPlace(there, sequence)
        wantedStream = if selection.stream == null then -1 else there.number
      if units == null && there == null then openFile(known.offsetBefore(sequence + 1), Scan): Unit
      else if there == null && selection.firstVersion > 1 then skipToVersion(known)
      true
    catch case missing: NoSuchFileException => deleted(missing)

  /** Continues by another index. */
  private def take(known: IndexedSegment): Unit =
    known.beginUse()
    endUse()
    index = known
    isUsed = true

  // Whether a use of the index has begun and not ended.
  private var isUsed = false

  private def endUse(): Unit =
    if isUsed then
      isUsed = false
      index.nn.endUse()

  /** Begins with a unit near the first selected version, where the index lists units alone. */
  private def skipToVersion(known: IndexedSegment): Unit =
    val stream = selection.stream.nn
    val number = known.streamNumber(stream)
    if number >= 0 then
      val before = known.versionBefore(number)
      // A file that was replaced meanwhile has another index, and other units.
      val near = known.unitOfStream(stream): offset =>
        (index eq known) && firstVersionAt(offset, number, before) <= selection.firstVersion
      if near > 0 && (index eq known) then units = selection.units(known, near)

  /** The version of a stream's first event in a unit; the highest number if that cannot be read. */
  private def firstVersionAt(offset: Long, number: Int, before: Long): Long =
    if scanner == null && !openFile(offset, Random) then Long.MaxValue
    else
      scanner.nn.seek(offset, fresh = true)
      if !scanner.nn.next() then Long.MaxValue
      else
        entry.reset(scanner.nn)
        var version = Long.MaxValue
        try
          while version == Long.MaxValue && entry.next() do
            if entry.kind == Entry.Event && entry.stream == number then
              version = before + 1 + math.max(entry.versionAfter, 0)
        catch case _: EntryReader.Malformed => () // reading the unit will say so
        version

  /** Opens the segment's file. False: the caller must re-evaluate its position. */
  private def openFile(from: Long, chunk: Int): Boolean =
    val name   = SegmentFiles.name(segment.nn.firstSequence)
    val opened =
      try view.open(segment.nn)
      catch case missing: NoSuchFileException => return !deleted(missing)
    if file != null then file.nn.close()
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
    view.relist()
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
    endUse()
    val open = file
    file = null
    if open != null then open.close()

private[journal] object RecordCursor:
  /** The next event was deleted; records are kept after `sequence`. */
  final class Gone(val sequence: Long) extends Exception("deleted", null, false, false)
