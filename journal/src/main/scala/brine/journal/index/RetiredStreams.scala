package brine.journal.index

import brine.journal.format.{Damage, Manifest}
import brine.journal.index.IndexFormat.JournalAt
import brine.journal.storage.Storage
import java.nio.file.{NoSuchFileException, Path}
import java.util.UUID
import scala.annotation.tailrec
import scala.collection.mutable

/** The versions of the streams in segments that retention has deleted, so that these versions continue. Unlike an index
  * they cannot be rebuilt, so they are durable before the first of the segments is deleted. Thread-safe.
  *
  * They are in several files, each of which continues where another ends: `retired.idx` begins with record 1, and
  * `retired-<first>-<last>.idx` has the streams of these records. Retention adds a file, and merges it with the files
  * before that are not larger: so it need not read what was retired long before, and there are few files. The layout is
  * that of an index that has only streams, with another magic number.
  */
private[journal] final class RetiredStreams private (levels: Vector[RetiredStreams.Level]) extends AutoCloseable:
  import RetiredStreams.{Level, Stream}

  /** Everything up to this sequence has been deleted, or may have been. */
  def last: Long = levels.last.last

  /** The names of the files, oldest first. */
  def files: Vector[String] = levels.map(_.name)

  /** The version of a stream after its last deleted event, and that event's sequence; None if none was deleted. */
  def find(stream: String): Option[Stream] = levels.reverseIterator.flatMap(_.find(stream)).nextOption()

  /** Reads all of it and verifies it. */
  def verify(): Unit = levels.foreach(_.index.verify())

  /** Closes the files; later reads open them, each for itself. */
  def release(): Unit = levels.foreach(_.index.release())

  def close(): Unit = levels.foreach(_.index.close())

  /** The newest files that are not larger than these streams and what is merged with them; oldest first. */
  private def toMerge(streams: Int): Vector[Level] =
    var total = streams.toLong
    levels.reverseIterator
      .takeWhile: level =>
        val isSmall = level.index.streamCount <= 2 * total
        total += level.index.streamCount
        isSmall
      .toVector
      .reverse

