package brine.pekko.persistence.query

import java.time.Instant
import java.util.Optional
import java.util.concurrent.CompletionStage
import org.apache.pekko.NotUsed
import org.apache.pekko.japi.Pair
import org.apache.pekko.persistence.query.javadsl.*
import org.apache.pekko.persistence.query.typed.javadsl.{
  CurrentEventsBySliceQuery,
  EventTimestampQuery,
  EventsBySliceQuery,
  LoadEventQuery
}
import org.apache.pekko.persistence.query.{typed, EventEnvelope, Offset}
import org.apache.pekko.stream.javadsl.Source
import scala.concurrent.ExecutionContext
import scala.jdk.CollectionConverters.*
import scala.jdk.FutureConverters.*
import scala.jdk.OptionConverters.*

/** Reads what persistent actors have written, for Java: [[BrineReadJournal]] says how. */
final class JavaReadJournal private[query] (read: BrineReadJournal)
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
  def persistenceIds(): Source[String, NotUsed]        = read.persistenceIds().asJava
  def currentPersistenceIds(): Source[String, NotUsed] = read.currentPersistenceIds().asJava

  def eventsByPersistenceId(persistenceId: String, from: Long, to: Long): Source[EventEnvelope, NotUsed] =
    read.eventsByPersistenceId(persistenceId, from, to).asJava
  def currentEventsByPersistenceId(persistenceId: String, from: Long, to: Long): Source[EventEnvelope, NotUsed] =
    read.currentEventsByPersistenceId(persistenceId, from, to).asJava

  def eventsByTag(tag: String, offset: Offset): Source[EventEnvelope, NotUsed] = read.eventsByTag(tag, offset).asJava
  def currentEventsByTag(tag: String, offset: Offset): Source[EventEnvelope, NotUsed] =
    read.currentEventsByTag(tag, offset).asJava

  /** All events after an offset, and those to come. */
  def allEvents(offset: Offset): Source[EventEnvelope, NotUsed] = read.allEvents(offset).asJava

  /** All events after an offset that there are now. */
  def currentAllEvents(offset: Offset): Source[EventEnvelope, NotUsed] = read.currentAllEvents(offset).asJava

  def eventsBySlices[Event](
      entityType: String,
      minSlice: Int,
      maxSlice: Int,
      offset: Offset
  ): Source[typed.EventEnvelope[Event], NotUsed] =
    read.eventsBySlices[Event](entityType, minSlice, maxSlice, offset).asJava
  def currentEventsBySlices[Event](
      entityType: String,
      minSlice: Int,
      maxSlice: Int,
      offset: Offset
  ): Source[typed.EventEnvelope[Event], NotUsed] =
    read.currentEventsBySlices[Event](entityType, minSlice, maxSlice, offset).asJava

  def sliceForPersistenceId(persistenceId: String): Int = read.sliceForPersistenceId(persistenceId)

  def sliceRanges(numberOfRanges: Int): java.util.List[Pair[Integer, Integer]] =
    read.sliceRanges(numberOfRanges).map(range => Pair(Integer.valueOf(range.min), Integer.valueOf(range.max))).asJava

  def timestampOf(persistenceId: String, sequenceNr: Long): CompletionStage[Optional[Instant]] =
    read.timestampOf(persistenceId, sequenceNr).map(_.toJava)(using ExecutionContext.parasitic).asJava

  def loadEnvelope[Event](persistenceId: String, sequenceNr: Long): CompletionStage[typed.EventEnvelope[Event]] =
    read.loadEnvelope[Event](persistenceId, sequenceNr).asJava
