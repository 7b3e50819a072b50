package brine.journal.tools

import brine.journal.failure.Failures
import brine.journal.folders.SegmentFiles
import brine.journal.format.{FormatVersion, Manifest, SegmentDictionary, SegmentHeader, SegmentReader}
import brine.journal.storage.Storage
import brine.journal.{Compressions, JournalReader, JournalSettings, Micros, Offset, OpenError}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path
import java.time.Instant
import java.util.UUID

/** A summary of a journal that takes no longer than opening it: it reads the manifest, the headers of all segments and
  * the last segment.
  *
  * {{{
  * JournalInfo.of(Path.of("data")).map(info => s"${info.records} records in ${info.segments.size} segments")
  * }}}
  *
  * @param folder
  *   the journal's folder
  * @param journal
  *   identity of the journal
  * @param formatVersion
  *   version of the file format
  * @param epoch
  *   number of times it was opened for writing
  * @param isClosed
  *   whether it was closed; otherwise a process is writing it, or a crash ended it
  * @param writer
  *   description of the last writer, from the file `LOCK`
  * @param first
  *   offset of the oldest record that is kept; if none is, the one that the next record gets
  * @param durable
  *   offset of the last record that can be read
  * @param marked
  *   offset up to which the manifest says that everything is durable
  * @param bytes
  *   length of all segments in bytes
  * @param segments
  *   the segments, oldest first
  * @param otherFiles
  *   names of other files in the folder
  * @param streams
  *   number of streams in the last segment
  * @param schemas
  *   names of the schemas in the last segment, with fingerprints
  * @param tags
  *   number of tags in the last segment
  */
final case class JournalInfo(
    folder: Path,
    journal: UUID,
    formatVersion: Int,
    epoch: Long,
    isClosed: Boolean,
    writer: Option[String],
    first: Offset,
    durable: Offset,
    marked: Offset,
    bytes: Long,
    segments: Vector[SegmentInfo],
    otherFiles: Vector[String],
    streams: Int,
    schemas: Vector[String],
    tags: Int
):
  /** Number of records, if compaction has removed none. */
  def records: Long = durable.sequence - first.sequence + 1

/** A segment, by its header and that of the next one.
  *
  * @param file
  *   name of the file
  * @param number
  *   number of the segment, from 1
  * @param epoch
  *   the opening that began it
  * @param first
  *   offset of its first record, present or future
  * @param last
  *   offset of its last record; that before the first if it has none yet
  * @param created
  *   time at which it was begun
  * @param bytes
  *   length of the file
  * @param isCompacted
  *   whether compaction or repair has rewritten it
  */
final case class SegmentInfo(
    file: String,
    number: Long,
    epoch: Long,
    first: Offset,
    last: Offset,
    created: Instant,
    bytes: Long,
    isCompacted: Boolean
)

object JournalInfo:
  /** Reads the summary of a journal, also while another process writes it.
    *
    * @return
    *   an error if there is no journal, one of a later release, or one that cannot be opened for reading
    */
  def of(
      folder: Path,
      settings: JournalSettings = JournalSettings.defaults,
      storage: Storage = Storage.disk
  ): Either[OpenError, JournalInfo] =
    JournalFolder.undisturbed(storage, folder)((_: JournalInfo) => true):
      for
        found  <- JournalFolder.read(storage, folder)
        reader <- JournalReader.tryOpen(folder, settings, storage)
        info   <-
          try Failures.opening(folder)(Right(read(found, reader, settings, storage)))
          finally reader.close()
      yield info

  private def read(
      found: JournalFolder,
      reader: JournalReader,
      settings: JournalSettings,
      storage: Storage
  ): JournalInfo =
    val manifest = found.manifest.getOrElse(throw IllegalStateException("a journal that opens has a manifest"))
    val headers  = found.segments
      .flatMap(segment => segment.header.toOption.map(segment -> _))
      .filter(_._2.number >= manifest.firstSegment)
    reader.view.refresh()
    val durable = Offset(reader.view.visible)
    val defined =
      headers.lastOption.map((segment, header) => definitions(found.folder, segment.name, header, settings, storage))
    JournalInfo(
      found.folder,
      manifest.journal,
      FormatVersion.Current,
      manifest.epoch,
      manifest.isClosed,
      writer(found, storage),
      Offset(math.max(headers.headOption.fold(manifest.firstSequence)(_._2.firstSequence), 1)),
      durable,
      Offset(manifest.watermark.sequence),
      headers.map(_._1.length).sum,
      headers.zipWithIndex.map { case ((segment, header), at) =>
        val last =
          headers.lift(at + 1).fold(math.max(durable.sequence, header.firstSequence - 1))(_._2.previous.sequence)
        SegmentInfo(
          segment.name,
          header.number,
          header.epoch,
          Offset(header.firstSequence),
          Offset(last),
          Micros.instant(header.created),
          segment.length,
          header.isCompacted
        )
      },
      found.others.filterNot(Manifest.names.contains).filterNot(_ == SegmentFiles.Lock),
      defined.fold(0)(_.streams.size),
      defined.fold(Vector.empty)(_.schemas.iterator.map(SchemaNames.of).toVector),
      defined.fold(0)(_.tags.size)
    )

  private def definitions(
      folder: Path,
      name: String,
      header: SegmentHeader,
      settings: JournalSettings,
      storage: Storage
  ): SegmentDictionary =
    val file = storage.openRead(folder.resolve(name))
    try
      val reader = SegmentReader(name, file, header, Compressions.of(settings), SegmentReader.Policy.Open)
      while reader.nextUnit() do reader.skipEntries()
      reader.dictionary
    finally file.close()

  private def writer(found: JournalFolder, storage: Storage): Option[String] =
    Option
      .when(found.others.contains(SegmentFiles.Lock)):
        val file = storage.openRead(found.folder.resolve(SegmentFiles.Lock))
        try
          val bytes = ByteBuffer.allocate(256)
          String(bytes.array, 0, file.read(bytes, 0), UTF_8).linesIterator.nextOption().getOrElse("").trim
        finally file.close()
      .filter(_.nonEmpty)
