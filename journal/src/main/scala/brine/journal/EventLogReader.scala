package brine.journal

import java.time.Instant

/** Reads a log of events, whatever stores it. Every record that it returns is durable: no crash revokes what a reader
  * saw. Thread-safe.
  *
  * {{{
  * def total(log: EventLogReader) = log.read[Paid]("account-1").foldLeft(0L)((sum, record) => sum + record.value.cents)
  * }}}
  *
  * A store implements the abstract methods, above all [[source]]; `brine.journal.testkit.EventLogContract` tests it.
  */
trait EventLogReader extends AutoCloseable:
  /** What messages and names of threads call the log: its folder, or a URL without secrets. */
  def name: String

  /** The identity of the log, whatever name it is reached by, if it has one that can be compared with others. */
  private[brine] def logIdentity: Option[java.util.UUID] = None

  /** The events as a store provides them. For stores, and for logs that wrap another; programs use the methods below.
    */
  def source: EventSource

  /** Offset of the last durable record, up to which every record can be read; [[Offset.Begin]] if there is none.
    *
    * @throws JournalException
    *   if the store cannot be read
    */
  def durable: Offset

  /** The events of a stream, in order.
    *
    * @param stream
    *   name of the stream; one that does not exist has no events
    * @param from
    *   first version to read; versions count from 1. If retention has deleted this version, the result is
    *   [[ReadError.Gone]]. From 0 on are all events that are kept; if retention deletes a deletion that the reader has
    *   not come to, they are Gone, too. Of a stream that was compacted, a version that is not kept is Gone if retention
    *   may have deleted it. If the stream was deleted, the events after its last deletion are read from 0
    *   and 1 on, and other versions up to that are [[ReadError.Deleted]]
    */
  final def read[A](stream: String, from: Long = 1)(using ReadAs[A]): Records[A] =
    // A name that no stream can have is in no query.
    records(if Names.isName(stream) then StreamCursor.of(source, stream, from) else source.stream(stream, from))

  /** All events from an offset on, in the order in which they were appended.
    *
    * @param from
    *   offset of the first event to read: `readAll(appended.first)` begins with the events of that append. If retention
    *   has deleted this event, the result is [[ReadError.Gone]]. From [[Offset.Begin]] on are all events that are kept
    */
  final def readAll[A](from: Offset = Offset.Begin)(using ReadAs[A]): Records[A] =
    records(source.events(Filter.All, from))

  /** All events after an offset, without the one at it: what follows a snapshot, or the last event that was processed.
    * After [[Offset.Begin]] are all events that are kept.
    */
  final def readAllAfter[A](offset: Offset)(using ReadAs[A]): Records[A] = readAll(EventLogReader.following(offset))

  /** The events with a tag from an offset on, in the order in which they were appended.
    *
    * @param from
    *   offset of the first event to read, as of [[readAll]]
    */
  final def readTagged[A](tag: String, from: Offset = Offset.Begin)(using ReadAs[A]): Records[A] =
    records(source.events(Filter.Tagged(tag), from))

  /** The events with a tag after an offset, without the one at it. */
  final def readTaggedAfter[A](tag: String, offset: Offset)(using ReadAs[A]): Records[A] =
    readTagged(tag, EventLogReader.following(offset))

  /** The events from an offset on that a query selects, in the order in which they were appended. At the end, the
    * offset of the records says how far they were read: to decide on them, append [[EventLog]] `unless` there are more
    * after it.
    *
    * @param from
    *   offset of the first event to look at, as of [[readAll]]
    */
  final def readQuery[A](query: Query, from: Offset = Offset.Begin)(using ReadAs[A]): Records[A] =
    java.util.Objects.requireNonNull(query, "query"): Unit
    records(source.matching(query, from))

  /** The events after an offset that a query selects, without the one at it. */
  final def readQueryAfter[A](query: Query, offset: Offset)(using ReadAs[A]): Records[A] =
    readQuery(query, EventLogReader.following(offset))

  /** The events from an offset on that a query selects, and a function too, by the name of their stream and their tags.
    * What is left out is not decoded.
    *
    * @param selects
    *   may throw a [[JournalException]], which the reader gets as a value
    */
  private[brine] final def readSelected[A](query: Query, from: Offset)(selects: (String, Set[String]) => Boolean)(using
      ReadAs[A]
  ): Records[A] = records(SelectingCursor.of(source.matching(query, from), selects))

  private def selected(filter: Filter, from: Offset): EventCursor = filter match
    case Filter.Matching(query) => source.matching(java.util.Objects.requireNonNull(query, "query"), from)
    case basic: Filter.Basic    => source.events(basic, from)
    case null                   => throw NullPointerException("filter")

  private def records[A](cursor: EventCursor)(using ReadAs[A]): Records[A] =
    val records = Records(name, cursor, Some(source))
    // What was opened before the log was closed can be read on; what is opened later cannot.
    val isClosed =
      try source.isClosed
      catch
        case failed: Throwable =>
          records.close()
          throw failed
    if isClosed then records.close()
    records

  /** Offset of the first event that was appended at this time or later: the one to read from. If there is none yet, the
    * offset that the next durable event gets.
    */
  def offsetAt(time: Instant): Either[ReadError, Offset]

  /** The version of a stream: the number of events appended to it so far; 0 for one that does not exist. In the process
    * that writes the log this includes accepted events that are not durable yet, of whole appends. So it is the version
    * to expect of the next append.
    */
  def version(stream: String): Either[ReadError, Long]

  /** Passes each event from an offset on to a function: first the existing ones, then each as it becomes durable.
    *
    * @param from
    *   offset of the first event to pass, as of [[readAll]]; [[Offset.Begin]] for all events that are kept
    */
  final def subscribe[A](from: Offset, filter: Filter = Filter.All)(body: Record[A] => Unit)(using
      ReadAs[A]
  ): Subscription =
    Subscription(s"brine-subscription-$name", source, records[A](selected(filter, from)), body).start()

  /** Passes each event from an offset on that a query selects to a function, as the other method does. */
  final def subscribe[A](from: Offset, query: Query)(body: Record[A] => Unit)(using ReadAs[A]): Subscription =
    subscribe(from, Filter.Matching(query))(body)

  /** Passes the events from an offset on that a filter selects to a function, several at a time: as many as there are,
    * up to a bound. For effects that cost less together, such as a transaction: while the function runs, events arrive
    * for the next time.
    *
    * @param from
    *   offset of the first event to look at, as of [[subscribe]]
    * @param most
    *   the most events passed together
    * @param mostBytes
    *   events passed together end with the one that reaches this number of bytes
    * @param body
    *   gets at least one record
    * @throws IllegalArgumentException
    *   if a bound is not positive
    */
  final def subscribeBatches[A](
      from: Offset,
      filter: Filter = Filter.All,
      most: Int = Records.MostOfBatch,
      mostBytes: Long = Records.MostBytesOfBatch
  )(body: Vector[Record[A]] => Unit)(using ReadAs[A]): Subscription =
    Records.requireBounds(most, mostBytes)
    val all = records[A](selected(filter, from))
    Subscription.ofBatches(s"brine-subscription-$name", source, all, most, mostBytes, body).start()

  /** Passes each event after an offset to a function, as [[subscribe]] does, without the event at the offset. For an
    * exactly-once effect, store the record's offset in the same transaction as the effect, and continue after it the
    * next time. Before the first event, that is [[Offset.Begin]].
    */
  final def subscribeAfter[A](offset: Offset, filter: Filter = Filter.All)(body: Record[A] => Unit)(using
      ReadAs[A]
  ): Subscription = subscribe[A](EventLogReader.following(offset), filter)(body)

  /** Passes each event after an offset that a query selects to a function, as the other method does. */
  final def subscribeAfter[A](offset: Offset, query: Query)(body: Record[A] => Unit)(using ReadAs[A]): Subscription =
    subscribeAfter(offset, Filter.Matching(query))(body)

  /** Passes the events after an offset that a filter selects to a function, as [[subscribeBatches]] does, without the
    * event at the offset.
    *
    * @throws IllegalArgumentException
    *   if a bound is not positive
    */
  final def subscribeBatchesAfter[A](
      offset: Offset,
      filter: Filter = Filter.All,
      most: Int = Records.MostOfBatch,
      mostBytes: Long = Records.MostBytesOfBatch
  )(body: Vector[Record[A]] => Unit)(using ReadAs[A]): Subscription =
    subscribeBatches[A](EventLogReader.following(offset), filter, most, mostBytes)(body)

  /** Releases what the reader holds and ends its subscriptions. Records that are being read can be read on, as far as
    * they were durable by now.
    */
  def close(): Unit

private object EventLogReader:
  /** Where to read from for what is after an offset. After [[Offset.Begin]] is all that is kept, and after the greatest
    * number is nothing.
    */
  def following(offset: Offset): Offset =
    if offset == Offset.Begin || offset.sequence == Long.MaxValue then offset else Offset(offset.sequence + 1)
