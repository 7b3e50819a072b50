package brine.journal.live

import brine.codec.Compression
import brine.journal.appending.{ActiveIndex, ActiveSegment, SegmentSource}
import brine.journal.failure.Gone
import brine.journal.flight.SegmentEvent
import brine.journal.folders.{SegmentFiles, SegmentList}
import brine.journal.format.{Manifest, SegmentEnd, SegmentHeader, Watermark}
import brine.journal.index.{IndexedSegment, KeyedAppend}
import brine.journal.lookup.{MergedIndexes, ScannedSegment, SegmentIndexes, SegmentsOfNames}
import brine.journal.maintenance.LiveSegments
import brine.journal.precondition.{EndedKeys, Streams, UsedTags}
import brine.journal.reading.{HoldingSegments, JournalView, Marks, RecordCursor, Selection}
import brine.journal.recovery.WritableFolder
import brine.journal.storage.StorageFile
import brine.journal.{Compressions, JournalState}
import java.nio.file.{NoSuchFileException, Path}
import java.time.Duration
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicBoolean

/** The files of a journal that is open for writing: its segments and the manifest. [[NextSegment]] prepares segments,
  * [[EndedSegments]] looks into ended ones. [[Keeper]] and [[Merger]] do what takes time, so that the writer does not
  * wait for it. Thread-safe.
  */
