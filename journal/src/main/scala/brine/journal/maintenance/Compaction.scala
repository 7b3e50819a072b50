package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.{Compacted, CompactionRules, Offset}
import brine.journal.file.SegmentFiles
import brine.journal.format.*
import brine.journal.index.SegmentIndex
import brine.journal.storage.{Storage, StorageFile}
import java.nio.file.Path

/** Replaces segments by ones that keep, of the streams it is about, only the last record. Sequences, versions and times stay as they were, with
  * gaps where records are gone; so do all records of other streams.
  *
  * The new file is written beside the old one, read through and compared, forced, and then takes its name in one step: a crash leaves the one or
  * the other. Idempotency keys go with their records. One at a time, by the owner of the journal.
  */
private[journal] final class Compaction(
    storage: Storage,
    folder: Path,
    compressions: Int => Option[Compression],
    random: () => Long
):
  /** Compacts the segments that have ended.
    *
    * @param headers
    *   of all segments, oldest first, the one that is written last
    * @param onReplaced
    *   is told the new header of each segment that was replaced
    * @return
    *   what became of each, without those that stayed as they were
    */
  def run(headers: Vector[SegmentHeader], rules: CompactionRules)(
      onReplaced: SegmentHeader => Unit
  ): Vector[Compacted] =
    val segments = EndedSegment.of(headers).filter(_.last <= rules.upTo.sequence)
    val result   = Vector.newBuilder[Compacted]
    for at <- segments.indices do
      compact(segments(at), segments.drop(at + 1), rules).foreach: (header, compacted) =>
        onReplaced(header)
        result += compacted
    result.result()

  private def compact(
      segment: EndedSegment,
      later: Vector[EndedSegment],
      rules: CompactionRules
  ): Option[(SegmentHeader, Compacted)] =
    val index = segment.index(storage, folder, compressions)
    try
      val lasts = keptOf(index, later, rules)
      // A segment that was compacted before, and of whose streams none has come again, has nothing to lose.
      if lasts.isEmpty || segment.header.isCompacted && !lasts.valuesIterator.contains(Compaction.Nothing) then None
      else rewrite(segment, lasts, index.records, rules)
    finally index.close()

  /** For each stream that is compacted the sequence of the record that stays, or that none does. */
  private def keptOf(
      index: SegmentIndex,
      later: Vector[EndedSegment],
      rules: CompactionRules
  ): Map[String, Long] =
    val own   = index.allStreams.filter(entry => entry.hasEvents && rules.streams(entry.name)).toVector
    val lasts = scala.collection.mutable.HashMap.from(own.map(entry => entry.name -> entry.lastSequence))
    later.foreach: segment =>
      val other = segment.index(storage, folder, compressions)
      try
        own.foreach: entry =>
          if lasts(entry.name) != Compaction.Nothing && other.stream(entry.name).exists(_.hasEvents) then
            lasts(entry.name) = Compaction.Nothing
      finally other.close()
    lasts.toMap

  private def rewrite(
      segment: EndedSegment,
      lasts: Map[String, Long],
      before: Long,
      rules: CompactionRules
  ): Option[(SegmentHeader, Compacted)] =
    val part = folder.resolve(s"${segment.name}.part")
    storage.delete(part)
    val old = storage.openRead(segment.path(folder))
    try
      val header  = SegmentFiles.header(segment.name, old)
      val kept    = copy(segment, header, old, part, lasts)
      val oldSize = old.size
      val isWorth = kept.records < before && kept.size <= oldSize * (1 - rules.leastGain)
      if isWorth then
        check(segment, kept, part)
        storage.move(part, segment.path(folder))
        storage.forceFolder(folder)
        Some(
          (
            kept.header,
            Compacted(
              Offset(segment.header.firstSequence),
              Offset(segment.last),
              before,
              kept.records,
              oldSize,
              kept.size
            )
          )
        )
      else
        storage.delete(part)
        None
    finally old.close()

  private def copy(
      segment: EndedSegment,
      header: SegmentHeader,
      old: StorageFile,
      part: Path,
      lasts: Map[String, Long]
  ): Compaction.Written =
    val compression = compressions(header.compression).getOrElse(Compression.Plain)
    val template    = header.copy(salt = random(), original = header.original.orElse(Some(segment.end)))
    val file        = storage.create(part)
    try
      val writer     = CompactedSegmentWriter(file, template, compression)
      val scanner    = UnitScanner(segment.name, old, header, SegmentHeader.Length, compressions)
      val entries    = EntryReader()
      val dictionary = SegmentDictionary()
      var last       = header.firstSequence - 1
      while last < segment.last && scanner.next() && !scanner.isSeal do
        entries.reset(scanner)
        try
          while entries.next() do
            if entries.kind != Entry.Event then dictionary.define(entries)
            else
              last = entries.sequence
              val stream = dictionary.count(entries)
              if lasts.get(stream.name).forall(_ == entries.sequence) then writer.add(entries, dictionary)
        catch case error: EntryReader.Malformed => throw Damage(segment.name, scanner.offset, error.problem)
      if last < segment.last && !header.isCompacted then
        throw Damage(segment.name, scanner.end, s"the segment ends here, but it had records up to ${segment.last}")
      Compaction.Written(writer.finish(), writer.records)
    finally file.close()

  /** Reads what was written: nothing may be lost by a mistake that nobody could ever make good. */
  private def check(segment: EndedSegment, written: Compaction.Written, part: Path): Unit =
    val file = storage.openRead(part)
    try
      val header  = SegmentFiles.header(part.getFileName.toString, file)
      val content = EndedSegment.scan(part.getFileName.toString, file, header, segment.end, compressions)
      if header != written.header || content.records != written.records then
        throw Damage(part.getFileName.toString, 0, "the compacted segment is not what was written")
    finally file.close()

private object Compaction:
  /** For a stream that has later records. */
  private final val Nothing = -1L

  private final case class Written(header: SegmentHeader, records: Long):
    def size: Long = header.size
