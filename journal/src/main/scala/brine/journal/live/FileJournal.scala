package brine.journal.live

import brine.codec.Codec
import brine.journal.*
import brine.journal.appending.{
  ActiveSegment,
  Appends,
  LargeBuffers,
  LentBuffers,
  PendingRing,
  StoredEvent,
  Writer,
  WriterEvents,
  WriterFailure,
  WriterStart
}
import brine.journal.failure.Failures
import brine.journal.flight.StateEvent
import brine.journal.format.FrameWriter
import brine.journal.lookup.{ScannedSegment, SegmentIndexes}
import brine.journal.maintenance.{EndedSegment, Maintenance}
import brine.journal.precondition.{Keys, Lookups, NegativeCache, RecentEvents, Streams, TagState, UsedTags}
import brine.journal.reading.{FileSource, JournalView, Marks, Reading}
import brine.journal.recovery.{Continuation, Recovery, Repairs, WritableFolder}
import brine.journal.snapshot.FileSnapshots
import brine.journal.state.{FileStates, StateLog}
import brine.journal.storage.StorageLock
import java.io.IOException
import java.nio.file.Path
import java.time.Instant
import java.util.UUID
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.locks.LockSupport
import scala.util.control.NonFatal

/** A journal in files: implements the API with [[Writer]] and [[LiveFiles]]. */
private[journal] final class FileJournal private[live] (
    home: WritableFolder,
    lock: StorageLock,
    found: Recovery.Found,
    frames: FrameWriter
) extends StateLog,
      WriterEvents:
  import home.{settings, storage}

  val folder: Path = home.path

  private[brine] override def journalIdentity: Option[UUID] = Some(home.manifest.current.journal)

  private val lastTime            = found.last.fold(0L)(last => math.max(last.index.lastTime, last.header.created))
  private val (active, recovered) = Repairs(home).repair(found)
  private val sequence            = active.header.firstSequence - 1 + active.records
  private val marks               = Marks(sequence)
  private val indexes             = SegmentIndexes(storage, folder, Compressions.of(settings), keeps = true)
  private val streams: Streams    = Streams(namesHome, settings.maxCachedNames, recovered.fold(0)(_.streamCount))
  private val ring                = PendingRing(settings.maxPendingAppends, settings.maxPendingBytes)
  private val keys                = Keys(() => ring.claimed)
  private val recent              = RecentEvents(streams.lastingKind, () => ring.claimed)
  private val stateListeners      = CopyOnWriteArrayList[JournalState => Unit]()
  private val files: LiveFiles = LiveFiles(home, marks, streams, indexes, FileJournal.begin(found, active), fileEvents)
  private val used             = UsedTags(settings.maxCachedNames, files)
  FileJournal.restore(found, recovered, active, streams, keys, files)

  private val large   = LargeBuffers(settings.maxPendingBytes)
  private val lent    = LentBuffers(LentBuffers.most(settings.maxPendingBytes))
  private val begin   = WriterStart(folder.toString, active, sequence, lastTime, home.mostUnit, frames)
  private val writer  = Writer(settings, ring, large, lent, marks, keys, recent, used, files, this, begin)
  private val lookups = new Lookups(files, files, recent, used, NegativeCache.most(settings.maxCachedNames)):
    def durable: Long      = marks.durable
    def isClosed: Boolean  = ring.isClosed
    def hasFailed: Boolean = writer.failure != null
    def wake(): Unit       = ring.wake()
  private val appends     = Appends(folder, settings, ring, large, lent, streams, lookups, () => closedError)
  private val maintenance = Maintenance(storage, folder, Compressions.of(settings), files, settings.clock)
  private val thread      =
    StoreThread(() => StoreThread.working(writer.run()), s"brine-journal-writer-${folder.getFileName}")
  @volatile private var closed = false

  /** The earliest time that a record appended to this journal can have, in microseconds since 1970: that of the last
    * record when it was opened, or of the beginning of its last segment if that was later.
    */
  private[journal] def earliestTime: Long = lastTime

  private def namesHome: Streams.Home = new Streams.Home:
    def version(stream: String): Long                = files.versionInEnded(stream)
    def segment: Long                                = files.currentSegment
    def streamsInSegment: Int                        = files.streamsInSegment
    def tagsInSegment: Int                           = files.tagsInSegment
    def claimed: Long                                = ring.claimed
    def handled: Long                                = ring.handled
    def newTag(name: String, before: Long): TagState = used.newTag(name, before)
    def oldestRemembered: Long                       = recent.oldestSequence

  private def fileEvents: LiveFiles.Events = new LiveFiles.Events:
    def stateChanged(state: JournalState): Unit = changed(state)
    def segmentIsOld(): Unit                    = writer.roll()
    def segmentEnded(): Unit                    = used.segmentEnded()
    def segmentsDeleted(): Unit                 = used.deleted()
    def eventsDeleted(until: Long): Unit        = recent.deletedUntil(until)
    def fenced(): Unit                          = writer.wakeWhenFenced()

  private[live] def start(): FileJournal =
    try
      files.start()
      thread.start()
      files.endWhenOld(active)
      files.mergeSoon()
      this
    catch
      case lack: OutOfMemoryError =>
        close()
        throw ExplainedFailure(
          "a journal takes two threads: give the process more of them, or more memory",
          IOException(lack.getMessage, lack)
        )

  // ---- Appending ----------------------------------------------------------------------------------------------------

  override def append[A](
      stream: String,
      expected: ExpectedVersion,
      events: Seq[A],
      key: Option[UUID],
      tags: Set[String],
      level: Level
  )(using Codec[A]): Completion =
    appends.append(StreamAppend(stream, expected, events, tags), key, level, waits = true)

  override def tryAppend[A](
      stream: String,
      expected: ExpectedVersion,
      events: Seq[A],
      key: Option[UUID],
      tags: Set[String],
      level: Level
  )(using Codec[A]): Completion =
    appends.append(StreamAppend(stream, expected, events, tags), key, level, waits = false)

  override def appendAll(
      parts: Seq[StreamAppend[?]],
      key: Option[UUID],
      level: Level,
      unless: Seq[AppendCondition]
  ): Completion =
    if unless.isEmpty then appends.appendAll(parts, key, level) else super.appendAll(parts, key, level, unless)

  override def append[A](stream: String, event: A)(using Codec[A]): Completion =
    val completion = Completion(Level.Disk)
    append(stream, event, Level.Disk, completion, 0)
    completion

  override def append[A](stream: String, event: A, level: Level, listener: AppendListener, context: Long)(using
      Codec[A]
  ): Unit = appends.append(stream, event, level, listener, context, waits = true)

  def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    appends.append(append, listener, context, waits)

  override def appendBatch(batch: AppendBatch, listener: AppendListener, context: Long, waits: Boolean): Unit =
    appends.append(batch, listener, context, waits)

  /** See [[Appends.appendStored]]. */
  private[journal] def appendStored(
      events: Vector[StoredEvent],
      time: Long,
      key: Option[UUID],
      after: Long
  ): Completion = appends.appendStored(events, time, key, after)

  /** See [[Appends.skipTo]]. */
  private[journal] def skipTo(stream: String, version: Long): Unit = appends.skipTo(stream, version)

  /** Changes the role in the manifest, durably. */
  private[journal] def changeRole(change: LogRole => LogRole): Unit =
    if change(home.manifest.current.role) != home.manifest.current.role then
      home.manifest.update(manifest => manifest.copy(role = change(manifest.role)))

  // ---- Reading ------------------------------------------------------------------------------------------------------

  def durable: Offset = Offset(marks.durable)

  private[journal] def view: JournalView = files

  val source: EventSource = FileSource(files)

  def version(stream: String): Either[ReadError, Long] =
    // A name that no stream can have must not become one.
    if closed then Left(ReadError.Closed)
    else if Names.isText(stream) then unlessClosed(Failures.reading(folder)(streams.of(stream).lastVersion))
    else Right(0)

  def offsetAt(time: Instant): Either[ReadError, Offset] =
    if closed then Left(ReadError.Closed) else unlessClosed(Reading.offsetAt(files, time))

  // Closing meanwhile closes the files.
  private def unlessClosed[A](found: Either[ReadError, A]): Either[ReadError, A] =
    if found.isLeft && closed then Left(ReadError.Closed) else found

  // ---- Maintenance --------------------------------------------------------------------------------------------------

  val snapshots: FileSnapshots =
    FileSnapshots(
      storage,
      folder,
      home.journal,
      settings.clock,
      reach = () => marks.durable,
      isClosed = () => closed
    )

  val states: FileStates =
    val folder = home.path.resolve(FileJournal.States)
    val ofOwn  = FileJournal.ofStates(settings)
    FileStates(
      folder,
      storage,
      home.journal,
      start = sequence,
      reach = () => marks.durable,
      least = FileJournal.LeastSegments * math.min(settings.segmentSize, FileJournal.UsualOfStates),
      open = () => Opening.open(folder, ofOwn, storage, mostUnit = FileJournal.UnitOfStates)
    )

  def retain(rules: RetentionRules): Either[ReadError, Retained] =
    // So that a reader of a stream knows whether there were deletions in what it cannot read any more. Where that is
    // not known, it takes it that there were.
    try source.mayHaveDeletions: Unit
    catch case NonFatal(_) => ()
    maintenance.retain(rules)

  def compact(rules: CompactionRules): Either[ReadError, Vector[Compacted]] = maintenance.compact(rules)
  def backup(to: Path): Either[ReadError, BackupReport]                     = maintenance.backup(to)

  /** What is remembered of streams and tags. */
  private[journal] def names: Streams = streams

  /** What is known of tags that no event has. */
  private[journal] def usedTags: UsedTags = used

  /** Merges the indexes of ended segments, which otherwise happens in the background. */
  private[journal] def mergeIndexes(): Unit = files.merge()

  // ---- As the log of states of another journal ----------------------------------------------------------------------

  private[journal] def appendOne[A](
      stream: String,
      event: A,
      level: Level,
      listener: AppendListener,
      context: Long,
      waits: Boolean
  )(using Codec[A]): Unit = appends.append(stream, event, level, listener, context, waits)

  private[journal] def lastVersion(stream: String): Long =
    def known = streams.known(stream) match
      case null  => 0L
      case state => state.lastVersion
    val version = known
    if version > 0 then version
    else
      val before = Failures.reading(folder)(files.versionInEnded(stream)).fold(throwing, identity)
      // It may have been moved from an ended segment meanwhile.
      if before > 0 then before else known

  private def throwing(error: ReadError): Nothing = throw JournalException(error)

  private[journal] def written: Long                 = marks.written
  private[journal] def oldest: Long                  = files.segments.head.number
  private[journal] def current: Long                 = files.segments.last.number
  private[journal] def ended: Vector[StateLog.Ended] =
    EndedSegment.of(files.segments).map(segment => StateLog.Ended(segment.last, segment.header.size))
  private[journal] def discard(upTo: Offset): Either[ReadError, Retained] =
    maintenance.retain(RetentionRules(upTo = upTo), keepsVersions = false)

  // ---- State --------------------------------------------------------------------------------------------------------

  def state: JournalState =
    val failure = writer.failure
    if failure != null then JournalState.Failed(failure.reason, failure.cause)
    else if closed then JournalState.Closed
    else files.state

  def onStateChange(listener: JournalState => Unit): Unit =
    stateListeners.add(java.util.Objects.requireNonNull(listener, "listener")): Unit

  private def changed(state: JournalState): Unit =
    val event = StateEvent()
    if event.isEnabled then
      event.journal = folder.toString
      event.state = state.toString
      event.commit()
    stateListeners.forEach: listener =>
      try listener(state)
      catch case error: Throwable => uncaught(error) // of any kind: the thread that reports it must continue

  private def closedError: AppendError =
    val failure = writer.failure
    if failure != null then failure.error else AppendError.Closed("it was closed by this program")

  def endSegment(): Unit =
    StoreThread.requireOther("endSegment")
    val current      = files.segments.last.number
    val interruption = Interruption()
    try
      writer.roll()
      while files.segments.last.number == current && writer.isRolling && state.acceptsAppends do
        interruption.defer:
          LockSupport.parkNanos(FileJournal.LookEveryNanos)
          if Thread.interrupted() then throw InterruptedException()
        // There may have been no space for the next one, for a moment that nobody has seen here.
        writer.beginNext()
    finally interruption.restore()

  def failed(failure: WriterFailure): Unit =
    // A mistake of this library or a lack of memory: nobody may have asked for the state, so its stack trace is shown.
    if !failure.cause.isInstanceOf[IOException] then uncaught(failure.cause)
    changed(JournalState.Failed(failure.reason, failure.cause))

  def uncaught(error: Throwable): Unit =
    val thread = Thread.currentThread
    try thread.getUncaughtExceptionHandler.uncaughtException(thread, error)
    catch case _: Throwable => () // as the virtual machine does; the writer must continue

  def close(): Unit =
    StoreThread.requireOther("close")
    maintenance.requireOutside("close")
    val isFirst = synchronized:
      val first = !closed
      closed = true
      first
    if isFirst then
      val interruption = Interruption()
      try
        try
          // Before the writer: what they say about the journal then holds.
          try states.close()
          finally
            try snapshots.awaitSteps()
            finally endWriter(interruption)
        finally closeFiles(interruption)
      finally
        try lock.close()
        finally
          try changed(JournalState.Closed)
          finally interruption.restore()

  private def endWriter(interruption: Interruption): Unit =
    try
      maintenance.close()
      ring.close()
      writer.stop()
      interruption.defer(thread.join())
    finally
      lent.close()
      marks.isClosed = true
      marks.signal()

  // The writer has made everything durable: without the closing mark, the next opening only has more to read.
  private def closeFiles(interruption: Interruption): Unit =
    try files.close(if writer.failure == null then Some(writer.lastMark) else None, interruption)
    catch case _: IOException => ()

