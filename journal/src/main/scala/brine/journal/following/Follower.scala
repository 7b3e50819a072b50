package brine.journal.following

import brine.codec.Compression
import brine.journal.folders.{ManifestStore, SegmentFiles, SegmentList}
import brine.journal.format.{Damage, Manifest, SegmentChain, SegmentHeader}
import brine.journal.index.IndexedSegment
import brine.journal.lookup.SegmentIndexes
import brine.journal.reading.Marks
import brine.journal.storage.Storage
import java.nio.ByteBuffer
import java.nio.file.{NoSuchFileException, Path}
import scala.annotation.tailrec

/** Follows what another process writes to a journal's folder: which segments there are, and how far a frame, the
  * manifest or the next segment says that their records are durable. Thread-safe.
  *
  * @param indexes
  *   receives the index of each segment that was followed to its end
  * @param onForgotten
  *   receives the number of the oldest segment that is kept, when retention has deleted segments
  */
private[following] final class Follower(
    folder: Path,
    storage: Storage,
    compressions: Int => Option[Compression],
    indexes: SegmentIndexes,
    onForgotten: Long => Unit
):
  /** How far records are durable. */
  val marks: Marks = Marks(0)

  // Guarded by this: what is durable, the writer's epoch, and the headers of the files.
  private var safe  = 0L
  private var epoch = -1L
  private val files = FolderSegments(storage, folder)

  // Changed while this is held; set before the mark advances.
  @volatile private var seen = Follower.Seen(Vector.empty, null)

  // For slots of the manifest; guarded by this.
  private val slot = ByteBuffer.allocate(Manifest.Length)

  private def thoroughLook() = FolderLook(storage, folder, isThorough = true, slot)

  private def last: FollowedSegment | Null = seen.last

  /** The headers of the segments that are kept, oldest first. */
  def headers: Vector[SegmentHeader] = seen.headers

  /** The index of a segment.
    *
    * @throws NoSuchFileException
    *   if it is none of [[headers]]
    */
  def index(segment: SegmentHeader): IndexedSegment =
    val now = seen
    if now.last != null && now.last.nn.number == segment.number then now.last.nn.index
    else
      SegmentList.find(now.headers, segment.number + 1) match
        case Some(next) => indexes.of(segment, next.previous.sequence)
        case None       => throw NoSuchFileException(SegmentFiles.name(segment.firstSequence))

  /** Notes that a segment's file is not the one of its index, because it was compacted. */
  def changed(segment: SegmentHeader): Unit = synchronized:
    // Compaction replaces ended segments only: there is a next one to follow.
    if !marks.isClosed && last != null && last.nn.number == segment.number then look(thoroughLook())
    files.forget(SegmentFiles.name(segment.firstSequence))
    indexes.forget(segment.number)

  /** Reads what has been written since.
    *
    * @throws Damage
    *   if a file is damaged
    */
  def refresh(): Unit = synchronized:
    if !marks.isClosed then
      look(thoroughLook())
      marks.hasFailed = false

  /** Checks, as opening for writing does, that what was durable can be read.
    *
    * @param before
    *   the manifest as it was before the segments were read
    */
  def checkEnd(before: Manifest): Unit = synchronized:
    val followed = last
    val proven   = math.max(before.watermark.sequence, if followed == null then 0L else followed.durableAfterEnd)
    def isLost   = proven > (if last == null then before.firstSequence - 1 else last.nn.lastSequence)
    // What was written since is no proof of a loss.
    if isLost then look(thoroughLook())
    if isLost && (last eq followed) then
      if followed == null then throw Damage(SegmentFiles.name(before.firstSequence), 0, "there are no segments")
      throw Damage.lost(followed.name, followed.segmentEnd, proven)

  def relist(): Unit = synchronized:
    if !marks.isClosed then unlessDeleted()(list(ManifestStore.read(storage, folder)._1))

  /** Takes part in a look at the folder. Returns whether it found anything; waiting readers get a failure. */
  def poll(at: FolderLook): Boolean = synchronized:
    val before = progress
    if !marks.isClosed then
      try look(at)
      catch
        case _: Throwable =>
          marks.hasFailed = true
          marks.signal()
    progress != before

  private def progress: (Long, Long, Long) =
    val followed = last
    if followed == null then (marks.durable, 0, 0) else (marks.durable, followed.number, followed.end)

  private def look(at: FolderLook): Unit =
    var next = at
    unlessDeleted():
      val now = next
      next = thoroughLook()
      lookOnce(now)

  /** Runs a body again if retention has deleted a segment since the body listed it. */
  @tailrec private def unlessDeleted(tries: Int = Follower.MostTries)(body: => Unit): Unit =
    val isDone =
      try
        body
        true
      catch case _: NoSuchFileException if tries > 1 => false
    if !isDone then
      files.forgetAll()
      unlessDeleted(tries - 1)(body)

  private def lookOnce(at: FolderLook): Unit =
    if at.isThorough then at.manifest.foreach(heed)
    if last == null then list(at.manifest)
    if last != null then
      restartIfReplaced()
      while at.hasMore(last.nn) && advance() do ()
      if at.isThorough && isStuck(at) then list(at.manifest)
      if safe < last.nn.lastSequence then at.manifest.foreach(known => safe = math.max(safe, known.watermark.sequence))
      val reach = math.min(safe, last.nn.lastSequence)
      if reach > marks.durable then
        marks.durable = reach
        marks.signal()

  /** Whether there are later segments, or bytes in this one, that do not continue what was read. */
  private def isStuck(at: FolderLook): Boolean =
    at.hasMore(last.nn) || at.manifest.exists(_.watermark.segment > last.nn.number)

  /** Drops what retention has deleted, and starts again if another writer has begun. */
  private def heed(manifest: Manifest): Unit =
    if manifest.epoch != epoch then
      // It may have begun a segment again, in another file of the same name.
      files.forgetAll()
      list(Some(manifest))
      epoch = manifest.epoch
    else if headers.headOption.exists(_.number < manifest.firstSegment) then
      if last != null && last.nn.number < manifest.firstSegment then list(Some(manifest))
      else
        forgetBefore(manifest.firstSegment)
        seen = seen.copy(headers = headers.dropWhile(_.number < manifest.firstSegment))

  private def forgetBefore(number: Long): Unit =
    headers.takeWhile(_.number < number).foreach(header => indexes.forget(header.number))
    onForgotten(number)

  private def list(manifest: Option[Manifest]): Unit =
    val known = files.list(manifest, last)
    known.headOption.foreach(first => forgetBefore(first.number))
    if last == null || !known.exists(isFollowed) then
      if known.nonEmpty then begin(known)
    else
      seen = seen.copy(headers = known.filter(_.number <= last.nn.number))
      known
        .filter(_.number > last.nn.number)
        .foreach: next =>
          last.nn.follow()
          goOn(next)

  /** Follows the file that has taken the place of a last segment without records: a longer one, or recovery's. */
  private def restartIfReplaced(): Unit =
    val followed = last.nn
    if followed.isEmpty then
      files.forget(followed.name)
      files
        .header(followed.name)
        .filter(now => now.number == followed.number && now.salt != followed.header.salt)
        .foreach(now => begin(headers.init :+ now))

  // A compacted file has another salt than the one that was opened, which can be read on. But one without records may
  // have been replaced before it got any.
  private def isFollowed(header: SegmentHeader): Boolean =
    header.number == last.nn.number &&
      (header.salt == last.nn.header.salt || header.isCompacted && !last.nn.isEmpty)

  /** Reads on, in the next segment too. Returns whether it has come further. */
  private def advance(): Boolean =
    val segment = last.nn
    val before  = segment.end
    segment.follow()
    safe = math.max(safe, segment.durable)
    val name = segment.nextName
    val next = if name != null && storage.exists(folder.resolve(name)) then files.header(name) else None
    next.foreach(goOn)
    next.isDefined || segment.end > before

  private def goOn(next: SegmentHeader): Unit =
    val segment = last.nn
    segment.checkEnd(next)
    SegmentChain.checkFollows(segment.header, next)
    indexes.remember(segment.number, segment.index)
    begin(headers :+ next)

  /** Follows the last one of these segments. */
  private def begin(known: Vector[SegmentHeader]): Unit =
    val before = last
    val begun  = FollowedSegment(storage, folder, known.last, compressions)
    seen = Follower.Seen(known, begun)
    if before != null then before.close()
    files.remember(begun.header)
    begun.follow()
    safe = math.max(safe, begun.durable)

  /** Ends everything that waits, and closes the file that is followed. */
  def close(): Unit =
    synchronized:
      marks.isClosed = true
      if last != null then last.nn.close()
    marks.signal()

private object Follower:
  private inline val MostTries = 8

  /** The segments up to the last one, which is followed. One value, so that nobody sees half of a change. */
  private final case class Seen(headers: Vector[SegmentHeader], last: FollowedSegment | Null)
