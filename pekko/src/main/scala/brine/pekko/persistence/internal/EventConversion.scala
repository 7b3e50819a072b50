package brine.pekko.persistence.internal

import brine.codec.{Codec, DecodeError, Schema, Schemas}
import brine.journal.{JournalException, Names, ReadError, Record, Stored, StreamDeleted}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.UUID
import org.apache.pekko.persistence.journal.Tagged
import org.apache.pekko.persistence.{AtomicWrite, PersistentRepr}
import org.apache.pekko.serialization.Serialization

/** Makes records of Pekko's events, and events of records. Thread-safe. */
private[persistence] final class EventConversion(serialization: Serialization, types: EventTypes):
  import EventConversion.Untagged

  /** The events of a write as they are appended.
    *
    * @throws Exception
    *   if an event cannot be serialized, or a tag is no name
    */
  def prepare(write: AtomicWrite): PreparedWrite =
    val events = write.payload.toVector.map(Untagged.of)
    val tags   = events.iterator.flatMap(_.tags).toSet
    tags.foreach(Names.require("tag", _))
    typeOf(events) match
      case Some(known) =>
        val first = events.head.repr
        val name  = s"${first.writerUuid}/${first.persistenceId}/${first.sequenceNr}"
        val key   = UUID.nameUUIDFromBytes(name.getBytes(UTF_8))
        prepared(write, known.codec.schema, events.map(event => known.encode(event.payload)), tags, Some(key))
      case None =>
        prepared(write, PekkoEvent.codec.schema, events.map(event => Codec.encodeBare(written(event))), tags, None)

  /** Records in the place of events that were rejected: the next event has the number after theirs. */
  def rejected(write: AtomicWrite): PreparedWrite =
    val payload = Codec.encodeBare[PekkoEvent](PekkoEvent.Rejected())
    prepared(write, PekkoEvent.codec.schema, Vector.fill(write.payload.size)(payload), Set.empty, None)

  private def prepared(
      write: AtomicWrite,
      schema: Schema,
      payloads: Vector[Array[Byte]],
      tags: Set[String],
      key: Option[UUID]
  ) = PreparedWrite(write.persistenceId, write.lowestSequenceNr, schema, payloads, tags, key)

  // A record of its own has no room for more than the event, and the tags of its append.
  private def typeOf(events: Vector[Untagged]): Option[EventType[?]] =
    types
      .of(events.head.payload)
      .filter: known =>
        events.forall: event =>
          event.tags == events.head.tags && event.repr.manifest.isEmpty && event.repr.metadata.isEmpty &&
            types.of(event.payload).exists(_ eq known)

  private def written(event: Untagged): PekkoEvent =
    val repr = event.repr
    PekkoEvent.Written(
      SerializedValue.of(serialization, event.payload),
      repr.manifest,
      repr.writerUuid,
      repr.timestamp,
      event.tags.toVector,
      repr.metadata.map(SerializedValue.of(serialization, _))
    )

  /** The event of a record, with its tags; None if a serializer refused the one with this number.
    *
    * Also None for the deletion of a stream.
    *
    * @throws JournalException
    *   if the record is no event of Pekko, and of none of the known types
    * @throws Exception
    *   of the serializer
    */
  def read(record: Record[Stored]): Option[ReadEvent] =
    val stored = record.value
    if stored.schema.fingerprint == PekkoEvent.codec.schema.fingerprint then
      stored.as[PekkoEvent].fold(error => throw undecodable(record, error), read(record, _))
    else if record.tags(StreamDeleted.Tag) && stored.schema.fingerprint == StreamDeleted.codec.fingerprint then None
    else
      types.decode(stored.bytes, stored.schema) match
        case Right(event) => Some(ReadEvent(record, reprOf(record, event, "", "", 0), record.tags))
        case Left(errors) =>
          // Another version of this library may have written it.
          Codec.decodeBare[PekkoEvent](stored.bytes, stored.schema, Schemas.none) match
            case Right(event) => read(record, event)
            case Left(error)  => throw unknown(record, errors.headOption.fold(error)(_._2))

  private def read(record: Record[Stored], event: PekkoEvent): Option[ReadEvent] = event match
    case PekkoEvent.Rejected()       => None
    case written: PekkoEvent.Written => Some(read(record, written))

  private def read(record: Record[Stored], written: PekkoEvent.Written): ReadEvent =
    val event = written.payload.read(serialization)
    val repr  = reprOf(record, event, written.adapter, written.writer, written.timestamp)
    val whole = written.metadata.fold(repr)(metadata => repr.withMetadata(metadata.read(serialization)))
    ReadEvent(record, whole, written.tags.toSet)

  private def reprOf(record: Record[Stored], event: Any, adapter: String, writer: String, timestamp: Long) =
    val repr = PersistentRepr(event, record.version, record.stream, adapter, writerUuid = writer)
    if timestamp == 0 then repr else repr.withTimestamp(timestamp)

  private def undecodable(record: Record[Stored], error: DecodeError) =
    JournalException(ReadError.Undecodable(record.offset, record.stream, error))

  private def unknown(record: Record[Stored], error: DecodeError): Exception =
    val kind   = record.value.schema.toString.linesIterator.next()
    val remedy =
      "Pass its type to BrinePersistence.setup(log).withEvents, so that persistent actors read what others have written"
    IllegalStateException(
      s"record ${record.offset.sequence}, event ${record.version} of '${record.stream}', is no event of Pekko but one " +
        s"of the type $kind, which this actor system does not know. $remedy",
      error
    )

private[persistence] object EventConversion:
  private final class Untagged(val repr: PersistentRepr, val payload: Any, val tags: Set[String])

  private object Untagged:
    def of(repr: PersistentRepr): Untagged = repr.payload match
      case Tagged(payload, tags) => Untagged(repr, payload, tags)
      case payload               => Untagged(repr, payload, Set.empty)
