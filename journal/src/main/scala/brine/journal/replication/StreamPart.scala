package brine.journal.replication

import brine.codec.Codec
import brine.journal.tools.ExportedRecord
import brine.journal.{Micros, Offset, Record, Stored}
import java.util.UUID

/** A message of a stream of records: see `docs/spec/record-stream.md`. */
private[replication] enum StreamPart:
  /** The first message of the first chunk. */
  case Begin(version: Int, log: String, from: Option[Long])

  /** The first message of each other chunk. */
  case Chunk(number: Long, end: Long)

  /** A schema. They are numbered from 0 in the order in which they come. */
  case Schema(canonical: Array[Byte])

  case Event(
      offset: Long,
      stream: String,
      version: Long,
      micros: Long,
      tags: Vector[String],
      key: Option[UUID],
      keyEvents: Int,
      schema: Int,
      bytes: Array[Byte]
  )

  /** These were all records up to this offset, with all records of their appends. */
  case CaughtUp(end: Long)

  /** The last message of the last chunk.
    *
    * @param isStopped
    *   whether the writer was stopped. Otherwise it has caught up, as it should
    */
  case End(isStopped: Boolean)

private[replication] object StreamPart:
  // No given, which would be a lazy val.
  implicit val codec: Codec[StreamPart] = Codec.derived

  /** What a stream begins with. */
  val Magic: Array[Byte] = "BRINEREC".getBytes

  final val Version = 1

  def event(exported: ExportedRecord, schema: Int): StreamPart =
    val record = exported.record
    Event(
      record.offset.sequence,
      record.stream,
      record.version,
      Micros.of(record.at),
      record.tags.toVector.sorted,
      record.key,
      exported.keyEvents,
      schema,
      record.value.bytes
    )

  def record(event: Event, schema: brine.codec.Schema): ExportedRecord =
    val record = Record(
      Offset(event.offset),
      event.stream,
      event.version,
      Micros.instant(event.micros),
      event.tags.toSet,
      event.key,
      Stored(schema, event.bytes)
    )
    ExportedRecord(record, event.keyEvents)
