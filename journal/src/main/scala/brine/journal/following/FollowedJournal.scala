package brine.journal.following

import brine.codec.Compression
import brine.journal.failure.Failures
import brine.journal.folders.{ManifestStore, SegmentFiles}
import brine.journal.format.{Damage, Manifest, SegmentHeader}
import brine.journal.index.{IndexFormat, IndexedSegment, MergedFormat, RetiredStreams}
import brine.journal.lookup.{MergedIndexes, SegmentIndexes, SegmentsOfNames}
import brine.journal.reading.{FileSource, HoldingSegments, JournalView, Reading, Selection}
import brine.journal.storage.{Storage, StorageFile}
import brine.journal.{
  Compressions,
  EventSource,
  JournalException,
  JournalReader,
  JournalSettings,
  Offset,
  OpenError,
  ReadError
}
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
  private val follower     = Follower(folder, storage, compressions, indexes, number => merged.forgetBefore(number))

  // Those that the writer has made. This reader makes none.
  private val merged: MergedIndexes = MergedIndexes.ofReader(storage, folder, indexes, () => follower.headers)
  // Another process replaces merged indexes and segments: nothing is remembered.
  private val names = SegmentsOfNames(merged, most = 0)

  def segments: Vector[SegmentHeader]               = follower.headers
  def visible: Long                                 = follower.marks.durable
  def isClosed: Boolean                             = follower.marks.isClosed
  def compressionOf(kind: Int): Option[Compression] = compressions(kind)
  def open(segment: SegmentHeader): StorageFile     =
    storage.openRead(folder.resolve(SegmentFiles.name(segment.firstSequence)))

  def index(segment: SegmentHeader): IndexedSegment = follower.index(segment)
  def changed(segment: SegmentHeader): Unit         = follower.changed(segment)

  /** Reads what has been written since.
    *
    * @throws Damage
    *   if a file is damaged
    */
  override def refresh(): Unit = follower.refresh()
  override def relist(): Unit  = follower.relist()

  /** Takes part in a look at the folder. Returns whether it found anything; waiting readers get a failure. */
  private[following] def poll(at: FolderLook): Boolean = follower.poll(at)

  def awaitBeyond(sequence: Long, nanos: Long): Boolean =
    if visible > sequence then true
    else FolderPoll.during(this, storage)(follower.marks.awaitBeyond(sequence, nanos))

  // ---- Reading --------------------------------------------------------------------------------------------------

  def durable: Offset =
    Failures.reading(folder)(refresh()).fold(error => throw JournalException(error), _ => Offset(visible))

  private[journal] def view: JournalView = this

  val source: EventSource = FileSource(this)

  def version(stream: String): Either[ReadError, Long] =
    if isClosed then Left(ReadError.Closed) else Failures.reading(folder)(lastVersion(stream))

  private def lastVersion(stream: String): Long =
    refresh()
    val known   = segments
    var version = if known.isEmpty then -1L else versionIn(stream)(known.last)
    if version < 0 && known.size > 1 then
      merged.descend(known, MergedFormat.Streams, IndexFormat.hash(stream), known.last.number - 1): at =>
        version = versionIn(stream)(known(at))
        version >= 0
    if version >= 0 then version else retiredVersion(stream)

  override def holding(selection: Selection): HoldingSegments =
    val known = segments
    if known.size < 2 then HoldingSegments.all
    else HoldingSegments.of(names, known, selection)((name, at) => versionIn(name)(known(at)))

  private def versionIn(stream: String)(segment: SegmentHeader): Long =
    try index(segment).lastVersion(stream)
    catch
      case missing: NoSuchFileException =>
        relist()
        if segments.exists(_.number == segment.number) then throw missing
        -1

  def retiredVersion(stream: String): Long =
    val retired = ManifestStore.read(storage, folder)._1.flatMap(RetiredStreams.of(storage, folder, _))
    try retired.flatMap(_.find(stream)).fold(0L)(_.version)
    finally retired.foreach(_.close())

  def offsetAt(time: Instant): Either[ReadError, Offset] =
    if isClosed then Left(ReadError.Closed)
    else Failures.reading(folder)(refresh()).flatMap(_ => Reading.offsetAt(this, time))

  def close(): Unit =
    follower.close()
    merged.close()
    indexes.close()

private[journal] object FollowedJournal:
  def open(folder: Path, settings: JournalSettings, storage: Storage): Either[OpenError, JournalReader] =
    Failures.opening(folder):
      val (manifest, isThere) = ManifestStore.read(storage, folder)
      manifest match
        case None if isThere || SegmentFiles.list(storage, folder).nonEmpty =>
          throw Damage(Manifest.names.head, 0, "no slot of the manifest is whole")
        case None         => Left(OpenError.NotAJournal(folder, "there is no MANIFEST-a or MANIFEST-b in it"))
        case Some(before) =>
          val journal = FollowedJournal(folder, settings, storage)
          try
            journal.refresh()
            journal.follower.checkEnd(before)
          catch
            case error: Throwable =>
              journal.close()
              throw error
          Right(journal)