private object FileJournal:
  /** The folder of the state records, in that of the journal. */
  private final val States = "states"

  // How many segments a log of states has at least before it is cleaned.
  private final val LeastSegments = 4L

  // The longest segment of a log of states, unless appends may be larger than half of it: the shorter, the less space
  // is needed while it is emptied.
  private final val UsualOfStates = 16L << 20

  // Each load of a state that was saved lately reads a unit.
  private final val UnitOfStates = 16 << 10

  // What the event of a state has besides the state: its case and the offset.
  private final val OfEvent = 16

  // A state may be as large as an append.
  private def ofStates(settings: JournalSettings): JournalSettings =
    val most = math.min(settings.mostAppendBytes + OfEvent, Int.MaxValue.toLong)
    settings.copy(
      segmentSize =
        math.min(math.max(math.min(settings.segmentSize, UsualOfStates), 2 * most), JournalSettings.LargestSegment),
      maxAppendBytes = most.toInt,
      segmentAge = JournalSettings.Unlimited
    )

  // How often a caller looks whether a segment has ended.
  private final val LookEveryNanos = 50_000L

  // The writer gets the keys of the last segment that recovery has read, and of none before it.
  private def begin(found: Recovery.Found, active: ActiveSegment): LiveFiles.Begin =
    val ended = found.segments.filter(_.number < active.number)
    LiveFiles.Begin(ended, active, found.last.fold(active.number)(_.header.number))

  // Not in the class: what recovery has found is as large as a segment, and must not stay in memory.
  private def restore(
      found: Recovery.Found,
      recovered: Option[ScannedSegment],
      active: ActiveSegment,
      streams: Streams,
      keys: Keys,
      files: LiveFiles
  ): Unit =
    recovered.foreach: index =>
      if found.last.exists(_.header.number == active.number) then Continuation.restore(index, active, streams, keys)
      else
        Continuation.restoreStreams(index, streams)
        Continuation.restoreKeys(index, keys)
        keys.roll()
        found.last.foreach(last => files.remember(last.header, index))
