package brine.journal.file

import brine.codec.{Codec, Out}
import brine.journal.*
import brine.journal.format.{Damage, Manifest, UnknownVersion, Watermark}
import brine.journal.maintenance.Maintenance
import brine.journal.snapshot.SnapshotStore
import brine.journal.storage.{SafeFolder, Storage, StorageFile, StorageLock}
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.file.{AccessDeniedException, Path}
import java.security.SecureRandom
import java.time.Instant
import java.util.UUID
import java.util.concurrent.CopyOnWriteArrayList
import java.util.random.RandomGenerator
import scala.util.control.NonFatal

/** A journal in files: what those who append and read call. The work is done by [[Writer]] and [[LiveFiles]]. */
private[journal] final class FileJournal private (
    val folder: Path,
    settings: JournalSettings,
    storage: Storage,
    random: RandomGenerator,
    lock: StorageLock,
    manifest: ManifestStore,
    found: Recovery.Found,
    epoch: Long
) extends Journal,
      WriterEvents:
  private val lastTime            = found.last.fold(0L)(last => math.max(last.index.lastTime, last.header.created))
  private val repairs             = Repairs(storage, folder, settings, random)
  private val (active, recovered) = repairs.segment(found, epoch)
  private val sequence            = recovered.fold(active.header.firstSequence - 1)(_.lastSequence)
  private val marks               = Marks(sequence)
  private val indexes             = SegmentIndexes(storage, folder, settings.compressionOf, keeps = true)
  private val streams: Streams    = Streams(name => files.versionInEnded(name))
  private val keys                = Keys()
  private val stateListeners      = CopyOnWriteArrayList[JournalState => Unit]()
  private val continued           = found.last.exists(_.header.number == active.number)
  private val files: LiveFiles    = LiveFiles(
    folder,
    storage,
    settings,
    random,
    manifest,
    epoch,
    marks,
    streams,
    indexes,
    found.segments.filter(_.number < active.number),
    active,
    // Of this segment the writer is given the keys, and of none before it.
    found.last.fold(active.number)(_.header.number),
    changed,
    () => writer.roll()
  )
  restore()

  private val ring    = PendingRing(settings.maxPendingAppends, settings.maxPendingBytes)
  private val buffers = Outs()
  private val large   = LargeBuffers(settings.maxPendingBytes)
  private val writer  = Writer(
    settings,
    ring,
    large,
    marks,
    keys,
    files,
    this,
    active,
    sequence,
    lastTime
  )
  private val maintenance      = Maintenance(storage, folder, settings.compressionOf, files, settings.clock)
  private val thread           = Thread(writer, s"brine-journal-writer-${folder.getFileName}")
  @volatile private var closed = false

  private def restore(): Unit =
    recovered.foreach: index =>
      if continued then index.restore(active, streams, keys)
      else
        index.restoreStreams(streams)
        index.restoreKeys(keys)
        keys.roll()
        found.last.foreach(last => files.remember(last.header, index))

  private def start(): FileJournal =
    thread.setDaemon(true)
    thread.start()
    files.endWhenOld(active)
    this

  // ---- Appending -------------------------------------------------------------------------------------------------------

  def append[A](
      stream: String,
      expected: ExpectedVersion,
      events: Seq[A],
      key: Option[UUID],
      tags: Set[String],
      level: Level
  )(using Codec[A]): Completion = append(Seq(StreamAppend(stream, expected, events, tags)), key, level, waits = true)

  def tryAppend[A](
      stream: String,
      expected: ExpectedVersion,
      events: Seq[A],
      key: Option[UUID],
      tags: Set[String],
      level: Level
  )(using Codec[A]): Completion = append(Seq(StreamAppend(stream, expected, events, tags)), key, level, waits = false)

  def appendAll(appends: Seq[StreamAppend[?]], key: Option[UUID], level: Level): Completion =
    append(appends, key, level, waits = true)

  def append[A](stream: String, event: A)(using Codec[A]): Completion =
    val completion = Completion(Level.Disk)
    append(stream, event, Level.Disk, completion, 0)
    completion

  def append[A](stream: String, event: A, level: Level, listener: AppendListener, context: Long)(using
      codec: Codec[A]
  ): Unit =
    try appendOne(stream, event, level, listener, context)
    catch unreadable.andThen(listener.rejected(context, _))

  private def appendOne[A](stream: String, event: A, level: Level, listener: AppendListener, context: Long)(using
      codec: Codec[A]
  ): Unit =
    val state  = streamOf(stream)
    val schema = streams.schema(codec)
    val out    = buffers.take()
    try
      codec.write(out, event)
      val size = out.size
      if size > settings.mostAppendBytes then
        listener.rejected(context, AppendError.TooLarge(size, settings.mostAppendBytes))
      else
        val place = ring.claim(size)
        if place == PendingRing.Closed then listener.rejected(context, AppendError.Closed(whyClosed))
        else
          val pending = ring.slot(place)
          // Whatever happens from here on, the place has to be published: the writer waits for it.
          try
            pending.stream = state
            pending.schema = schema
            pending.expected = -1
            pending.events = 1
            pending.level = level
            pending.listener = listener
            pending.context = context
            fill(pending, out, size)
          catch case error: Throwable => giveUp(pending, size, error)
          finally ring.publish(place)
    finally buffers.give(out)

  private def streamOf(name: String): StreamState =
    FileJournal.requireName("stream", name)
    val known = streams.known(name)
    if known != null then known
    else
      FileJournal.requireText("stream", name)
      // Its version may have to be looked up in the indexes of segments.
      streams.of(name)

  private def giveUp(pending: Pending, size: Int, error: Throwable): Nothing =
    pending.events = 0
    pending.size = size
    throw error

  private def fill(pending: Pending, out: Out, size: Int): Unit =
    makeRoom(pending, size)
    out.copyTo(pending.bytes, 0): Unit
    pending.size = size

  private def makeRoom(pending: Pending, size: Int): Unit =
    if size <= Pending.OwnBytes then
      if pending.bytes.length < size then
        pending.bytes = new Array(math.max(64, Integer.highestOneBit(math.max(size * 2 - 1, 1))))
    else
      pending.bytes = large.borrow(size)
      pending.isLarge = true

  /** Appends events as another journal has stored them: all of one append, with its time. Safe for use by one thread alone, which appends in no
    * other way: a version may be skipped only where no append is under way.
    *
    * @param time
    *   microseconds since 1970
    */
  private[journal] def appendStored(events: Vector[StoredEvent], time: Long, key: Option[UUID]): Completion =
    val size = events.iterator.map(_.bytes.length.toLong).sum
    if size > settings.mostAppendBytes || events.size > brine.journal.format.Frame.MostRecords then
      Completion.refused(AppendError.TooLarge(size, settings.mostAppendBytes), Level.OsCache)
    else
      val place = ring.claim(size.toInt)
      if place == PendingRing.Closed then Completion.refused(AppendError.Closed(whyClosed), Level.OsCache)
      else
        val completion = Completion(Level.OsCache)
        val pending    = ring.slot(place)
        try
          val seen  = java.util.HashSet[String]()
          val parts = events.map: event =>
            Pending.Part(
              streams.of(event.stream),
              if seen.add(event.stream) then event.version - 1 else -1,
              streams.schema(event.schema),
              1,
              if event.tags.isEmpty then null else event.tags.iterator.map(streams.tag).toArray
            )
          pending.events = parts.size
          pending.parts = parts.size
          pending.lengths = if parts.size == 1 then null else events.map(_.bytes.length).toArray
          if parts.size == 1 then
            pending.stream = parts.head.stream
            pending.schema = parts.head.schema
            pending.expected = parts.head.expected
            pending.tags = parts.head.tags
          else pending.more = parts.toArray
          makeRoom(pending, size.toInt)
          var at = 0
          events.foreach: event =>
            System.arraycopy(event.bytes, 0, pending.bytes, at, event.bytes.length)
            at += event.bytes.length
          pending.size = at
          pending.level = Level.OsCache
          pending.listener = completion
          pending.context = 0
          pending.time = time
          key.foreach(setKey(pending, _))
        catch case error: Throwable => giveUp(pending, size.toInt, error)
        finally ring.publish(place)
        completion

  /** Has a stream go on after this version, though it has no such event. Nothing may be under way. */
  private[journal] def skipTo(stream: String, version: Long): Unit =
    val state = streams.of(stream)
    state.lastVersion = version
    state.lastUnit = 0 // so that its next event says its version

  private def append(appends: Seq[StreamAppend[?]], key: Option[UUID], level: Level, waits: Boolean): Completion =
    try encodeAndPublish(appends, key, level, waits)
    catch unreadable.andThen(Completion.refused(_, level))

  /** For streams that have to be looked up in segments that have ended. */
  private val unreadable: PartialFunction[Throwable, AppendError] =
    Reading.asError(folder).andThen(AppendError.Unreadable(_))

  private def encodeAndPublish(
      appends: Seq[StreamAppend[?]],
      key: Option[UUID],
      level: Level,
      waits: Boolean
  ): Completion =
    appends.foreach: part =>
      streamOf(part.stream): Unit
      part.tags.foreach: tag =>
        FileJournal.requireName("tag", tag)
        FileJournal.requireText("tag", tag)
    require(appends.nonEmpty && appends.forall(_.events.nonEmpty), "an append needs at least one event for each stream")
    require(
      appends.iterator.map(_.events.size.toLong).sum <= brine.journal.format.Frame.MostRecords,
      s"an append has at most ${brine.journal.format.Frame.MostRecords} events"
    )
    require(appends.map(_.stream).distinct.size == appends.size, "an append names each stream once")
    val out     = buffers.take()
    val lengths = new Array[Int](appends.map(_.events.size).sum)
    try
      var event = 0
      appends.foreach(part => event = encode(part, out, lengths, event))
      val size = out.size
      if size > settings.mostAppendBytes then
        Completion.refused(AppendError.TooLarge(size, settings.mostAppendBytes), level)
      else
        val place = if waits then ring.claim(size) else ring.tryClaim(size)
        if place == PendingRing.NoRoom then Completion.refused(AppendError.Full, level)
        else if place == PendingRing.Closed then Completion.refused(AppendError.Closed(whyClosed), level)
        else publish(place, appends, out, size, lengths, key, level)
    finally buffers.give(out)

  private def encode[A](part: StreamAppend[A], out: Out, lengths: Array[Int], from: Int): Int =
    var event = from
    part.events.foreach: value =>
      val before = out.size
      // Each record is read alone, so nothing in it may refer to those before.
      out.nextMessage()
      part.codec.write(out, value)
      lengths(event) = out.size - before
      event += 1
    event

  private def publish(
      place: Long,
      appends: Seq[StreamAppend[?]],
      out: Out,
      size: Int,
      lengths: Array[Int],
      key: Option[UUID],
      level: Level
  ): Completion =
    val completion = Completion(level)
    val pending    = ring.slot(place)
    try
      pending.events = lengths.length
      pending.parts = appends.size
      pending.lengths = if lengths.length == 1 then null else lengths
      if appends.sizeIs == 1 then
        val part = appends.head
        pending.stream = streamOf(part.stream)
        pending.schema = streams.schema(part.codec)
        pending.expected = FileJournal.version(part.expected)
        pending.tags = tags(part)
      else
        pending.more = appends.iterator
          .map: part =>
            Pending.Part(
              streamOf(part.stream),
              FileJournal.version(part.expected),
              streams.schema(part.codec),
              part.events.size,
              tags(part)
            )
          .toArray
      fill(pending, out, size)
      pending.level = level
      pending.listener = completion
      pending.context = 0
      key.foreach(setKey(pending, _))
    catch case error: Throwable => giveUp(pending, size, error)
    finally ring.publish(place)
    completion

  private def setKey(pending: Pending, key: UUID): Unit =
    pending.hasKey = true
    pending.keyHigh = key.getMostSignificantBits
    pending.keyLow = key.getLeastSignificantBits
    val checked = files.lastForgotten
    pending.original = files.findKey(pending.keyHigh, pending.keyLow, 0)
    pending.checkedSegment = checked

  private def tags(part: StreamAppend[?]): Array[TagState] | Null =
    if part.tags.isEmpty then null else part.tags.iterator.map(streams.tag).toArray

  // ---- Reading ---------------------------------------------------------------------------------------------------------

  def durable: Offset = Offset(marks.durable)

  private[journal] def view: JournalView = files

  def version(stream: String): Either[ReadError, Long] =
    // What no stream can be called is not to become one.
    if FileJournal.isText(stream) then Reading.guarded(folder)(streams.of(stream).lastVersion) else Right(0)

  def offsetAt(time: Instant): Either[ReadError, Offset] = Reading.offsetAt(files, time)

  // ---- Maintenance -----------------------------------------------------------------------------------------------------

  val snapshots: SnapshotStore =
    SnapshotStore(storage, folder, manifest.current.journal, settings.clock, reach = () => marks.durable)

  def retain(rules: RetentionRules): Either[ReadError, Retained]            = maintenance.retain(rules)
  def compact(rules: CompactionRules): Either[ReadError, Vector[Compacted]] = maintenance.compact(rules)
  def backup(to: Path): Either[ReadError, BackupReport]                     = maintenance.backup(to)

  // ---- State -----------------------------------------------------------------------------------------------------------

  def state: JournalState =
    if writer.failure != null then JournalState.Failed(writer.failure.nn)
    else if closed then JournalState.Closed
    else files.state

  def onStateChange(listener: JournalState => Unit): Unit = stateListeners.add(listener): Unit

  private def changed(state: JournalState): Unit =
    val event = StateEvent()
    if event.isEnabled then
      event.journal = folder.toString
      event.state = state.toString
      event.commit()
    stateListeners.forEach: listener =>
      try listener(state)
      catch case NonFatal(error) => uncaught(error)

  private def whyClosed = if writer.failure != null then writer.failure.nn else "it was closed by this program"

  def endSegment(): Unit = writer.roll()

  def force(file: StorageFile, records: Long, sequence: Long): Unit =
    val event = ForceEvent()
    event.begin()
    file.force()
    event.end()
    if event.shouldCommit then
      event.journal = folder.toString
      event.records = records
      event.durable = sequence
      event.commit()

  def failed(reason: String, cause: Throwable): Unit = changed(JournalState.Failed(reason))

  def uncaught(error: Throwable): Unit =
    val thread = Thread.currentThread
    thread.getUncaughtExceptionHandler.uncaughtException(thread, error)

  def close(): Unit =
    val isFirst = synchronized:
      val first = !closed
      closed = true
      first
    if isFirst then
      maintenance.close()
      ring.close()
      writer.stop()
      thread.join()
      marks.isClosed = true
      marks.signal()
      // Everything was forced by the writer: without the closing mark the next opening only has more to look at.
      try files.close(if writer.failure == null then Some(writer.lastMark) else None)
      catch case _: IOException => ()
      finally lock.close()
      changed(JournalState.Closed)

