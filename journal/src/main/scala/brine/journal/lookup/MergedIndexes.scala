package brine.journal.lookup

import brine.journal.folders.SegmentFiles
import brine.journal.format.{Damage, SegmentHeader}
import brine.journal.index.{CoveredSegment, MergedIndex, MergedIndexWriter, SegmentHashes}
import brine.journal.storage.Storage
import java.io.IOException
import java.nio.file.{NoSuchFileException, Path}
import java.util.UUID

/** The merged indexes of a journal that is open for writing. They name the ended segments that have a stream, tag or
  * key, so that a lookup asks few files however many segments there are. A segment that no merged index covers is asked
  * itself.
  *
  * One that is damaged, or not of the segments as they are, counts as missing and is built again. Thread-safe.
  *
  * @param live
  *   the headers of the segments that are kept, oldest first, the current one last
  * @param isRenewed
  *   whether another process makes them: then new ones are looked for once there are some more segments
  */
private[journal] final class MergedIndexes(
    storage: Storage,
    folder: Path,
    journal: () => UUID,
    indexes: SegmentIndexes,
    live: () => Vector[SegmentHeader],
    isRenewed: Boolean = false
) extends SegmentsOfNames.Indexes:
  // In order; no segment is in two of them.
  @volatile private var merged   = Vector.empty[MergedIndex]
  @volatile private var isLoaded = false
  private var isClosed           = false // guarded by this
  private var isClean            = false // guarded by `merging`

  /** Calls a function with the place of each ended segment that may have a hash, newest first, until it returns true.
    *
    * @param headers
    *   the segments; places are in this list
    * @param newest
    *   number of the segment to begin with
    * @param least
    *   number of the last segment to look at
    */
  def descend(headers: Vector[SegmentHeader], table: Int, hash: Long, newest: Long, least: Long = 0)(
      isEnough: Int => Boolean
  ): Unit =
    load(headers)
    val oldest = headers.head.number
    val until  = math.max(oldest, least)
    var at     = newest
    var isDone = false
    while !isDone && at >= until do
      val index = covering(at)
      if index == null then
        isDone = isEnough((at - oldest).toInt)
        at -= 1
      else
        val found = ask(index, table, hash)
        if found != null then
          var i = 0
          while !isDone && i < found.length do
            if found(i) <= at && found(i) >= until then isDone = isEnough((found(i) - oldest).toInt)
            i += 1
          at = index.first - 1

  def coveredFrom(headers: Vector[SegmentHeader], first: Long): Long =
    load(headers)
    var at    = first
    var index = covering(at)
    while index != null do
      at = index.last + 1
      index = covering(at)
    at - 1

  private def covering(number: Long): MergedIndex | Null =
    val known = merged
    var at    = known.size - 1
    while at >= 0 && known(at).first > number do at -= 1
    if at >= 0 && known(at).last >= number then known(at) else null

  /** Null if it cannot be read, or was replaced: then look again. */
  private def ask(index: MergedIndex, table: Int, hash: Long): Array[Long] | Null =
    try index.find(table, hash)
    catch
      case error: (Damage | IOException) =>
        if Thread.currentThread.isInterrupted then throw error
        drop(index)
        null

  private def drop(index: MergedIndex): Unit =
    val isOpen = synchronized:
      merged = merged.filterNot(_ eq index)
      !isClosed
    index.close()
    if !isOpen then throw java.nio.channels.ClosedChannelException()

  // ---- Loading ------------------------------------------------------------------------------------------------------

  private def load(headers: Vector[SegmentHeader]): Unit =
    if isRenewed && isLoaded && headers.last.number - loadedAt > MergePlan.Fanout then renew(headers)
    if !isLoaded then
      synchronized:
        if !isLoaded then
          merged = read(headers)
          loadedAt = headers.last.number
          isLoaded = true

  // Number of the current segment when the indexes were loaded
  @volatile private var loadedAt = 0L

  private def renew(headers: Vector[SegmentHeader]): Unit =
    val old = synchronized:
      val old = merged
      if isClosed then Vector.empty
      else
        merged = read(headers)
        loadedAt = headers.last.number
        old
    // Readers that still use one of these look again.
    old.foreach(_.close())

  private def read(headers: Vector[SegmentHeader]): Vector[MergedIndex] =
    val found = Vector.newBuilder[MergedIndex]
    var at    = headers.head.number
    // Where some are parts of others, the largest come first. Gaps are merged again.
    files
      .sortBy((first, last) => (first, -last))
      .foreach: (first, last) =>
        if last >= at then
          open(first, last).foreach: index =>
            if isOf(index, headers) then
              found += index
              at = last + 1
            else index.close()
    found.result()

  private def files: Vector[(Long, Long)] = storage.list(folder).flatMap(MergedIndex.parse)

  private def open(first: Long, last: Long): Option[MergedIndex] =
    try
      val index = MergedIndex.open(storage, path(first, last), journal())
      if index.first == first && index.last == last then Some(index)
      else
        index.close()
        None
    catch
      case error: (Damage | IOException) =>
        if Thread.currentThread.isInterrupted then throw error
        None

  private def path(first: Long, last: Long): Path = folder.resolve(MergedIndex.name(first, last))

  // Whether it covers the segments as they are, those that are deleted aside.
  private def isOf(index: MergedIndex, headers: Vector[SegmentHeader]): Boolean =
    val oldest = headers.head.number
    index.last < headers.last.number && index.last >= oldest && {
      var number = math.max(index.first, oldest)
      while number <= index.last && {
          val at  = (number - oldest).toInt
          val now = CoveredSegment.of(headers(at), headers(at + 1).previous)
          index.covered((number - index.first).toInt).covers(now)
        }
      do number += 1
      number > index.last
    }

  // ---- Merging ------------------------------------------------------------------------------------------------------

  /** Whether there are enough segments to merge. */
  def mayMerge: Boolean = live().size > MergePlan.Fanout

  // Held while something is merged.
  private val merging = Object()

  /** Merges once. Returns whether there may be more to do. */
  def step(stops: () => Boolean): Boolean = merging.synchronized:
    val headers = live()
    load(headers)
    deleteOld()
    MergePlan.next(merged.map(index => (index.first, index.last)), headers.head.number, headers.last.number - 1) match
      case Some((first, last)) => merge(headers, first, last, stops)
      case None                =>
        if !isClean then clean()
        false

  private def merge(headers: Vector[SegmentHeader], first: Long, last: Long, stops: () => Boolean): Boolean =
    val inputs = inputsOf(headers, first, last, stops)
    inputs.nonEmpty && {
      val to = path(inputs.head.first, last)
      MergedIndexWriter.write(storage, to, journal(), inputs, stops) && install(
        MergedIndex.open(storage, to, journal())
      )
    }

  private def inputsOf(
      headers: Vector[SegmentHeader],
      first: Long,
      last: Long,
      stops: () => Boolean
  ): Vector[MergedIndexWriter.Input] =
    val inputs = Vector.newBuilder[MergedIndexWriter.Input]
    var at     = first
    while at <= last && !stops() do
      val index = covering(at)
      if index != null then
        inputs += MergedIndexWriter.Input(index.first, index.covered, index.rows)
        at = index.last + 1
      else
        inputs += ofSegment(headers, (at - headers.head.number).toInt)
        at += 1
    if at > last then inputs.result() else Vector.empty

  private def ofSegment(headers: Vector[SegmentHeader], at: Int): MergedIndexWriter.Input =
    val header = headers(at)
    val end    = headers(at + 1).previous
    val index  = indexes.renewed(header, end.sequence)
    if index.salt != header.salt then
      throw Damage(SegmentFiles.name(header.firstSequence), SegmentHeader.SaltAt, "another segment by now")
    MergedIndexWriter.Input(
      header.number,
      Vector(CoveredSegment.of(header, end)),
      table => SegmentHashes(index.hashes(table))
    )

  private def install(index: MergedIndex): Boolean =
    val replaced = synchronized:
      if isClosed || !isOf(index, live()) then Vector(index)
      else
        val (inside, others) = merged.partition(known => known.first >= index.first && known.last <= index.last)
        merged = (others :+ index).sortBy(_.first)
        inside
    // Readers that still use one of these look again.
    replaced.foreach(delete)
    !replaced.contains(index)

  private def delete(index: MergedIndex): Unit =
    index.close()
    if !merged.exists(_.path == index.path) then storage.delete(index.path)

  /** Drops what is not of the segments any more, because one was compacted. */
  def changed(): Unit =
    if isLoaded then
      val gone = synchronized:
        val (kept, gone) = merged.partition(isOf(_, live()))
        merged = kept
        gone
      gone.foreach(_.close())

  // Of segments that are all deleted.
  private def deleteOld(): Unit = takeBefore(live().head.number).foreach(delete)

  /** Closes those that have only segments below this number, which retention has deleted. */
  def forgetBefore(number: Long): Unit = takeBefore(number).foreach(_.close())

  private def takeBefore(number: Long): Vector[MergedIndex] = synchronized:
    val (old, kept) = merged.partition(_.last < number)
    merged = kept
    old

  // What a crash has left.
  private def clean(): Unit =
    val used = merged.map(index => MergedIndex.name(index.first, index.last)).toSet
    storage
      .list(folder)
      .filter(name => MergedIndex.parse(name.stripSuffix(".part")).nonEmpty && !used(name))
      .foreach: name =>
        try storage.delete(folder.resolve(name))
        catch case _: NoSuchFileException => ()
    isClean = true

  /** Closes the files. The thread that merges must have ended. */
  def close(): Unit =
    val open = synchronized:
      isClosed = true
      merged
    open.foreach(_.close())

private[journal] object MergedIndexes:
  /** For a process that only reads. */
  def ofReader(
      storage: Storage,
      folder: Path,
      indexes: SegmentIndexes,
      headers: () => Vector[SegmentHeader]
  ): MergedIndexes = MergedIndexes(storage, folder, () => headers().head.journal, indexes, headers, isRenewed = true)
