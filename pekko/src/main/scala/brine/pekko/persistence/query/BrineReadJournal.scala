package brine.pekko.persistence.query

import brine.journal.{EventLog, Offset as LogOffset, Query, Record, Stored}
import brine.pekko.persistence.BrinePersistence
import brine.pekko.persistence.internal.{Blocking, LogHandle, ReadEvent, ReservedIds}
import com.typesafe.config.Config
import java.time.Instant
import org.apache.pekko.NotUsed
import org.apache.pekko.actor.ExtendedActorSystem
import org.apache.pekko.persistence.query.scaladsl.*
import org.apache.pekko.persistence.query.typed.scaladsl.{
  CurrentEventsBySliceQuery,
  EventTimestampQuery,
  EventsBySliceQuery,
  LoadEventQuery
}
import org.apache.pekko.persistence.query.{typed, EventEnvelope, Offset}
import org.apache.pekko.persistence.{Persistence, PersistentRepr}
import org.apache.pekko.stream.scaladsl.Source
import scala.collection.immutable
import scala.concurrent.Future

/** Reads what persistent actors have written: `PersistenceQuery(system).readJournalFor[BrineReadJournal]
  * (BrineReadJournal.Identifier)`.
  *
  * Offsets are `Sequence(n)`, where n is the number of the record in the log: dense, in the order of commits, and the
  * same for all queries. Queries give what is after an offset. Nothing appears before an offset that was seen.
  *
  * Live queries wait on virtual threads, read ahead no more than `batch-size` events, and end when they are cancelled.
  * They fail when the log is closed or cannot be read: use `RestartSource`. If retention has deleted the event after an
  * offset, they fail and say so; from the beginning, that is `NoOffset`, are all events that are kept.
  *
  * Events that `deleteEvents` has deleted are not in the queries of one persistence id. All other queries have them, as
  * long as the log does.
  *
  * Streams whose names begin with `brine.`, which entities need for themselves, and deletions of streams are in no
  * query. Other records that are no events of Pekko need their type in [[BrinePersistenceSetup.withEvents]]: a query
  * that comes to one of another type fails, and names its type, stream and offset.
  */
