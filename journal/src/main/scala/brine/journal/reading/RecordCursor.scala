package brine.journal.reading

import brine.codec.Schema
import brine.journal.Query
import brine.journal.folders.{SegmentFiles, SegmentList}
import brine.journal.format.{Damage, Entry, EntryReader, SegmentHeader}
import brine.journal.index.{IndexedSegment, PlacedEntry}
import java.nio.file.NoSuchFileException

/** Walks the selected events of a journal, in order, up to what is visible; continues when there are more. Holds the
  * current event in its fields. [[SegmentChoice]] chooses the segments. In each, [[PlacedEvents]] or [[ListedUnits]]
  * say where selected events are; without them, all units are read in order. Of a listed unit, [[KnownEvents]] may say
  * it. Owned by one thread at a time.
  *
  * @param limit
  *   no event after this sequence is wanted: then no file is opened for what follows, though events may be found there
  */
private[journal] final class RecordCursor(view: JournalView, selection: Selection, limit: Long = Long.MaxValue)
    extends AutoCloseable:
  private val choice                        = SegmentChoice(view, selection)
  private var segment: SegmentHeader | Null = null
  // Last sequence of the segment, once it has ended.
  private var lastSequence = Long.MaxValue
  private val index        = IndexInUse()
  private val file         = CursorFile(view)
  // One of them at most, as far as the index knows them; of ended segments alone, it may know the places.
  private var units: ListedUnits | Null   = null
  private var places: PlacedEvents | Null = null
  // Events of the current unit of the list, if only some of it is read.
  private var inside: PlacedEvents | Null = null
  private val placeReader                 = PlacedEntry()
  // The version of the current event as its place says it; -1 if the event was read with its unit.
  private var placedVersion = -1L
  private var inUnit        = false
  private val entry         = EntryReader()
  private val versions      = EventVersions(isOfOne = selection.stream != null)
  private val search        = VersionSearch(entry)

  // Number of selected events so far.
  private var read = 0L

  /** Sequence of the current event, or of the last one that was passed. */
  var sequence: Long = math.max(selection.afterSequence, 0)

  /** The version of the event. Asks the index, so it is computed only on demand. */
  def version: Long =
    versionBefore + 1 + (if placedVersion >= 0 then placedVersion else versions(entry.stream))

  // The last version of the event's stream before the segment.
  private def versionBefore: Long =
    val known = places
    if known != null && selection.stream != null then known.versionBefore else index().versionBefore(entry.stream)

  def time: Long           = entry.time
  def stream: String       = if selection.stream != null then selection.stream.nn else index().streamName(entry.stream)
  def schema: Schema       = index().schema(entry.schema)
  def payload: Array[Byte] = entry.payload
  def kind: Option[String] = schema.cases.name(entry.array, entry.payloadFrom, entry.end)
  def hasKey: Boolean      = entry.hasKey
  def keyHigh: Long        = entry.keyHigh
  def keyLow: Long         = entry.keyLow
  def keyEvents: Int       = entry.keyEvents
  def tags: Set[String]    = (0 until entry.tagCount).map(i => index().tag(entry.tags(i))).toSet

  /** The file and offset of the current unit, for errors. */
  def place: (String, Long) =
    (
      segment match
        case null    => ""
        case segment => SegmentFiles.name(segment.firstSequence),
      file.offset
    )

  /** Number of the selected stream in the current segment. */
  private[reading] var wantedStream = -1

  /** Whether a query selects the current event. */
  private[reading] def matches(query: Query): Boolean = QueryMatch.selects(query, entry, index())

  /** Whether the current event has the tag. */
  private[reading] def hasTag(name: String): Boolean =
    val known = places
    if known != null then (0 until entry.tagCount).exists(entry.tags(_) == known.number)
    else (0 until entry.tagCount).exists(i => index().tag(entry.tags(i)) == name)

  // ---- Events -------------------------------------------------------------------------------------------------------

  /** Advances to the next event; false if there is none yet.
    *
    * @throws Damage
    *   if a file is damaged
    * @throws Gone
    *   if the next event was deleted
    */
  def next(): Boolean =
    var found = false
    var more  = true
    while !found && more do
      if inUnit then found = inCurrentUnit()
      else more = openUnit()
    if !found then choice.foundNone(read)
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
    if placedVersion < 0 && (selection.stream == null || entry.stream == wantedStream) then versions.count(entry)
    val isNew = entry.sequence > sequence
    if isNew then sequence = entry.sequence
    val isAccepted = isNew && selection.accepts(entry, this)
    if isAccepted then
      choice.found(versionBefore, read)
      read += 1
    isAccepted

  private def reach: Long = math.min(view.visible, limit)

  // ---- Units --------------------------------------------------------------------------------------------------------

  private def openUnit(): Boolean =
    // Before everything else: what was visible then is in the files, and listed by the indexes, that are asked later.
    val visible = reach
    val known   = units
    if sequence >= visible then false
    else if segment == null then openSegment()
    else if places != null then eventAt(places.nn)
    else if inside != null then eventInside(inside.nn)
    else if known == null then followingUnit(visible)
    else if known.take() then unitOfListed(known, visible)
    else if known.isComplete then openSegment()
    else endOfListed(known, visible)

  private def eventAt(known: PlacedEvents): Boolean =
    if !known.move() then openSegment()
    else if known.isUnit then unitAt(known.unit, Long.MaxValue)
    else entryAt(known)

  private def eventInside(known: PlacedEvents): Boolean =
    if known.move() then entryAt(known)
    else
      inside = null
      true

  private def entryAt(known: PlacedEvents): Boolean =
    if known.sequence <= sequence then true
    else
      try
        if known.read(file.opened(segment.nn), index().salt, entry) then
          inUnit = true
          placedVersion = known.version
          true
        else
          inside = null
          unitAt(known.unit, Long.MaxValue) // that says whether it is damaged, or a file of another salt
      catch case missing: NoSuchFileException => deleted(missing)

  private def unitOfListed(known: ListedUnits, visible: Long): Boolean =
    // Asked after the lists, as below. Of those that were not found, an earlier unit may be missing.
    if known.isOfSeveral && !known.isComplete && hasEnded then listAll(known)
    else
      val events = KnownEvents.of(selection, known.offset, index())
      if events == null then unitAt(known.offset, visible)
      else
        taken(known)
        inside = PlacedEvents(events, events.after(sequence), placeReader)
        true

  private def taken(known: ListedUnits): Unit =
    known.read()
    wantedStream = known.number

  /** Continues when all listed units have been read, and the segment had not ended when its index was taken. */
  private def endOfListed(known: ListedUnits, visible: Long): Boolean =
    // Asked after the list: if the segment is still the current one, it was so while its index was asked.
    if hasEnded then listAll(known)
    else
      sequence = math.max(sequence, visible)
      false

  private def listAll(before: ListedUnits): Boolean =
    try
      val known = view.index(segment.nn)
      // Compacted since: units of the other file do not apply to this one.
      if file.isOpen && known.salt != file.header.salt then use(segment.nn)
      else
        index.take(known)
        units = before.continued(selection.units(known, _).nn)
        true
    catch case missing: NoSuchFileException => deleted(missing)

  private def unitAt(offset: Long, visible: Long): Boolean =
    if !file.isOpen && !openFile(offset, CursorFile.Single) then true
    else
      if !file.readAt(offset) then damaged("there is no unit where one was")
      if file.scanner.firstSequence > visible then
        // Written, but not durable for all we know.
        sequence = math.max(sequence, visible)
        false
      else
        val known = units
        if known != null then
          taken(known)
          val kept = index().knownUnits
          if kept != null then kept.noteRead(file.scanner, entry)
        begin()

  private def followingUnit(visible: Long): Boolean =
    if sequence < lastSequence && file.readNext() then begin()
    else
      val number   = segment.nn.number
      val segments = view.segments
      segments.lift(SegmentList.from(segments, number + 1)) match
        case Some(after) if after.number == number + 1 =>
          lastSequence = after.previous.sequence
          // What compaction has removed at the segment's end is not there to be read: the seal says that nothing is
          // missing.
          val hasMore = sequence < lastSequence && !(file.header.isCompacted && file.isAtSeal)
          if hasMore && !file.readNext() && !(file.header.isCompacted && file.isAtSeal) then
            damaged(s"the segment ends here, but it had records up to $lastSequence")
          if hasMore && !file.isAtSeal then begin()
          else
            sequence = math.max(sequence, lastSequence)
            openSegment()
        case Some(_) => openSegment()
        case None    => damaged(s"the journal ends here, but it had records up to $visible")

  private def begin(): Boolean =
    inUnit = true
    placedVersion = -1
    entry.reset(file.scanner)
    true

  /** Continues near the first event at this time or later, in the next event's segment. */
  def skipTo(time: Long): Unit =
    if openUnit() && segment != null then
      val at = index().offsetAt(time)
      if at > SegmentHeader.Length then file.scanner.seek(at, fresh = true)

  // ---- Segments -----------------------------------------------------------------------------------------------------

  /** Whether there are later segments. The next one may have been deleted. */
  private def hasEnded: Boolean = view.segments.lastOption.exists(_.number > segment.nn.number)

  /** Opens the segment of the next event. */
  private def openSegment(): Boolean =
    val next = choice.next(segment, sequence)
    next != null && use(next)

  private def use(next: SegmentHeader): Boolean =
    close()
    // Passes what retention or compaction has removed before it, so that nothing waits for it.
    sequence = math.max(sequence, next.firstSequence - 1)
    if sequence >= reach then
      // A longer file may yet take the place of one without records.
      segment = null
      true
    else
      segment = next
      inside = null
      lastSequence = SegmentList.find(view.segments, next.number + 1).fold(Long.MaxValue)(_.previous.sequence)
      // Asked before the index: if the segment has ended by now, the index is the one of an ended segment.
      val isComplete = hasEnded
      try
        val known = view.index(next)
        index.take(known)
        beginWith(next, known, isComplete)
        true
      catch case missing: NoSuchFileException => deleted(missing)

  private def beginWith(next: SegmentHeader, known: IndexedSegment, isComplete: Boolean): Unit =
    val there = selection.places(known)
    if there != null then
      units = null
      places = PlacedEvents(there, selection.firstPlace(there, sequence), placeReader)
      wantedStream = if selection.stream == null then -1 else there.number
    else
      places = null
      val near = if sequence < next.firstSequence then 0L else known.offsetBefore(sequence + 1)
      val list = selection.units(known, near)
      units = if list == null then null else ListedUnits(list, isComplete)
      if list == null then openFile(known.offsetBefore(sequence + 1), CursorFile.InOrder): Unit
      else if selection.firstVersion > 1 then skipToVersion(known, isComplete)

  /** Begins with a unit near the first selected version, where the index lists units alone. */
  private def skipToVersion(known: IndexedSegment, isComplete: Boolean): Unit =
    // A file that was replaced meanwhile has another index, and other units.
    val near = search.near(known, selection.stream.nn, selection.firstVersion): offset =>
      val isThere = index.is(known) && (file.isOpen || openFile(offset, CursorFile.Single)) && file.readAt(offset)
      if isThere then file else null
    if near > 0 && index.is(known) then units = ListedUnits(selection.units(known, near).nn, isComplete)

  /** Opens the segment's file. False: the caller must re-evaluate its position. */
  private def openFile(from: Long, chunk: Int): Boolean =
    val current = segment.nn
    val isFound =
      try file.open(current, index().salt, from, chunk)
      catch
        case missing: NoSuchFileException =>
          deleted(missing): Unit
          return false
    if !isFound then
      view.changed(current)
      use(current): Unit
    isFound

  /** Handles a missing file: the segment has been deleted since it was listed, or its file is lost. */
  private def deleted(missing: NoSuchFileException): Boolean =
    val number = segment.nn.number
    view.relist()
    if view.segments.exists(_.number == number) then throw missing
    segment = null
    openSegment()

  private def damaged(problem: String): Nothing =
    val (name, offset) = place
    throw Damage(name, offset, problem)

  def close(): Unit =
    file.close()
    index.close()