private[journal] object RetiredStreams:
  val FileName = "retired.idx"

  /** `BRINERET` */
  private inline val Magic = 0x544552454e495242L

  private val LevelName = "retired-([1-9][0-9]{0,18})-([1-9][0-9]{0,18})\\.idx".r

  final case class Stream(name: String, version: Long, sequence: Long)

  /** One file. */
  private final class Level(val name: String, val index: SegmentIndex):
    // The first file does not say where it begins.
    val first: Long = math.max(index.firstSequence, 1)
    def last: Long  = index.last

    def find(stream: String): Option[Stream] = index.stream(stream).map(streamOf)
    def all: Iterator[Stream]                = index.allStreams.map(streamOf)

    private def streamOf(entry: StreamEntry) = Stream(entry.name, entry.lastVersion, entry.lastSequence)

  /** Whether a file with this name has retired streams. */
  def isFile(name: String): Boolean = name == FileName || LevelName.matches(name)

  private def levelName(first: Long, last: Long): String = s"retired-$first-$last.idx"

  /** The retired streams of a journal. They must exist once anything has been deleted.
    *
    * @throws Damage
    *   if they are missing or cannot be read
    */
  def of(storage: Storage, folder: Path, manifest: Manifest): Option[RetiredStreams] =
    def fail(problem: String) = throw Damage(FileName, 0, problem)
    open(storage, folder, manifest.journal) match
      case Some(retired) if retired.last < manifest.firstSequence - 1 =>
        retired.close()
        fail(
          s"it has the streams of records up to ${retired.last}, but records up to ${manifest.firstSequence - 1} " +
            "were deleted"
        )
      case None if manifest.firstSequence > 1 =>
        fail(
          s"it is not there, but records up to ${manifest.firstSequence - 1} were deleted, and it has the versions " +
            "of their streams"
        )
      case found => found

  /** Opens the files; None if there are none.
    *
    * @throws Damage
    *   if one cannot be read, or belongs to another journal, or if one is missing
    */
  @tailrec def open(storage: Storage, folder: Path, journal: UUID): Option[RetiredStreams] =
    val names  = storage.list(folder).filter(isFile)
    val opened = levels(storage, folder, names, journal)
    try
      // One that is gone was merged: then what it was merged to is there now.
      if opened.size == names.size then
        val used = chain(opened)
        opened.filterNot(used.contains).foreach(_.index.close())
        return Option.when(used.nonEmpty)(RetiredStreams(used))
    catch
      case error: Throwable =>
        opened.foreach(_.index.close())
        throw error
    opened.foreach(_.index.close())
    open(storage, folder, journal)

  private def levels(storage: Storage, folder: Path, names: Vector[String], journal: UUID): Vector[Level] =
    val opened = Vector.newBuilder[Level]
    try
      names.foreach(name => level(storage, folder, name, journal).foreach(opened += _))
      opened.result()
    catch
      case error: Throwable =>
        opened.result().foreach(_.index.close())
        throw error

  private def level(storage: Storage, folder: Path, name: String, journal: UUID): Option[Level] =
    try
      val index = SegmentIndex.openOther(storage, folder.resolve(name), Magic)
      val level = Level(name, index)
      val isIt  = name == FileName || name == levelName(level.first, level.last)
      if index.journal != journal || !isIt then
        index.close()
        throw Damage(name, JournalAt, "the retired streams of another journal, or a file that was renamed")
      Some(level)
    catch case _: NoSuchFileException => None

  /** The files that continue each other. A crash may leave files whose streams are in a larger one too. */
  private def chain(all: Vector[Level]): Vector[Level] =
    val used = Vector.newBuilder[Level]
    var next = 1L
    var more = true
    while more do
      all.filter(level => level.first <= next && level.last >= next).maxByOption(_.last) match
        case Some(level) =>
          used += level
          next = level.last + 1
        case None => more = false
    all
      .filter(_.first > next)
      .minByOption(_.first)
      .foreach: after =>
        throw Damage(
          FileName,
          0,
          s"the streams of records $next to ${after.first - 1}, which were deleted, are not there"
        )
    // Nothing was deleted, or nothing that had a record.
    val found = used.result()
    if found.isEmpty then all.sortBy(_.last).takeRight(1) else found

  /** Adds the streams of segments that will be deleted; they are durable when this returns.
    *
    * @param last
    *   sequence up to which everything has been or will be deleted
    */
  def add(storage: Storage, folder: Path, journal: UUID, last: Long, salt: Long, streams: Seq[Stream]): Unit =
    val known = open(storage, folder, journal)
    try
      // An interrupted deletion may have got further.
      if !known.exists(_.last >= last) then
        val merged = known.fold(Vector.empty)(_.toMerge(streams.size))
        val first  = merged.headOption.fold(known.fold(1L)(_.last + 1))(_.first)
        val all    = mutable.LinkedHashMap.empty[String, Stream]
        merged.foreach(_.all.foreach(stream => all(stream.name) = stream))
        streams.foreach(stream => all(stream.name) = stream)
        val name = if first == 1 then FileName else levelName(first, last)
        writeFile(storage, folder, name, journal, first, last, salt, all.values.toVector)
        storage.forceFolder(folder)
        // Also what a crash has left.
        val used = known.fold(Vector.empty)(_.files).filterNot(merged.map(_.name).contains) :+ name
        storage.list(folder).filter(isFile).filterNot(used.contains).foreach(old => storage.delete(folder.resolve(old)))
    finally known.foreach(_.close())

  /** Replaces all files by one.
    *
    * @param last
    *   sequence up to which everything has been or will be deleted
    */
  def write(storage: Storage, folder: Path, journal: UUID, last: Long, salt: Long, streams: Seq[Stream]): Unit =
    writeFile(storage, folder, FileName, journal, 1, last, salt, streams)
    storage.list(folder).filter(LevelName.matches).foreach(name => storage.delete(folder.resolve(name)))
    storage.forceFolder(folder)

  private def writeFile(
      storage: Storage,
      folder: Path,
      name: String,
      journal: UUID,
      first: Long,
      last: Long,
      salt: Long,
      streams: Seq[Stream]
  ): Unit =
    val named = streams.map: stream =>
      new IndexWriter.Named:
        def name: String                                  = stream.name
        def put(out: ByteSink, firstSequence: Long): Unit =
          out.putVarint(0)
          out.putVarint(stream.version)
          out.putVarint(0)
          out.putVarint(stream.sequence - firstSequence)
          out.putVarint(0)
          out.putVarint(0)
    // The first file begins with 0: so it did before there were others.
    val begin    = if first == 1 then 0 else first
    val none     = 0 -> ByteSink(1)
    val sections =
      IndexWriter.names(named, begin) ++ IndexWriter.names(Seq.empty, begin) ++
        Seq.fill(IndexFormat.Section.Count - 8)(none)
    val header = IndexHeader(journal, 0, salt, last, 0, begin, last, 0, 0, 0)
    IndexWriter.write(storage, folder.resolve(name), Magic, header, sections)
