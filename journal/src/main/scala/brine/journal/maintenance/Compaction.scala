package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.folders.SegmentFiles
import brine.journal.{Compacted, CompactionRules, Offset}
import brine.journal.format.*
import brine.journal.index.{IndexFormat, SegmentIndex, StreamEntry}
import brine.journal.storage.{Storage, StorageFile}
import java.nio.file.Path

/** Replaces segments by files that keep, of each selected stream, only the last record, and of deleted streams only
  * what is not before the last deletion. Records of other streams are all kept. Sequences, versions and times do not
  * change, so there are gaps where records are gone.
  *
  * The new file is written beside the old one, made durable, read through and compared, and then renamed: a crash
  * leaves one or the other. Idempotency keys go with their records. One at a time, by the owner of the journal.
  *
  * @param hasEvents
  *   see [[LiveSegments.hasEvents]]
  * @param mostStreams
  *   how many streams are in memory at a time, if streams were deleted
  */
private[journal] final class Compaction(
    storage: Storage,
    folder: Path,
    compressions: Int => Option[Compression],
    random: () => Long,
    hasEvents: (String, Long, Long) => Boolean,
    checkOwner: () => Unit = () => (),
    mostStreams: Int = Deletions.MostStreams
):
  /** Compacts the ended segments.
    *
    * @param headers
    *   headers of all segments, oldest first, the current one last
    * @param onReplaced
    *   receives the new header of each segment that was replaced
    * @return
    *   the result for each segment that was changed
    */
  def run(headers: Vector[SegmentHeader], rules: CompactionRules)(
      onReplaced: SegmentHeader => Unit
  ): Vector[Compacted] =
    val segments = EndedSegment.of(headers).filter(_.last <= rules.upTo.sequence)
    val result   = Vector.newBuilder[Compacted]
    Deletions.foreachPart(segments, storage, folder, compressions, mostStreams): (part, deleted) =>
      part.foreach: segment =>
        compact(segment, segments.last.number, deleted, rules).foreach: (header, compacted) =>
          onReplaced(header)
          result += compacted
    result.result()

  private def compact(
      segment: EndedSegment,
      newest: Long,
      deleted: Deletions,
      rules: CompactionRules
  ): Option[(SegmentHeader, Compacted)] =
    val index = segment.index(storage, folder, compressions)
    try
      val selected = index.allStreams.filter(entry => entry.hasEvents && rules.streams.test(entry.name)).toVector
      val lasts    = keptOf(selected, hasEvents(_, segment.number + 1, newest))
      // Also of a segment that was compacted: by other rules, or before a later segment had records of its streams.
      val losesLasts   = selected.exists(entry => lasts(entry.name) != entry.firstSequence)
      val losesDeleted = deleted.size > 0 && index.allStreams.exists(deleted.removeFrom)
      if losesLasts || losesDeleted then
        // What was deleted goes, however little it is.
        val leastGain = if losesDeleted then 0 else rules.leastGain
        rewrite(segment, index, Compaction.Kept(lasts, deleted), leastGain)
      else None
    finally index.close()

  /** For each compacted stream the sequence of the record that stays, or [[Compaction.Nothing]]. */
  private def keptOf(selected: Vector[StreamEntry], hasLater: String => Boolean): Map[String, Long] =
    selected
      .sortBy(entry => IndexFormat.hash(entry.name))
      .map(entry => entry.name -> (if hasLater(entry.name) then Compaction.Nothing else entry.lastSequence))
      .toMap

  private def rewrite(
      segment: EndedSegment,
      index: SegmentIndex,
      kept: Compaction.Kept,
      leastGain: Double
  ): Option[(SegmentHeader, Compacted)] =
    val before = index.records
    val part   = folder.resolve(s"${segment.name}.part")
    storage.delete(part)
    val old = storage.openRead(segment.path(folder))
    try
      val header  = SegmentFiles.header(segment.header, old)
      val written = copy(segment, header, old, part, index, kept)
      val oldSize = old.size
      val isWorth = written.records < before && (leastGain == 0 || written.size <= oldSize * (1 - leastGain))
      if isWorth then
        check(segment, written, part)
        checkOwner()
        storage.move(part, segment.path(folder))
        storage.forceFolder(folder)
        Some(
          (
            written.header,
            Compacted(
              Offset(segment.header.firstSequence),
              Offset(segment.last),
              before,
              written.records,
              oldSize,
              written.size
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
      index: SegmentIndex,
      kept: Compaction.Kept
  ): Compaction.Written =
    val compression = compressions(header.compression).getOrElse(Compression.Plain)
    val template    = header.copy(salt = random(), original = header.original.orElse(Some(segment.end)))
    val file        = storage.create(part)
    try
      val writer = CompactedSegmentWriter(file, template, compression)
      val reader = SegmentReader(segment.name, old, header, compressions, SegmentReader.Policy.Open)
      while reader.lastSequence < segment.last && reader.nextUnit() do
        while reader.nextEntry() do
          val event = reader.entry
          if event.kind == Entry.Event && kept.has(reader.stream.nn.name, event.sequence) then
            writer.add(event, reader.dictionary, keyVersion(index, kept, event))
      reader.requireTo(segment.last)
      Compaction.Written(writer.finish(), writer.records)
    finally file.close()

  /** The version that the append with an event's key gave, if its last event is not kept; otherwise -1. */
  private def keyVersion(index: SegmentIndex, kept: Compaction.Kept, event: EntryReader): Long =
    if !event.hasKey || event.keyVersion >= 0 then event.keyVersion
    else
      val last = event.sequence + event.keyEvents - 1
      index
        .keyEntry(event.keyHigh, event.keyLow)
        .filter(key => key.last == last && !kept.has(index.streamName(key.stream), last))
        .fold(-1L)(_.version)

  /** Verifies what was written: a mistake here could lose records permanently. */
  private def check(segment: EndedSegment, written: Compaction.Written, part: Path): Unit =
    val file = storage.openRead(part)
    try
      val header  = SegmentFiles.header(part.getFileName.toString, file)
      val content = EndedSegment.scan(part.getFileName.toString, file, header, segment.end, compressions)
      if header != written.header || content.records != written.records then
        throw Damage(part.getFileName.toString, 0, "the compacted segment is not what was written")
    finally file.close()

private object Compaction:
  /** For a stream that has later records: no record of it stays. */
  private final val Nothing = -1L

  /** What stays of a segment.
    *
    * @param lasts
    *   for each compacted stream the sequence of the record that stays, or [[Nothing]]
    */
  private final class Kept(lasts: Map[String, Long], deleted: Deletions):
    def has(stream: String, sequence: Long): Boolean =
      deleted.isLast(stream, sequence) ||
        !deleted.isBefore(stream, sequence) && lasts.get(stream).forall(_ == sequence)

  private final case class Written(header: SegmentHeader, records: Long):
    def size: Long = header.size
