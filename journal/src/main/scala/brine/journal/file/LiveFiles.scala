package brine.journal.file

import brine.codec.Compression
import brine.journal.format.{Manifest, SegmentEnd, SegmentHeader, Watermark}
import brine.journal.index.{IndexFormat, MergedFormat, RetiredStreams}
import brine.journal.maintenance.LiveSegments
import brine.journal.storage.{Storage, StorageFile}
import brine.journal.{Compressions, JournalError, JournalSettings, JournalState}
import java.io.IOException
import java.nio.channels.ClosedChannelException
import java.nio.file.{NoSuchFileException, Path}
import java.time.Duration
import java.util.concurrent.atomic.AtomicBoolean
import java.util.random.RandomGenerator
import scala.annotation.tailrec
import java.util.concurrent.{
  LinkedBlockingQueue,
  RejectedExecutionException,
  ScheduledThreadPoolExecutor,
  ThreadPoolExecutor,
  TimeUnit
}

/** The files of a journal that is open for writing: its segments, the next segment, the manifest. A separate thread,
  * the keeper, does what takes time, so that the writer does not wait for it. Thread-safe.
  *
  * @param remembered
  *   number of the oldest segment whose keys the writer knows
  */
private[journal] final class LiveFiles(
    val folder: Path,
    storage: Storage,
    settings: JournalSettings,
    random: RandomGenerator,
    manifest: ManifestStore,
    epoch: Long,
    marks: Marks,
    streams: Streams,
    indexes: SegmentIndexes,
    ended: Vector[SegmentHeader],
    first: ActiveSegment,
    remembered: Long,
    onState: JournalState => Unit,
    onOld: () => Unit,
    fence: Fence,
    onFenced: () => Unit
) extends SegmentSource,
      JournalView,
      LiveSegments:
  private val sizes        = SegmentSizes(settings)
  private val compressions = Compressions.of(settings)

  private final case class Live(headers: Vector[SegmentHeader], active: ActiveSegment, index: ActiveIndex)
  @volatile private var live = Live(ended :+ first.header, first, ActiveIndex(first, streams))

  private val keeper =
    val executor = ScheduledThreadPoolExecutor(
      1,
      task => JournalThread(task, s"brine-journal-keeper-${folder.getFileName}")
    )
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false)
    executor

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
  def versionInEnded(stream: String): Long =
    val version = lastVersion(stream, 0)
    if version >= 0 then version else retiredVersion(stream)

  @tailrec private def retiredVersion(stream: String): Long =
    val known   = retired
    val version =
      try known.flatMap(_.find(stream)).fold(0L)(_.version)
      catch case _: ClosedChannelException if retired ne known => -1 // retention has replaced it
    if version >= 0 then version else retiredVersion(stream)

  // -1 if it has no events in ended segments from this number on
  private def lastVersion(stream: String, from: Long): Long =
    val headers = live.headers
    var version = -1L
    merged.descend(headers, MergedFormat.Streams, IndexFormat.hash(stream), headers.last.number - 1, from): at =>
      version =
        unlessDeleted(headers(at), -1L)(indexes.of(headers(at), headers(at + 1).previous.sequence).lastVersion(stream))
      version >= 0
    version

  /** The result of a body that reads a segment's index, or another value if the segment has been deleted since it was
    * listed.
    */
  private inline def unlessDeleted[A](segment: SegmentHeader, otherwise: A)(inline body: A): A =
    try body
    catch
      case missing: NoSuchFileException =>
        if live.headers.exists(_.number == segment.number) then throw missing
        otherwise

  /** The last segment whose keys the writer does not remember: lookups of keys go up to it. */
  def lastForgotten: Long = math.max(remembered, live.active.number - 1) - 1

  /** An append with this key in a segment after the first of these numbers, up to the second one, which is at most
    * [[lastForgotten]]; null if there is none.
    */
  def findKey(high: Long, low: Long, afterSegment: Long, until: Long): KeyedAppend | Null =
    val headers                   = live.headers
    var found: KeyedAppend | Null = null
    val from                      = math.min(until, headers.last.number - 1)
    merged.descend(headers, MergedFormat.Keys, IndexFormat.hash(high, low), from, afterSegment + 1): at =>
      found =
        unlessDeleted(headers(at), null)(indexes.of(headers(at), headers(at + 1).previous.sequence).key(high, low))
      found != null
    found

  override def holding(selection: Selection): HoldingSegments =
    val headers = live.headers
    HoldingSegments.of(merged, headers, selection): (stream, at) =>
      unlessDeleted(headers(at), -1L)(indexes.of(headers(at), headers(at + 1).previous.sequence).lastVersion(stream))

  // ---- For maintenance ----------------------------------------------------------------------------------------------

  @volatile private var retired = RetiredStreams.of(storage, folder, manifest.current)

  override def hasEvents(from: Long): Option[String => Boolean] = Some(stream => lastVersion(stream, from) >= 0)

  def currentManifest: Manifest                          = manifest.current
  def updateManifest(change: Manifest => Manifest): Unit = manifest.update(change)

  def forget(deleted: Vector[SegmentHeader]): Unit =
    // First the streams, then their segments: a reader in between finds them twice, not never.
    val before = retired
    retired = RetiredStreams.of(storage, folder, manifest.current)
    before.foreach(_.close())
    val numbers = deleted.map(_.number).toSet
    synchronized:
      live = live.copy(headers = live.headers.filterNot(header => numbers(header.number)))
    numbers.foreach(indexes.forget)
    mergeSoon()

  def replace(header: SegmentHeader): Unit =
    synchronized:
      live = live.copy(headers = live.headers.map(old => if old.number == header.number then header else old))
    indexes.forget(header.number)
    merged.changed()
    mergeSoon()

  // ---- The next segment ---------------------------------------------------------------------------------------------

  // Taken by whoever makes the prepared file, or gives it its name
  private val isPreparing = AtomicBoolean()
  // Length of the prepared file, or 0; and the length that it should have
  @volatile private var ready           = Repairs.readyLength(storage, folder, sizes)
  @volatile private var wanted          = sizes.first
  @volatile private var noSpace: String = "" // or why there is no next segment otherwise
  // When the current segment began, in nanoseconds; owned by the writer
  private var activated             = System.nanoTime
  @volatile var state: JournalState = JournalState.Healthy

  def checkOwner(): Unit = fence.check()

  def isFenced: Boolean = fence.problem != null

  def prepareNext(current: ActiveSegment): Unit =
    if ready == 0 then
      wanted = lengthAfter(current)
      prepareWanted()

  private def lengthAfter(current: ActiveSegment): Long =
    val isBusy = System.nanoTime - activated < LiveFiles.HurryNanos
    sizes.next(current.header.size, current.end, isBusy)

  /** Starts preparing the next segment, unless one of the wanted length is ready. */
  private def prepareWanted(): Unit =
    if ready < wanted && isPreparing.compareAndSet(false, true) then run(prepare())

  private def prepare(): Unit =
    try
      val size = wanted
      if ready < size then
        SegmentFiles.prepare(storage, folder, size, fence)
        val left = storage.usableSpace(folder)
        changes.synchronized:
          ready = size
          noSpace = ""
          become(if left < 2 * size then JournalState.LowSpace(left) else JournalState.Healthy)
    catch
      case fenced: Fence.Fenced =>
        noSpace = fenced.getMessage // the writer may be waiting
        throw fenced
      case error: IOException => postpone(error)
      case error: Throwable   =>
        postpone(IOException(error.toString, error)) // the writer may be waiting
        throw error
    finally
      isPreparing.set(false)
      synchronized(notifyAll())

  private def postpone(error: IOException): Unit =
    changes.synchronized:
      noSpace = JournalError.describe(error)
      // After read-only, the next state to report is that it no longer is.
      state match
        case _: JournalState.ReadOnly => ()
        case _                        => become(JournalState.LowSpace(0))
    later(settings.spaceCheckEvery)(prepareWanted())

  // Held while a state is chosen and reported, so that keeper and writer take turns: a state must not outlive its
  // reason.
  private val changes = Object()

  private def become(next: JournalState): Unit =
    if next != state then
      state = next
      onState(next)

  // Why the last append was refused; owned by the writer
  private var refusal = ""

  def problem: String = refusal

  private def refuse(reason: String): Unit =
    refusal = reason
    become(JournalState.ReadOnly(reason))

  def next(previous: ActiveSegment, end: SegmentEnd, time: Long, needed: Long): ActiveSegment | Null =
    next(previous, previous.number + 1, end, time, sizes.holding(math.max(needed, 1)))

  def larger(empty: ActiveSegment, time: Long, needed: Long): ActiveSegment | Null =
    next(empty, empty.number, empty.header.previous, time, sizes.holding(needed))

  private def next(
      previous: ActiveSegment,
      number: Long,
      end: SegmentEnd,
      time: Long,
      needed: Long
  ): ActiveSegment | Null =
    checkOwner()
    if ready < needed then wanted = math.max(needed, lengthAfter(previous))
    val isTaken = takesPrepared(needed)
    if isTaken then begun(number, end, time)
    else
      checkOwner()
      // There may be space since.
      if isRefused(needed) then null else next(previous, number, end, time, needed)

  private def isRefused(needed: Long): Boolean = changes.synchronized:
    val isRefused = ready < needed
    if isRefused then refuse(noSpace)
    isRefused

  private def begun(number: Long, end: SegmentEnd, time: Long): ActiveSegment | Null =
    val segment =
      try begin(number, end, time)
      catch
        case error: SegmentFiles.NotBegun =>
          changes.synchronized:
            ready = 0
            noSpace = JournalError.describe(error)
            refuse(noSpace)
          null
      finally isPreparing.set(false)
    if segment == null then later(settings.spaceCheckEvery)(prepareWanted()) else prepareAtOnce(segment)
    segment

  /** Waits for a prepared file of this length, and keeps the keeper from replacing it; false if there is no space. */
  private def takesPrepared(needed: Long): Boolean = synchronized:
    var isTaken = false
    while { isTaken = ready >= needed && isPreparing.compareAndSet(false, true); !isTaken } &&
      (ready >= needed || noSpace.isEmpty)
    do
      // Asks each time: the keeper may just have ended an earlier preparation.
      prepareWanted()
      wait()
    isTaken

  // At this rate, the second half of the segment would be written before the next segment is ready.
  private def prepareAtOnce(segment: ActiveSegment): Unit =
    val at     = System.nanoTime
    val isBusy = at - activated < LiveFiles.HurryNanos
    activated = at
    if isBusy then
      wanted = sizes.next(segment.header.size, segment.header.size, isBusy)
      prepareWanted()

  private def begin(number: Long, end: SegmentEnd, time: Long): ActiveSegment =
    val segment =
      Repairs.activate(
        storage,
        folder,
        settings,
        random,
        manifest.current.journal,
        number,
        epoch,
        end,
        time,
        ready,
        fence
      )
    ready = 0
    synchronized:
      live = Live(live.headers.filter(_.number < number) :+ segment.header, segment, ActiveIndex(segment, streams))
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
      val old = settings.clock.millis - segment.header.created / 1000
      later(Duration.ofMillis(math.max(age.toMillis - old, LiveFiles.AgeCheckMillis))):
        if live.active.number == segment.number then
          onOld()
          endWhenOld(segment)

  def ended(segment: ActiveSegment, lastSequence: Long): Unit =
    val active = live.active
    mark(Watermark(active.number, active.end, lastSequence))
    run:
      indexes.of(segment.header, lastSequence): Unit
      mergeSoon()

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
      later(Duration.ofNanos(math.max(wait, 0))):
        isMarking.set(false)
        lastMark = System.nanoTime
        manifest.mark(asked)

  // ---- The keeper ---------------------------------------------------------------------------------------------------

  /** Runs a body on the keeper's thread; reports its exceptions as a flight event. */
  def run(body: => Unit): Unit =
    try keeper.execute(() => guarded(body))
    catch case _: RejectedExecutionException => ()

  def later(time: Duration)(body: => Unit): Unit =
    try keeper.schedule((() => guarded(body)): Runnable, time.toNanos, TimeUnit.NANOSECONDS): Unit
    catch case _: RejectedExecutionException => ()

  // The keeper's work can be repeated, or is done by whoever needs it. So a failure is reported and harms nobody.
  private def guarded(body: => Unit): Unit =
    try JournalThread.working(body)
    catch
      case error: Throwable =>
        if isFenced then onFenced()
        val event = KeeperFailureEvent()
        if event.isEnabled then
          event.journal = folder.toString
          event.problem = error.toString
          event.commit()

  // ---- The merged indexes -------------------------------------------------------------------------------------------

  private val merged = MergedIndexes(storage, folder, () => manifest.current.journal, indexes, () => live.headers)

  // A thread of its own: the writer may wait for the keeper to prepare a segment, and merging can take long.
  private val merger =
    ThreadPoolExecutor(
      0,
      1,
      LiveFiles.MergerIdleSeconds,
      TimeUnit.SECONDS,
      LinkedBlockingQueue[Runnable](),
      task =>
        val thread = Thread(task, s"brine-journal-merger-${folder.getFileName}")
        thread.setDaemon(true)
        thread
    )
  private val isMerging          = AtomicBoolean()
  @volatile private var isEnding = false

  /** Merges all there is to merge, and returns when it is done. */
  def merge(): Unit = while !isEnding && merged.step(() => isEnding) do ()

  /** Starts merging the indexes of ended segments, unless it is under way. */
  def mergeSoon(): Unit =
    if merged.mayMerge && isMerging.compareAndSet(false, true) then
      try
        merger.execute: () =>
          isMerging.set(false)
          guarded(merge())
      catch case _: RejectedExecutionException => ()

  /** Ends the keeper after its current work, and writes the end of the journal to the manifest. */
  def close(end: Option[Watermark], interruption: Interruption): Unit =
    isEnding = true
    merger.shutdown()
    keeper.shutdown()
    val until = System.nanoTime + TimeUnit.SECONDS.toNanos(LiveFiles.CloseSeconds)
    interruption.defer(keeper.awaitTermination(until - System.nanoTime, TimeUnit.NANOSECONDS)): Unit
    interruption.defer(merger.awaitTermination(until - System.nanoTime, TimeUnit.NANOSECONDS)): Unit
    merged.close()
    try end.foreach(watermark => manifest.update(_.copy(watermark = watermark, isClosed = true)))
    finally
      live.active.file.close()
      indexes.close()
      retired.foreach(_.release())

private object LiveFiles:
  private inline val CloseSeconds = 60L

  /** Time after which the thread that merges indexes ends. */
  private inline val MergerIdleSeconds = 1L

  /** Least time between two checks of a segment's age. */
  private inline val AgeCheckMillis = 10L

  /** The timer counts in nanoseconds, of which more than this do not fit into a number. */
  private val LongestAge = Duration.ofNanos(Long.MaxValue)

  /** A journal that fills a segment in less time prepares the next one at once; others when the current one is half
    * full.
    */
  private inline val HurryNanos = 1000000000L

  /** Least time between two watermarks of an idle journal. */
  private inline val MarkNanos = 50000000L