private[journal] object FileJournal:
  private inline val LongestName = 1024

  private def version(expected: ExpectedVersion): Long = expected match
    case ExpectedVersion.Any              => -1
    case ExpectedVersion.Exactly(version) => version

  private def requireName(what: String, name: String): Unit =
    if name.isEmpty || name.length > LongestName then
      throw IllegalArgumentException(s"the name of a $what has 1 to $LongestName characters, not ${name.length}")

  private def requireText(what: String, name: String): Unit =
    if !isText(name) then
      throw IllegalArgumentException(s"the name of a $what has half of a surrogate pair, which files cannot hold")

  /** Whether it has no half of a surrogate pair, which UTF-8 has no bytes for. */
  private def isText(name: String): Boolean = !name.codePoints.anyMatch(c => c >= 0xd800 && c <= 0xdfff)

  private val secure = SecureRandom()

  /** @param random
    *   gives the journal its identity and segments their salts: whoever gives the same again gets the same bytes
    */
  def open(
      folder: Path,
      settings: JournalSettings,
      storage: Storage,
      random: RandomGenerator = secure
  ): Either[OpenError, FileJournal] =
    try
      SafeFolder.create(storage, folder)
      storage.lock(folder.resolve(SegmentFiles.Lock)) match
        case None       => Left(OpenError.Locked(folder, owner(storage, folder)))
        case Some(lock) =>
          try Right(open(folder, settings, storage, random, lock))
          catch
            case error: Throwable =>
              lock.close()
              throw error
    catch
      case damage: Damage =>
        DamageEvent.tell(folder, damage)
        Left(OpenError.Corrupt(folder.resolve(damage.file), damage.offset, damage.problem, "nothing was changed"))
      case newer: UnknownVersion => Left(OpenError.NewerFormat(folder.resolve(newer.file), newer.version))
      case failed: IOException   => Left(OpenError.Failed(folder, failed))

  private def open(
      folder: Path,
      settings: JournalSettings,
      storage: Storage,
      random: RandomGenerator,
      lock: StorageLock
  ): FileJournal =
    val manifest = ManifestStore.read(storage, folder) match
      case (Some(manifest), _) => manifest
      case (None, isThere)     => first(storage, folder, isThere, random)
    val event = OpenEvent()
    event.begin()
    val found = Recovery.read(storage, folder, manifest, settings)
    val store = ManifestStore(storage, folder, manifest)
    // The next who opens finds a journal that was not closed, whatever happens from here on.
    store.update(_.copy(epoch = manifest.epoch + 1, isClosed = false))
    writeOwner(storage, folder, manifest.epoch + 1)
    val journal = FileJournal(folder, settings, storage, random, lock, store, found, manifest.epoch + 1)
    event.end()
    if event.shouldCommit then
      event.journal = folder.toString
      found.last.foreach: last =>
        event.sequence = last.end.sequence
        event.scanned = last.index.records
        event.tornBytes = last.tornBytes
      event.isClean = manifest.isClosed
      event.commit()
    journal.start()

  /** The manifest of a journal that begins. */
  private def first(storage: Storage, folder: Path, isThere: Boolean, random: RandomGenerator): Manifest =
    val segments = SegmentFiles.list(storage, folder)
    if segments.nonEmpty then
      throw Damage(
        Manifest.names.head,
        0,
        s"${if isThere then "both slots of the manifest are damaged" else "the manifest is not there"}, but there are ${segments.size} segments"
      )
    forceAbove(storage, folder)
    val manifest = Manifest(1, identity(random), 0, 1, 1, Watermark(0, 0, 0), isClosed = false)
    ManifestStore.write(storage, folder, manifest)
    manifest

  /** Makes it safe that the folder is there, and those above it, of which some may be new too. */
  private def forceAbove(storage: Storage, folder: Path): Unit =
    Iterator
      .iterate(folder.toAbsolutePath.getParent)(_.getParent)
      .takeWhile(_ != null)
      .foreach: above =>
        try storage.forceFolder(above)
        catch case _: AccessDeniedException => () // what we may not read we have not made

  /** A UUID of version 4. */
  private def identity(random: RandomGenerator): UUID =
    UUID(random.nextLong() & ~0xf000L | 0x4000L, random.nextLong() >>> 2 | Long.MinValue)

  private def writeOwner(storage: Storage, folder: Path, epoch: Long): Unit =
    val text  = s"process ${ProcessHandle.current.pid}, opened ${Instant.now}, epoch $epoch\n"
    val bytes = ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.UTF_8))
    val file  = storage.openWrite(folder.resolve(SegmentFiles.Lock))
    try
      file.truncate(0)
      file.write(bytes, 0)
    finally file.close()

  private def owner(storage: Storage, folder: Path): String =
    try
      val file = storage.openRead(folder.resolve(SegmentFiles.Lock))
      try
        val bytes = new Array[Byte](256)
        val read  = file.read(ByteBuffer.wrap(bytes), 0)
        val text  = String(bytes, 0, read, java.nio.charset.StandardCharsets.UTF_8).trim
        if text.isEmpty then "another process" else text
      finally file.close()
    catch case _: IOException => "another process"