private[journal] final class LiveFiles(
    home: WritableFolder,
    marks: Marks,
    streams: Streams,
    indexes: SegmentIndexes,
    begin: LiveFiles.Begin,
    events: LiveFiles.Events
) extends SegmentSource,
      EndedKeys,
      UsedTags.Segments,
      JournalView,
      LiveSegments:
  import home.{fence, manifest, settings, storage}
  val folder: Path         = home.path
  private val compressions = Compressions.of(settings)
  private val remembered   = begin.remembered // what else it has is not kept

  private final case class Live(headers: Vector[SegmentHeader], active: ActiveSegment, index: ActiveIndex)
  @volatile private var live =
    Live(begin.ended :+ begin.active.header, begin.active, ActiveIndex(begin.active, streams))

  private val keeper    = Keeper(folder, () => if isFenced then events.fenced())
  private val merged    = MergedIndexes(storage, folder, () => manifest.current.journal, indexes, () => live.headers)
  private val merger    = Merger(folder, merged, keeper)
  private val names     = SegmentsOfNames(merged, SegmentsOfNames.most(settings.maxCachedNames))
  private val inEnded   = EndedSegments(folder, storage, () => manifest.current, indexes, names, () => live.headers)
  private val following = NextSegment(home, keeper, events.stateChanged, onRefused = () => indexes.shed())

  // ---- For readers --------------------------------------------------------------------------------------------------

  def segments: Vector[SegmentHeader]                   = live.headers
  def visible: Long                                     = marks.durable
  def isClosed: Boolean                                 = marks.isClosed
  def compressionOf(kind: Int): Option[Compression]     = compressions(kind)
  def awaitBeyond(sequence: Long, nanos: Long): Boolean = marks.awaitBeyond(sequence, nanos)
  def open(segment: SegmentHeader): StorageFile         =
    storage.openRead(folder.resolve(SegmentFiles.name(segment.firstSequence)))

  def changed(segment: SegmentHeader): Unit = indexes.forget(segment.number)

  def index(segment: SegmentHeader): IndexedSegment =
    val now = live
    if segment.number == now.active.number then now.index
    else
      SegmentList.find(now.headers, segment.number + 1) match
        case Some(next) => indexes.of(segment, next.previous.sequence)
        case None       => throw NoSuchFileException(SegmentFiles.name(segment.firstSequence))

  /** Takes an index that recovery has made. */
  def remember(segment: SegmentHeader, index: ScannedSegment): Unit = indexes.remember(segment.number, index)

  /** The version of a stream in ended segments; 0 if it has no events there. */
  def versionInEnded(stream: String): Long = inEnded.version(stream)

  /** Number of the current segment. */
  def currentSegment: Long = live.active.number

  /** How many streams the current segment defines, and how many tags. */
  def streamsInSegment: Int = live.active.streams.size
  def tagsInSegment: Int    = live.active.tags.size

  def lastForgotten: Long = math.max(remembered, live.active.number - 1) - 1

  def findKey(high: Long, low: Long, afterSegment: Long, until: Long): KeyedAppend | Null =
    val found = inEnded.findKey(high, low, afterSegment, until)
    if found == null || found.time != KeyedAppend.OfRecord then found else withTime(found)

  def before(number: Long): Vector[Long]      = live.headers.map(_.number).filter(_ < number)
  def tagCount(number: Long): Int             = inEnded.tagCount(number)
  def hashesOfTags(number: Long): Array[Long] = inEnded.hashesOfTags(number)
  def deletedUntil(): Long                    =
    val until = live.headers.head.firstSequence - 1
    events.eventsDeleted(until)
    until
  def inBackground(body: => Unit): Unit = keeper.run(body)

  // An index has no times: the first event, which has the key, is read. All of the append have the same.
  private def withTime(append: KeyedAppend): KeyedAppend | Null =
    val cursor = RecordCursor(this, Selection.All(append.first - 1))
    try if cursor.next() && cursor.sequence <= append.last then append.copy(time = cursor.time) else null
    catch case _: Gone => null // retention has deleted it since, and its key with it
    finally cursor.close()

  def retiredVersion(stream: String): Long = inEnded.retiredVersion(stream)

  override def holding(selection: Selection): HoldingSegments = inEnded.holding(selection)

  // ---- For maintenance ----------------------------------------------------------------------------------------------

  def hasEvents(stream: String, from: Long, until: Long): Boolean = inEnded.hasEvents(stream, from, until)

  def currentManifest: Manifest                          = manifest.current
  def updateManifest(change: Manifest => Manifest): Unit = manifest.update(change)

  def forget(deleted: Vector[SegmentHeader]): Unit =
    // First the streams, then their segments: a reader in between finds them twice, not never.
    inEnded.retire()
    val numbers = deleted.map(_.number).toSet
    synchronized:
      live = live.copy(headers = live.headers.filterNot(header => numbers(header.number)))
    deletedUntil(): Unit
    events.segmentsDeleted()
    numbers.foreach(indexes.forget)
    merger.mergeSoon()

  def replace(header: SegmentHeader): Unit =
    synchronized:
      live = live.copy(headers = live.headers.map(old => if old.number == header.number then header else old))
    live.headers.find(_.number > header.number).foreach(next => events.eventsDeleted(next.firstSequence - 1))
    indexes.forget(header.number)
    merged.changed()
    merger.mergeSoon()

  /** Merges the indexes of ended segments, as far as there is something to merge, and returns when it is done. */
  def merge(): Unit = merger.merge()

  /** Starts merging the indexes of ended segments, unless it is under way. */
  def mergeSoon(): Unit = merger.mergeSoon()

  /** Starts the thread that works for the writer. */
  def start(): Unit = keeper.start()

  // ---- For the writer -----------------------------------------------------------------------------------------------

  def checkOwner(): Unit                        = fence.check()
  def isFenced: Boolean                         = fence.problem != null
  def state: JournalState                       = following.state
  def problem: String                           = following.problem
  def prepareNext(current: ActiveSegment): Unit = following.prepareAfter(current)

  def beginNext(previous: ActiveSegment, end: SegmentEnd, time: Long, needed: Long): ActiveSegment | Null =
    begun(following.begin(previous, previous.number + 1, end, time, needed))

  def beginLarger(empty: ActiveSegment, time: Long, needed: Long): ActiveSegment | Null =
    begun(following.begin(empty, empty.number, empty.header.previous, time, needed))

  private def begun(segment: ActiveSegment | Null): ActiveSegment | Null =
    if segment != null then
      synchronized:
        val before = live.headers.filter(_.number < segment.number)
        live = Live(before :+ segment.header, segment, ActiveIndex(segment, streams))
      tell(segment)
      endWhenOld(segment)
    segment

  private def tell(segment: ActiveSegment): Unit =
    val event = SegmentEvent()
    if event.isEnabled then
      event.journal = folder.toString
      event.number = segment.number
      event.firstSequence = segment.header.firstSequence
      event.commit()

  /** Ends the segment at the age in the settings, once it has records. */
  def endWhenOld(segment: ActiveSegment): Unit =
    val age = settings.segmentAge
    if age.compareTo(LiveFiles.LongestAge) < 0 then
      // A segment may be younger than the clock says, if the clock was ahead: then its age counts from now on.
      val old = math.max(settings.clock.millis - segment.header.created / 1000, 0)
      keeper.later(Duration.ofMillis(math.max(age.toMillis - old, LiveFiles.AgeCheckMillis))):
        if live.active.number == segment.number then
          events.segmentIsOld()
          endWhenOld(segment)

  def ended(segment: ActiveSegment, lastSequence: Long, hasKeys: Boolean): Unit =
    val active = live.active
    mark(Watermark(active.number, active.end, lastSequence))
    // Before the index, since both take memory. Nor may what runs later keep the segment.
    keeper.run(forgetNames())
    val number = segment.number
    // A burst into a new journal needs the processor more than it needs the indexes of its first, short segments. But
    // each new key is looked up in all segments that are not the last two.
    if segment.header.size < settings.segmentSize && !hasKeys then
      keeper.later(LiveFiles.IndexAfter)(makeIndex(number, lastSequence))
    else keeper.run(makeIndex(number, lastSequence))

  // The streams and tags of the segment that has ended.
  private def forgetNames(): Unit = if !streams.trim() then keeper.later(LiveFiles.ForgetAgain)(forgetNames())

  private def makeIndex(number: Long, lastSequence: Long): Unit =
    // It may have been deleted or compacted since.
    SegmentList.find(live.headers, number).foreach(segment => indexes.of(segment, lastSequence))
    merger.mergeSoon()
    events.segmentEnded()

  // ---- The manifest -------------------------------------------------------------------------------------------------

  @volatile private var asked = Watermark(0, 0, manifest.current.watermark.sequence)
  private val isMarking       = AtomicBoolean()

  def isMarked(sequence: Long): Boolean = asked.sequence >= sequence

  // Owned by the keeper, in nanoseconds
  @volatile private var lastMark = System.nanoTime - LiveFiles.MarkNanos

  // At a bounded rate: otherwise a journal with an occasional append would need two fsyncs for each.
  def mark(watermark: Watermark): Unit =
    asked = watermark
    if isMarking.compareAndSet(false, true) then
      val wait = LiveFiles.MarkNanos - (System.nanoTime - lastMark)
      keeper.later(Duration.ofNanos(math.max(wait, 0))):
        isMarking.set(false)
        lastMark = System.nanoTime
        manifest.mark(asked)

  /** Ends the keeper after its current work, and writes the end of the journal to the manifest. */
  def close(end: Option[Watermark], interruption: Interruption): Unit =
    merger.shutdown()
    keeper.shutdown()
    val until = System.nanoTime + TimeUnit.SECONDS.toNanos(LiveFiles.CloseSeconds)
    interruption.defer(keeper.awaitEnd(until - System.nanoTime)): Unit
    interruption.defer(merger.awaitEnd(until - System.nanoTime)): Unit
    merged.close()
    try end.foreach(watermark => manifest.update(_.copy(watermark = watermark, isClosed = true)))
    finally
      live.active.file.close()
      indexes.close()
      inEnded.close()

