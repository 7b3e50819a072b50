package brine.journal.lookup

import brine.codec.Compression
import brine.journal.folders.SegmentFiles
import brine.journal.format.{SegmentHeader, SegmentReader}
import brine.journal.index.{IndexedSegment, RebuildingIndex, SegmentIndex}
import brine.journal.storage.{Storage, StorageFile}
import java.io.IOException
import java.lang.ref.{SoftReference, WeakReference}
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue}

/** The indexes of ended segments: made on demand, and evicted when memory is short. Thread-safe.
  *
  * @param keeps
  *   whether to keep them on the disk, until closed; otherwise a missing index is made in memory
  * @param mostOpen
  *   how many may be known at a time, each of which holds a file open
  */
private[journal] final class SegmentIndexes(
    storage: Storage,
    folder: Path,
    compressions: Int => Option[Compression],
    keeps: Boolean,
    mostOpen: Int = SegmentIndexes.MostOpen
):
  private val known = ConcurrentHashMap[Long, SoftReference[IndexedSegment]]()
  private val locks = Array.fill(16)(Object())

  /** The index of a segment.
    *
    * @param last
    *   the segment's last sequence, by the header of the next one
    * @throws brine.journal.format.Damage
    *   if the segment is damaged
    */
  def of(segment: SegmentHeader, last: Long): IndexedSegment =
    val found = cached(segment)
    if found != null then found
    else
      locks((segment.number & 15).toInt).synchronized:
        val other = cached(segment)
        if other != null then other
        else
          val made = open(segment, last)
          known.put(segment.number, SoftReference(made))
          opened.add(segment.number)
          evict(openedCount.incrementAndGet() - mostOpen)
          // After it is known: either this sees that all must be released, or `close` sees this one.
          if isClosed then made.release()
          made

  /** The index of a segment; one of an earlier format is built again. */
  def renewed(segment: SegmentHeader, last: Long): IndexedSegment =
    val found = of(segment, last)
    if !writes || !found.isOutdated then found
    else
      val name = SegmentFiles.name(segment.firstSequence)
      val path = folder.resolve(SegmentFiles.indexName(segment.firstSequence))
      val file = storage.openRead(folder.resolve(name))
      try SegmentIndex.build(storage, name, file, SegmentFiles.header(name, file), last, compressions, path)
      finally file.close()
      forget(segment.number)
      of(segment, last)

  @volatile private var isClosed = false

  /** Releases the files of all indexes. They stay usable, but open a file for each page that they read. */
  def close(): Unit =
    isClosed = true
    known.values.forEach: reference =>
      val index = reference.get
      if index != null then index.release()
    forgotten.forEach: reference =>
      val index = reference.get
      if index != null then index.release()

  // Indexes that somebody still reads by. Their files are closed once nobody does; if a reader is never closed, by the
  // garbage collection, or by `close`.
  private val forgotten = ConcurrentLinkedQueue[WeakReference[IndexedSegment]]()

  // The folder may be another writer's by now.
  private def writes: Boolean = keeps && !isClosed

  // The numbers of the indexes that were opened, oldest first. Those that were forgotten since may be among them.
  private val opened      = ConcurrentLinkedQueue[java.lang.Long]()
  private val openedCount = AtomicInteger()

  private def evict(count: Int): Unit =
    var left = count
    while left > 0 do
      val oldest = opened.poll()
      if oldest == null then left = 0
      else
        openedCount.decrementAndGet(): Unit
        forget(oldest)
        left -= 1

  /** Gives back the files of all indexes that nobody reads by: somebody needs to open one and may not. The indexes are
    * opened again when they are needed.
    */
  def shed(): Unit = evict(openedCount.get)

  private def cached(segment: SegmentHeader): IndexedSegment | Null =
    val reference = known.get(segment.number)
    if reference == null then null else reference.get

  /** Takes an index that was made elsewhere. */
  def remember(number: Long, index: IndexedSegment): Unit = known.put(number, SoftReference(index)): Unit

  /** Forgets a segment that was deleted or replaced. */
  def forget(number: Long): Unit =
    val reference = known.remove(number)
    val index     = if reference == null then null else reference.get
    if index != null && !index.retire() then
      forgotten.removeIf(_.get == null)
      forgotten.add(WeakReference(index)): Unit

  private def open(segment: SegmentHeader, last: Long): IndexedSegment =
    val name = SegmentFiles.name(segment.firstSequence)
    val path = folder.resolve(SegmentFiles.indexName(segment.firstSequence))
    val file = storage.openRead(folder.resolve(name))
    try
      val header = SegmentFiles.header(segment, file)
      kept(path, header, last).orElse(built(name, file, header, last, path)) match
        case Some(index) => RebuildingIndex(index, rebuilt(segment, last, _))
        case None        => scan(name, file, header, last)
    finally file.close()

  // An unreadable index counts as missing.
  private def kept(path: Path, header: SegmentHeader, last: Long): Option[SegmentIndex] =
    try SegmentIndex.open(storage, path, header, last)
    catch case _: IOException => None

  private def built(
      name: String,
      file: StorageFile,
      header: SegmentHeader,
      last: Long,
      path: Path
  ): Option[SegmentIndex] =
    if !writes then None
    else
      try
        SegmentIndex.build(storage, name, file, header, last, compressions, path)
        SegmentIndex.open(storage, path, header, last)
      catch case _: IOException => None // no space for it, say, or this thread was interrupted

  private def rebuilt(segment: SegmentHeader, last: Long, isOwn: Boolean): IndexedSegment =
    if writes && isOwn then
      try storage.delete(folder.resolve(SegmentFiles.indexName(segment.firstSequence)))
      catch case _: IOException => () // the damage will show again
    val name = SegmentFiles.name(segment.firstSequence)
    val file = storage.openRead(folder.resolve(name))
    try scan(name, file, SegmentFiles.header(segment, file), last)
    finally file.close()

  private def scan(name: String, file: StorageFile, header: SegmentHeader, last: Long): IndexedSegment =
    val reader = SegmentReader(name, file, header, compressions, SegmentReader.Policy.Open)
    val index  = ScannedSegment(header, reader.dictionary)
    while reader.lastSequence < last && reader.nextUnit() do index.add(reader)
    reader.requireTo(last)
    index

private[journal] object SegmentIndexes:
  /** So that a journal of any number of segments needs few files of what a process may open. */
  private[lookup] final val MostOpen = 1000
