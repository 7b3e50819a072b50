package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.StreamDeleted
import brine.journal.folders.SegmentFiles
import brine.journal.format.{Entry, SegmentReader}
import brine.journal.index.StreamEntry
import brine.journal.storage.Storage
import java.nio.file.Path
import scala.collection.mutable

/** The last deletion of each stream that was deleted, in ended segments. Takes memory for each of them.
  *
  * @param lasts
  *   its sequence
  */
private[maintenance] final class Deletions private (lasts: mutable.HashMap[String, Long]):
  /** Whether no stream was deleted. */
  def isEmpty: Boolean = lasts.isEmpty

  /** Whether a record is before the deletion of its stream. */
  def isBefore(stream: String, sequence: Long): Boolean = lasts.get(stream).exists(sequence < _)

  /** Whether it is the deletion itself, which stays: it has the version, and says that nothing before counts. */
  def isLast(stream: String, sequence: Long): Boolean = lasts.get(stream).contains(sequence)

  /** Whether a segment has records of a stream that a compaction removes. */
  def removeFrom(stream: StreamEntry): Boolean = stream.hasEvents && isBefore(stream.name, stream.firstSequence)

private[maintenance] object Deletions:
  /** Finds the deletions by the tag that they have, in the segments that have events with that. */
  def of(
      segments: Vector[EndedSegment],
      storage: Storage,
      folder: Path,
      compressions: Int => Option[Compression]
  ): Deletions =
    val lasts = mutable.HashMap.empty[String, Long]
    segments.foreach: segment =>
      val index = segment.index(storage, folder, compressions)
      val has   =
        try index.unitCountOfTag(StreamDeleted.Tag) > 0
        finally index.close()
      if has then read(segment, storage, folder, compressions)((stream, sequence) => lasts(stream) = sequence)
    Deletions(lasts)

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
