package brine.journal.file

import brine.codec.Compression
import brine.journal.format.{Damage, EntryReader, Manifest, SegmentHeader, UnitScanner, UnknownVersion}
import brine.journal.index.RetiredStreams
import brine.journal.storage.{Storage, StorageFile}
import brine.journal.{Compressions, JournalReader, JournalSettings, Offset, OpenError, ReadError}
import java.io.IOException
import java.nio.file.{NoSuchFileException, Path}
import java.time.Instant

/** A journal that another process may be writing. Reads its files on demand, up to what a frame, the manifest or the
  * next segment says is durable.
  */
private[journal] final class FollowedJournal private (val folder: Path, settings: JournalSettings, storage: Storage)
    extends JournalReader,
      JournalView:
  private val compressions = Compressions.of(settings)
  private val indexes      = SegmentIndexes(storage, folder, compressions, keeps = false)

  // Guarded by this: the last segment, read as far as it is written.
  private var file: StorageFile | Null    = null
  private var scanner: UnitScanner | Null = null
  private var last: ScannedSegment | Null = null
  private var safe                        = 0L

  @volatile private var headers = Vector.empty[SegmentHeader]
  @volatile private var reach   = 0L
  @volatile private var closed  = false
  private val names             = java.util.HashMap[String, SegmentHeader]()

  def segments: Vector[SegmentHeader]               = headers
  def visible: Long                                 = reach
  def isClosed: Boolean                             = closed
  def compressionOf(kind: Int): Option[Compression] = compressions(kind)
  def open(segment: SegmentHeader): StorageFile     =
    storage.openRead(folder.resolve(SegmentFiles.name(segment.firstSequence)))

  def changed(segment: SegmentHeader): Unit = synchronized:
    names.remove(SegmentFiles.name(segment.firstSequence)): Unit
    indexes.forget(segment.number)

  def index(segment: SegmentHeader): IndexedSegment = synchronized:
    val now = headers
    if segment.number == now.last.number then last.nn
    else
      val next = now.find(_.number == segment.number + 1)
      indexes.of(segment, next.fold(segment.firstSequence - 1)(_.previous.sequence))

  /** Reads what has been written since.
    *
    * @throws Damage
    *   if a file is damaged
    */
  override def refresh(): Unit = synchronized:
    if !closed then
      val manifest = relisted()
      restartIfReplaced()
      while { follow(); advances() } do ()
      manifest.foreach(manifest => safe = math.max(safe, manifest.watermark.sequence))
      if last != null then reach = math.min(safe, last.nn.lastSequence)

  /** Lists the segments. They may be deleted and created meanwhile, so a gap counts only if it stays.
    *
    * @return
    *   the manifest
    */
  private def relisted(): Option[Manifest] =
    var manifest = ManifestStore.read(storage, folder)._1
    var tries    = FollowedJournal.MostTries
    relist(manifest.fold(0L)(_.firstSegment))
    var missing = manifest.flatMap(missingSegment)
    while missing.nonEmpty && tries > 0 do
      Thread.sleep(FollowedJournal.ShortestPause)
      tries -= 1
      manifest = ManifestStore.read(storage, folder)._1
      relist(manifest.fold(0L)(_.firstSegment))
      missing = manifest.flatMap(missingSegment)
    missing.foreach(number => throw Damage(Manifest.names.head, 48, s"segment $number is not there"))
    manifest

  /** The first segment that should be there and is not. */
  private def missingSegment(manifest: Manifest): Option[Long] =
    val first = manifest.firstSegment
    val gap   = headers.zipWithIndex.collectFirst:
      case (header, at) if header.number != first + at => first + at
    val known = current
    // An unfinished backup leaves segments after the end of the one before.
    val isBeyond = gap.exists(number => manifest.isClosed && number > manifest.watermark.segment)
    if gap.nonEmpty then gap.filterNot(_ => isBeyond)
    else if known != null && last.nn.records > 0 && known.number >= first + headers.size then Some(first + headers.size)
    else None

  private def relist(firstSegment: Long): Unit =
    val listed = SegmentFiles.list(storage, folder)
    names.keySet.retainAll(java.util.Set.copyOf(java.util.Arrays.asList(listed*))): Unit
    listed.foreach: name =>
      if !names.containsKey(name) then
        try
          val opened = storage.openRead(folder.resolve(name))
          try names.put(name, SegmentFiles.named(name, opened)): Unit
          finally opened.close()
        catch case _: NoSuchFileException => () // deleted since it was listed
    headers = listed.flatMap(name => Option(names.get(name))).filter(_.number >= firstSegment)
    if last == null then headers.lastOption.foreach(start)

  private def start(listed: SegmentHeader): Unit =
    if file != null then file.nn.close()
    val name = SegmentFiles.name(listed.firstSequence)
    file = storage.openRead(folder.resolve(name))
    // It may have been compacted since it was listed.
    val header = SegmentFiles.named(name, file.nn)
    names.put(name, header)
    scanner = UnitScanner(name, file.nn, header, SegmentHeader.Length, compressions)
    last = ScannedSegment(header)
    current = header
    safe = math.max(safe, header.previous.sequence)

  /** Begins again with the last segment, if another file has taken the place of one without records. */
  private def restartIfReplaced(): Unit =
    val known = current
    if known != null && last.nn.records == 0 then
      try
        val opened = storage.openRead(folder.resolve(SegmentFiles.name(known.firstSequence)))
        val now    =
          try SegmentFiles.header(SegmentFiles.name(known.firstSequence), opened)
          finally opened.close()
        if now.salt != known.salt && now.number == known.number then
          start(now)
          headers = headers.map(header => if header.number == now.number then now else header)
      catch case _: NoSuchFileException => () // deleted since it was listed

  private var current: SegmentHeader | Null = null

  private def follow(): Unit =
    val reader = scanner
    if reader != null then
      reader.seek(reader.end, fresh = true)
      while reader.next() && !reader.isSeal do
        safe = math.max(safe, reader.durableSequence)
        try last.nn.add(reader)
        catch
          case error: EntryReader.Malformed =>
            throw Damage(SegmentFiles.name(current.nn.firstSequence), reader.offset, error.problem)

  /** Continues in the next segment, once this one is read to its end. */
  private def advances(): Boolean =
    val next = if current == null then None else headers.find(_.number == current.nn.number + 1)
    next match
      case Some(header) =>
        if last.nn.lastSequence < header.previous.sequence && !current.nn.isCompacted then
          throw Damage(
            SegmentFiles.name(current.nn.firstSequence),
            scanner.nn.end,
            s"the segment ends here, but it had records up to ${header.previous.sequence}"
          )
        indexes.remember(current.nn.number, last.nn)
        start(header)
        true
      case None => false

  def awaitBeyond(sequence: Long, nanos: Long): Boolean =
    val until = System.nanoTime + nanos
    var pause = FollowedJournal.ShortestPause
    refresh()
    while reach <= sequence && !closed && System.nanoTime < until do
      Thread.sleep(pause)
      pause = math.min(pause * 2, FollowedJournal.LongestPause)
      refresh()
    reach > sequence

  def durable: Offset =
    refresh()
    Offset(reach)

  private[journal] def view: JournalView = this

  def version(stream: String): Either[ReadError, Long] =
    Reading.guarded(folder):
      refresh()
      headers.reverseIterator.map(index(_).lastVersion(stream)).find(_ >= 0).getOrElse(retiredVersion(stream))

  private def retiredVersion(stream: String): Long =
    val retired = ManifestStore.read(storage, folder)._1.flatMap(RetiredStreams.of(storage, folder, _))
    try retired.flatMap(_.find(stream)).fold(0L)(_.version)
    finally retired.foreach(_.close())

  def offsetAt(time: Instant): Either[ReadError, Offset] =
    Reading.guarded(folder)(refresh()).flatMap(_ => Reading.offsetAt(this, time))

  def close(): Unit = synchronized:
    closed = true
    if file != null then file.nn.close()

private[journal] object FollowedJournal:
  private inline val ShortestPause = 1L
  private inline val LongestPause  = 16L
  private inline val MostTries     = 5

  def open(folder: Path, settings: JournalSettings, storage: Storage): Either[OpenError, JournalReader] =
    try
      val (manifest, isThere) = ManifestStore.read(storage, folder)
      manifest match
        case None if isThere || SegmentFiles.list(storage, folder).nonEmpty =>
          Left(
            OpenError.Corrupt(
              folder.resolve("MANIFEST-a"),
              0,
              "no slot of the manifest is whole",
              "nothing was changed"
            )
          )
        case None    => Left(OpenError.NotAJournal(folder, "there is no MANIFEST-a or MANIFEST-b in it"))
        case Some(_) =>
          val journal = FollowedJournal(folder, settings, storage)
          journal.refresh()
          Right(journal)
    catch
      case damage: Damage =>
        Left(OpenError.Corrupt(folder.resolve(damage.file), damage.offset, damage.problem, "nothing was changed"))
      case newer: UnknownVersion => Left(OpenError.NewerFormat(folder.resolve(newer.file), newer.version))
      case failed: IOException   => Left(OpenError.Failed(folder, failed))
