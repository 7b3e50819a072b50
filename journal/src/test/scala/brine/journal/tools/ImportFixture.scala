package brine.journal.tools

import brine.codec.Codec
import brine.journal.SiteEvent.Renamed
import brine.journal.tools.JournalFixture.{ok, small}
import brine.journal.*
import java.nio.file.Path
import java.time.Instant
import java.util.UUID

/** Records to import, and what came of them. */
object ImportFixture:
  /** Everything in a journal. */
  def exported(folder: Path): Vector[ExportedRecord] =
    val reader = JournalReader.open(folder)
    val all    = Vector.newBuilder[ExportedRecord]
    try ok(JournalExport.of(reader)(all += _)): Unit
    finally reader.close()
    all.result()

  /** Imports records into a folder; their numbers are 1, 2, 3 … */
  def importInto(
      folder: Path,
      all: Vector[ExportedRecord],
      settings: JournalSettings = small
  ): Either[ImportError, Long] =
    val imported = ok(JournalImport.open(folder, settings))
    all.zipWithIndex.foreach((record, i) => imported.add(record, i + 1): Unit)
    imported.finish()

  /** A record of the stream `s`, at a time in seconds since 1970. */
  def record(
      version: Long,
      at: Long,
      bytes: Array[Byte] = Codec.encodeBare(Renamed("x"): SiteEvent),
      stream: String = "s"
  ): ExportedRecord =
    val stored = Stored(Codec[SiteEvent].schema, bytes)
    ExportedRecord(Record(Offset(1), stream, version, Instant.ofEpochSecond(at), Set.empty, None, stored), 0)

  extension (exported: ExportedRecord)
    def at(time: Instant): ExportedRecord     = exported.copy(record = exported.record.copy(at = time))
    def offset(offset: Long): ExportedRecord  = exported.copy(record = exported.record.copy(offset = Offset(offset)))
    def tagged(tags: String*): ExportedRecord = exported.copy(record = exported.record.copy(tags = tags.toSet))
    def key(key: Int, events: Int): ExportedRecord =
      exported.copy(record = exported.record.copy(key = Some(UUID(7, key))), keyEvents = events)
    def large(size: Int): ExportedRecord =
      val stored = Stored(exported.record.value.schema, Codec.encodeBare(Renamed("x" * size): SiteEvent))
      exported.copy(record = exported.record.copy(value = stored))