final class BrineReadJournal private[query] (system: ExtendedActorSystem, config: Config)
    extends PersistenceIdsQuery,
      CurrentPersistenceIdsQuery,
      EventsByPersistenceIdQuery,
      CurrentEventsByPersistenceIdQuery,
      EventsByTagQuery,
      CurrentEventsByTagQuery,
      EventsBySliceQuery,
      CurrentEventsBySliceQuery,
      EventTimestampQuery,
      LoadEventQuery:
  private val shared            = BrinePersistence(system)
  private val path              = config.getString("log")
  private val handle: LogHandle = shared.handle(path)
  private val states            = shared.states(path)
  private val extension         = Persistence(system)
  private val adapters          = extension.adaptersFor(config.getString("write-plugin"))
  private val sources           = LogSources(handle, config.getInt("batch-size"))

  // ---- Persistence ids ----------------------------------------------------------------------------------------------

  /** Each persistence id once, in the order of their first events that are kept, and then each new one. Reads the
    * whole log, and keeps all names in memory.
    */
  def persistenceIds(): Source[String, NotUsed] = ids(isLive = true)

  /** Each persistence id once, in the order of their first events that are kept. Reads the whole log. */
  def currentPersistenceIds(): Source[String, NotUsed] = ids(isLive = false)

  private def ids(isLive: Boolean) = sources.streams(isLive).filterNot(ReservedIds.contains)

  // ---- Events of one persistence id ---------------------------------------------------------------------------------

  /** The events between two sequence numbers, and those to come, until the last number. Ends at once if no event with
    * these numbers can come: up to 0, or if all of them were deleted.
    */
  def eventsByPersistenceId(persistenceId: String, from: Long, to: Long): Source[EventEnvelope, NotUsed] =
    byPersistenceId(persistenceId, from, to, isLive = true)

  /** The events between two sequence numbers that there are now. */
  def currentEventsByPersistenceId(persistenceId: String, from: Long, to: Long): Source[EventEnvelope, NotUsed] =
    byPersistenceId(persistenceId, from, to, isLive = false)

  private def byPersistenceId(persistenceId: String, from: Long, to: Long, isLive: Boolean) =
    if from > to then Source.empty[EventEnvelope]
    else
      sources
        .stream(persistenceId, isLive, last = to)(kept(_, persistenceId, from))
        .mapConcat(envelopes(_, _ => true))

  // What was deleted together with its stream is left out as well.
  private def kept(log: EventLog, persistenceId: String, from: Long) =
    math.max(first(persistenceId, from), log.source.deletedUpTo(persistenceId) + 1)

  private def first(persistenceId: String, from: Long) =
    math.max(math.max(from, 1), states.load(persistenceId).deletedTo + 1)

  // ---- Events by tag, all events ------------------------------------------------------------------------------------

  /** The events with a tag after an offset, and those to come. The log has an index of tags. */
  def eventsByTag(tag: String, offset: Offset): Source[EventEnvelope, NotUsed] = byTag(tag, offset, isLive = true)

  /** The events with a tag after an offset that there are now. */
  def currentEventsByTag(tag: String, offset: Offset): Source[EventEnvelope, NotUsed] =
    byTag(tag, offset, isLive = false)

  private def byTag(tag: String, offset: Offset, isLive: Boolean) =
    val after = Offsets.after(offset)
    sources
      .records(isLive)(log => log.readTaggedAfter[Stored](tag, after))
      .mapConcat(envelopes(_, _.tags(tag)))

  /** All events after an offset, and those to come. */
  def allEvents(offset: Offset): Source[EventEnvelope, NotUsed] = all(offset, isLive = true)

  /** All events after an offset that there are now. */
  def currentAllEvents(offset: Offset): Source[EventEnvelope, NotUsed] = all(offset, isLive = false)

  private def all(offset: Offset, isLive: Boolean) =
    val after = Offsets.after(offset)
    sources.records(isLive)(log => log.readAllAfter[Stored](after)).mapConcat(envelopes(_, _ => true))

  // The log may have streams of Brine's own, and deletions of streams.
  private def eventOf(record: Record[Stored]): Option[ReadEvent] =
    if ReservedIds.contains(record.stream) then None else shared.conversion.read(record)

  private def envelopes(record: Record[Stored], selects: ReadEvent => Boolean): immutable.Seq[EventEnvelope] =
    eventOf(record)
      .filter(selects)
      .toVector
      .flatMap: event =>
        adapted(event.repr).map: payload =>
          EventEnvelope(
            Offsets.of(record.offset),
            record.stream,
            record.version,
            payload,
            event.millis,
            event.repr.metadata
          )

  private def adapted(repr: PersistentRepr): immutable.Seq[Any] =
    adapters.get(repr.payload.getClass).fromJournal(repr.payload, repr.manifest).events

  // ---- Events by slice ----------------------------------------------------------------------------------------------

  /** The events of a range of slices, after an offset, and those to come. The entity type is the text before the `|` of
    * persistence ids: the log has an index of these, and leaves out other slices while it reads.
    */
  def eventsBySlices[Event](
      entityType: String,
      minSlice: Int,
      maxSlice: Int,
      offset: Offset
  ): Source[typed.EventEnvelope[Event], NotUsed] = bySlices(entityType, minSlice, maxSlice, offset, isLive = true)

  /** The events of a range of slices after an offset that there are now. */
  def currentEventsBySlices[Event](
      entityType: String,
      minSlice: Int,
      maxSlice: Int,
      offset: Offset
  ): Source[typed.EventEnvelope[Event], NotUsed] = bySlices(entityType, minSlice, maxSlice, offset, isLive = false)

  private def bySlices[Event](entityType: String, minSlice: Int, maxSlice: Int, offset: Offset, isLive: Boolean) =
    val after = Offsets.after(offset)
    // Persistence ids without an entity type are no category.
    val query = if entityType.isEmpty then Query.all else Query.category(entityType, BrineReadJournal.Separator)
    sources
      .records(isLive)(log => log.readQueryAfter[Stored](query, after))
      .filter: record =>
        val slice = sliceForPersistenceId(record.stream)
        slice >= minSlice && slice <= maxSlice && BrineReadJournal.entityType(record.stream) == entityType
      .mapConcat(record => eventOf(record).toVector.flatMap(typedEnvelopes[Event](_)))

  private def typedEnvelopes[Event](event: ReadEvent): immutable.Seq[typed.EventEnvelope[Event]] =
    val stream = event.record.stream
    adapted(event.repr).map: payload =>
      new typed.EventEnvelope[Event](
        Offsets.of(event.record.offset),
        stream,
        event.record.version,
        Some(payload.asInstanceOf[Event]),
        event.millis,
        event.repr.metadata,
        BrineReadJournal.entityType(stream),
        sliceForPersistenceId(stream)
      )

  def sliceForPersistenceId(persistenceId: String): Int = extension.sliceForPersistenceId(persistenceId)

  def sliceRanges(numberOfRanges: Int): immutable.Seq[Range] = extension.sliceRanges(numberOfRanges)

  // ---- Single events ------------------------------------------------------------------------------------------------

  /** When an event was written; None if there is none with this number. */
  def timestampOf(persistenceId: String, sequenceNr: Long): Future[Option[Instant]] =
    load(persistenceId, sequenceNr)(_.map(event => Instant.ofEpochMilli(event.millis)))

  /** An event. Fails with a `NoSuchElementException` if there is none with this number. */
  def loadEnvelope[Event](persistenceId: String, sequenceNr: Long): Future[typed.EventEnvelope[Event]] =
    load(persistenceId, sequenceNr): found =>
      found
        .flatMap(typedEnvelopes[Event](_).headOption)
        .getOrElse(throw java.util.NoSuchElementException(s"'$persistenceId' has no event $sequenceNr"))

  private def load[A](persistenceId: String, sequenceNr: Long)(body: Option[ReadEvent] => A): Future[A] = Blocking.run:
    val found =
      if sequenceNr < first(persistenceId, sequenceNr) then None
      else sources.one(persistenceId, sequenceNr).flatMap(eventOf)
    body(found)

object BrineReadJournal:
  /** Where the configuration has the read journal. */
  final val Identifier = "brine.persistence.query"

  // Between the entity type and the id, in the persistence ids that Pekko makes.
  private final val Separator = '|'

  private def entityType(persistenceId: String): String =
    val end = persistenceId.indexOf(Separator)
    if end < 0 then "" else persistenceId.substring(0, end)

/** Offsets of the log as Pekko's. */
private[query] object Offsets:
  import org.apache.pekko.persistence.query.{NoOffset, Sequence}

  def of(offset: LogOffset): Offset = Sequence(offset.sequence)

  /** The record after which a query begins.
    *
    * @throws IllegalArgumentException
    *   if it is no offset of this journal
    */
  def after(offset: Offset): LogOffset = offset match
    case NoOffset                        => LogOffset.Begin
    case Sequence(number) if number >= 0 => LogOffset(number)
    case other                           =>
      throw IllegalArgumentException(
        s"$other is no offset of Brine's journal: use NoOffset, or a Sequence it has given"
      )
