package brine.journal.javaapi

import brine.codec.javaapi.JavaCodec
import brine.journal.{EventLogReader, Filter, Offset, Query, ReadAs}
import java.time.Instant
import java.util.List as JavaList
import java.util.function.Consumer

/** Reads the events of one type from a log, whatever stores it: [[brine.journal.EventLogReader]] with Java's types.
  * Every record that it returns is durable. Thread-safe.
  *
  * {{{
  * JavaEventLogReader<SiteEvent> reader = JavaEventLogReader.of(log, SiteEvent.CODEC);
  * reader.read("site-42").forEach(record -> System.out.println(record.value()));
  * }}}
  *
  * Offsets are numbers: that of a record is its number, from 1, and 0 is before all. A method that reads from an offset
  * begins with that record, and one with `After` in its name with the next one. From 0 on is what is kept. Methods that
  * fail throw a [[brine.journal.JournalException]], an unchecked exception whose `error` says what failed and what to
  * do. A negative offset is an `IllegalArgumentException`. So is a codec with limits or a dictionary: they apply to
  * messages only.
  */
class JavaEventLogReader[A] private[javaapi] (reader: EventLogReader, codec: JavaCodec[A]) extends AutoCloseable:
  private val as: ReadAs[A] = ReadAs.decoded(using Codecs.plain(codec))

  /** The Scala log. */
  def log: EventLogReader = reader

  /** Reads events of another type from the same log. Closing either closes both. */
  def withCodec[B](codec: JavaCodec[B]): JavaEventLogReader[B] = new JavaEventLogReader(reader, codec)

  /** Offset of the last durable record. Every record up to it can be read. */
  def durable: Offset = Results.reading(reader)(reader.durable)

  /** The events of a stream, in order. A stream that does not exist has no events. */
  def read(stream: String): JavaRecords[A] = read(stream, 1)

  /** The events of a stream from a version on, in order; versions count from 1. If retention has deleted this version,
    * reading fails with [[brine.journal.ReadError.Gone]]. From 0 on are all events that are kept. If the stream was
    * deleted, the events after its last deletion are read from 0 and 1 on; other versions up to that fail with
    * [[brine.journal.ReadError.Deleted]].
    */
  def read(stream: String, from: Long): JavaRecords[A] = JavaRecords(reader.read(stream, from)(using as))

  /** All events, in the order in which they were appended. */
  def readAll(): JavaRecords[A] = readAll(Offset.Begin)

  /** All events from an offset on, in the order in which they were appended. If retention has deleted the event at this
    * offset, reading fails with [[brine.journal.ReadError.Gone]]. From 0 on are all events that are kept.
    */
  def readAll(from: Offset): JavaRecords[A] = JavaRecords(reader.readAll(Results.checked(from))(using as))

  /** All events after an offset, without the one at it: what follows a snapshot, or the last event that was processed.
    */
  def readAllAfter(offset: Offset): JavaRecords[A] = JavaRecords(reader.readAllAfter(Results.checked(offset))(using as))

  /** The events with a tag, in the order in which they were appended. */
  def readTagged(tag: String): JavaRecords[A] = readTagged(tag, Offset.Begin)

  /** The events with a tag from an offset on, in the order in which they were appended. */
  def readTagged(tag: String, from: Offset): JavaRecords[A] = JavaRecords(
    reader.readTagged(tag, Results.checked(from))(using as)
  )

  /** The events with a tag after an offset, without the one at it. */
  def readTaggedAfter(tag: String, offset: Offset): JavaRecords[A] = JavaRecords(
    reader.readTaggedAfter(tag, Results.checked(offset))(using as)
  )

  /** The events that a query selects, in the order in which they were appended. */
  def readQuery(query: Query): JavaRecords[A] = readQuery(query, Offset.Begin)

  /** The events from an offset on that a query selects, in the order in which they were appended. At the end, the
    * offset of the records says how far they were read: to decide on them, append with [[AppendOptions.withUnless]].
    */
  def readQuery(query: Query, from: Offset): JavaRecords[A] = JavaRecords(
    reader.readQuery(query, Results.checked(from))(using as)
  )

  /** The events after an offset that a query selects, without the one at it. */
  def readQueryAfter(query: Query, offset: Offset): JavaRecords[A] = JavaRecords(
    reader.readQueryAfter(query, Results.checked(offset))(using as)
  )

  /** Offset of the first event that was appended at this time or later: the one to read from. If there is none yet, the
    * offset that the next durable event gets.
    */
  def offsetAt(time: Instant): Offset = Results.orThrow(reader.offsetAt(time))

  /** The version of a stream: the number of events appended to it so far, and so the version to expect of the next
    * append. In the process that writes the log this includes accepted events that are not durable yet.
    */
  def version(stream: String): Long = Results.orThrow(reader.version(stream))

  /** Passes each event from an offset on to a function: first the existing ones, then each as it becomes durable. It
    * runs on a virtual thread of its own.
    */
  def subscribe(from: Offset, body: Consumer[? >: JavaRecord[A]]): JavaSubscription = subscribed(from, Filter.All, body)

  /** Passes each event after an offset to a function, as [[subscribe]] does, without the one at it. For an exactly-once
    * effect, store the record's offset in the same transaction as the effect, and continue after it the next time.
    */
  def subscribeAfter(offset: Offset, body: Consumer[? >: JavaRecord[A]]): JavaSubscription =
    subscribedAfter(offset, Filter.All, body)

  /** Passes the events of one stream from an offset on to a function, as [[subscribe]] does. */
  def subscribeToStream(stream: String, from: Offset, body: Consumer[? >: JavaRecord[A]]): JavaSubscription =
    subscribed(from, Filter.Stream(stream), body)

  /** Passes the events of one stream after an offset to a function, as [[subscribeAfter]] does. */
  def subscribeToStreamAfter(stream: String, offset: Offset, body: Consumer[? >: JavaRecord[A]]): JavaSubscription =
    subscribedAfter(offset, Filter.Stream(stream), body)

  /** Passes the events with a tag from an offset on to a function, as [[subscribe]] does. */
  def subscribeToTag(tag: String, from: Offset, body: Consumer[? >: JavaRecord[A]]): JavaSubscription =
    subscribed(from, Filter.Tagged(tag), body)

  /** Passes the events with a tag after an offset to a function, as [[subscribeAfter]] does. */
  def subscribeToTagAfter(tag: String, offset: Offset, body: Consumer[? >: JavaRecord[A]]): JavaSubscription =
    subscribedAfter(offset, Filter.Tagged(tag), body)

  /** Passes the events from an offset on that a query selects to a function, as [[subscribe]] does. */
  def subscribeToQuery(query: Query, from: Offset, body: Consumer[? >: JavaRecord[A]]): JavaSubscription =
    subscribed(from, Filter.Matching(query), body)

  /** Passes the events after an offset that a query selects to a function, as [[subscribeAfter]] does. */
  def subscribeToQueryAfter(query: Query, offset: Offset, body: Consumer[? >: JavaRecord[A]]): JavaSubscription =
    subscribedAfter(offset, Filter.Matching(query), body)

  /** Passes the events from an offset on that a query selects to a function, several at a time: as many as there are,
    * up to a bound.
    *
    * @param query
    *   `Query.all()` selects every event
    * @param most
    *   the most events passed together
    * @param mostBytes
    *   events passed together end with the one that reaches this number of bytes
    * @param body
    *   gets at least one record
    */
  def subscribeBatches(
      query: Query,
      from: Offset,
      most: Int,
      mostBytes: Long,
      body: Consumer[? >: JavaList[JavaRecord[A]]]
  ): JavaSubscription =
    JavaSubscription(
      reader.subscribeBatches[A](Results.checked(from), JavaEventLogReader.filter(query), most, mostBytes)(batch =>
        body.accept(Results.batch(batch))
      )(using as)
    )

  /** Passes the events after an offset that a query selects to a function, as [[subscribeBatches]] does, without the
    * one at it.
    */
  def subscribeBatchesAfter(
      query: Query,
      offset: Offset,
      most: Int,
      mostBytes: Long,
      body: Consumer[? >: JavaList[JavaRecord[A]]]
  ): JavaSubscription =
    JavaSubscription(
      reader.subscribeBatchesAfter[A](Results.checked(offset), JavaEventLogReader.filter(query), most, mostBytes)(
        batch => body.accept(Results.batch(batch))
      )(using as)
    )

  private def subscribed(from: Offset, filter: Filter, body: Consumer[? >: JavaRecord[A]]): JavaSubscription =
    val checked = Results.checked(from)
    JavaSubscription(reader.subscribe[A](checked, filter)(record => body.accept(Results.record(record)))(using as))

  private def subscribedAfter(offset: Offset, filter: Filter, body: Consumer[? >: JavaRecord[A]]): JavaSubscription =
    val checked = Results.checked(offset)
    JavaSubscription(reader.subscribeAfter[A](checked, filter)(record => body.accept(Results.record(record)))(using as))

  /** Releases what the reader holds and ends its subscriptions. */
  def close(): Unit = Results.reading(reader)(reader.close())

object JavaEventLogReader:
  // Without a query, a store reads its events as they come.
  private def filter(query: Query): Filter = if query == Query.all then Filter.All else Filter.Matching(query)

  /** The facade of an open reader.
    *
    * @throws java.lang.IllegalArgumentException
    *   if the codec has limits or a dictionary
    */
  def of[A](reader: EventLogReader, codec: JavaCodec[A]): JavaEventLogReader[A] = new JavaEventLogReader(reader, codec)
