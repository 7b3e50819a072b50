package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.StreamDeleted
import brine.journal.folders.SegmentFiles
import brine.journal.format.{Entry, SegmentReader}
import brine.journal.index.{SegmentIndex, StreamEntry}
import brine.journal.storage.Storage
import java.nio.file.Path
import scala.collection.mutable

/** The last deletion of each stream that was deleted, in ended segments: of the streams that some segments have.
  *
  * @param lasts
  *   its sequence
  */
private[maintenance] final class Deletions private (lasts: mutable.HashMap[String, Long]):
  /** How many streams were deleted. */
  def size: Int = lasts.size

  /** Whether a record is before the deletion of its stream. */
  def isBefore(stream: String, sequence: Long): Boolean = lasts.get(stream).exists(sequence < _)

  /** Whether it is the deletion itself, which stays: it has the version, and says that nothing before counts. */
  def isLast(stream: String, sequence: Long): Boolean = lasts.get(stream).contains(sequence)

  /** Whether a segment has records of a stream that a compaction removes. */
  def removeFrom(stream: StreamEntry): Boolean = stream.hasEvents && isBefore(stream.name, stream.firstSequence)

private[maintenance] object Deletions:
  /** How many streams are in memory at a time, unless a segment has more. */
  final val MostStreams = 1 << 17

  /** Passes the segments to a function, oldest first and some at a time, each time with the deletions of the streams
    * that they have. Reads the segments with deletions again each time, so that no more than a number of streams is in
    * memory, however many were deleted.
    *
    * @param most
    *   how many streams are in memory at a time, unless a segment has more
    */
  def foreachPart(
      segments: Vector[EndedSegment],
      storage: Storage,
      folder: Path,
      compressions: Int => Option[Compression],
      most: Int = MostStreams
  )(body: (Vector[EndedSegment], Deletions) => Unit): Unit =
    def using[A](segment: EndedSegment)(use: SegmentIndex => A): A =
      val index = segment.index(storage, folder, compressions)
      try use(index)
      finally index.close()
    val deleting = segments.filter(segment => using(segment)(_.unitCountOfTag(StreamDeleted.Tag) > 0))
    var rest     = segments
    while rest.nonEmpty do
      // Deletions in earlier segments delete nothing in these.
      val later = deleting.filter(_.number >= rest.head.number)
      val names = mutable.HashSet.empty[String]
      var count = if later.isEmpty then rest.size else 0
      var isIn  = true
      while isIn && count < rest.size do
        using(rest(count)): index =>
          isIn = count == 0 || names.size + index.streamCount <= most
          if isIn then index.allStreams.foreach(stream => if stream.hasEvents then names.add(stream.name): Unit)
        if isIn then count += 1
      val lasts = mutable.HashMap.empty[String, Long]
      later.foreach: segment =>
        read(segment, storage, folder, compressions): (stream, sequence) =>
          if names(stream) then lasts(stream) = sequence
      body(rest.take(count), Deletions(lasts))
      rest = rest.drop(count)

  private def read(
      segment: EndedSegment,
      storage: Storage,
      folder: Path,
      compressions: Int => Option[Compression]
  )(found: (String, Long) => Unit): Unit =
    val file = storage.openRead(segment.path(folder))
    try
      val header = SegmentFiles.header(segment.header, file)
      val reader = SegmentReader(segment.name, file, header, compressions, SegmentReader.Policy.Open)
      while reader.lastSequence < segment.last && reader.nextUnit() do
        while reader.nextEntry() do
          if reader.entry.kind == Entry.Event && isDeletion(reader) then
            found(reader.stream.nn.name, reader.entry.sequence)
    finally file.close()

  private def isDeletion(reader: SegmentReader): Boolean =
    val event = reader.entry
    event.tagCount > 0 && StreamDeleted.is(reader.dictionary.schemas(event.schema)) &&
    (0 until event.tagCount).exists(tag => reader.dictionary.tags(event.tags(tag)) == StreamDeleted.Tag)