private[journal] object LiveFiles:
  /** The segments to begin with.
    *
    * @param ended
    *   headers of the segments that have ended
    * @param active
    *   the segment that the writer continues
    * @param remembered
    *   number of the oldest segment whose keys the writer knows
    */
  final class Begin(val ended: Vector[SegmentHeader], val active: ActiveSegment, val remembered: Long)

  /** What the journal does when something happens to its files. Called on any thread. */
  trait Events:
    def stateChanged(state: JournalState): Unit

    /** The current segment has reached the age in the settings. */
    def segmentIsOld(): Unit

    /** Segments were deleted. */
    def segmentsDeleted(): Unit

    /** A segment has ended, and its index is made. */
    def segmentEnded(): Unit

    /** Events up to this sequence, all durable, may have been deleted. */
    def eventsDeleted(until: Long): Unit

    /** The files are no longer this journal's. */
    def fenced(): Unit

  private inline val CloseSeconds = 60L

  /** Least time between two checks of a segment's age. */
  private inline val AgeCheckMillis = 10L

  /** The timer counts in nanoseconds, of which more than this do not fit into a number. */
  private val LongestAge = Duration.ofNanos(Long.MaxValue)

  /** How long after its end a short segment gets its index, unless somebody asks for it before. */
  private val IndexAfter = Duration.ofSeconds(1)

  /** How long to wait for the writer before more streams are forgotten. */
  private val ForgetAgain = Duration.ofMillis(10)

  /** Least time between two watermarks of an idle journal. */
  private inline val MarkNanos = 50000000L
