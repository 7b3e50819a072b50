package brine.journal.index

import brine.journal.format.{Damage, Manifest}
import brine.journal.storage.Storage
import java.nio.file.{NoSuchFileException, Path}
import java.util.UUID

/** The versions of the streams in segments that retention has deleted, so that these versions continue. Its layout is
  * that of an index that has only streams, with another magic number. Unlike an index it cannot be rebuilt, so it is
  * durable before the first of its segments is deleted. Thread-safe.
  */
private[journal] final class RetiredStreams private (index: SegmentIndex) extends AutoCloseable:
  /** Everything up to this sequence has been deleted, or may have been. */
  def last: Long = index.last

  def count: Int = index.streamCount

  /** The version of a stream after its last deleted event, and that event's sequence; None if none was deleted. */
  def find(stream: String): Option[RetiredStreams.Stream] = index.stream(stream).map(RetiredStreams.stream)

  def all: Iterator[RetiredStreams.Stream] = index.allStreams.map(RetiredStreams.stream)

  /** Reads all of it and verifies it. */
  def verify(): Unit = index.verify()

  /** Closes the file; later reads open it, each for itself. */
  def release(): Unit = index.release()

  def close(): Unit = index.close()

private[journal] object RetiredStreams:
  val FileName = "retired.idx"

  /** `BRINERET` */
  private inline val Magic = 0x544552454e495242L

  final case class Stream(name: String, version: Long, sequence: Long)

  private def stream(entry: StreamEntry): Stream = Stream(entry.name, entry.lastVersion, entry.lastSequence)

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

  /** Opens the file; None if it does not exist.
    *
    * @throws Damage
    *   if it cannot be read, or belongs to another journal
    */
  def open(storage: Storage, folder: Path, journal: UUID): Option[RetiredStreams] =
    try
      val index = SegmentIndex.openOther(storage, folder.resolve(FileName), Magic)
      if index.journal != journal then
        index.close()
        throw Damage(FileName, 16, "the retired streams of another journal")
      Some(RetiredStreams(index))
    catch case _: NoSuchFileException => None

  /** Replaces the file; the new one is durable when this returns.
    *
    * @param last
    *   sequence up to which everything has been or will be deleted
    */
  def write(storage: Storage, folder: Path, journal: UUID, last: Long, salt: Long, streams: Seq[Stream]): Unit =
    val named = streams.map: stream =>
      new IndexWriter.Named:
        def name: String                                  = stream.name
        def put(out: ByteSink, firstSequence: Long): Unit =
          out.putVarint(0)
          out.putVarint(stream.version)
          out.putVarint(0)
          out.putVarint(stream.sequence)
          out.putVarint(0)
          out.putVarint(0)
    val none     = 0 -> ByteSink(1)
    val sections =
      IndexWriter.names(named, 0) ++ IndexWriter.names(Seq.empty, 0) ++ Seq.fill(IndexFormat.Section.Count - 8)(none)
    val header = IndexHeader(journal, 0, salt, last, 0, 0, last, 0, 0, 0)
    IndexWriter.write(storage, folder.resolve(FileName), Magic, header, sections)
    storage.forceFolder(folder)
