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

  /** The events as a store provides them. For stores, and for logs that wrap another; programs use the methods below.
    */
  def source: EventSource

  /** Offset of the last durable record. Every record up to it can be read.
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
    *   first version to read; versions count from 1. If this version was deleted, the result is [[ReadError.Gone]].
    *   From 0 on are all events that are kept
    */
  final def read[A](stream: String, from: Long = 1)(using ReadAs[A]): Records[A] =
    records(source.stream(stream, from))

  /** All events after an offset, in the order in which they were appended. */
  final def readAll[A](from: Offset = Offset.Begin)(using ReadAs[A]): Records[A] =
    records(source.events(Filter.All, from))

  /** The events with a tag after an offset, in the order in which they were appended. */
  final def readTagged[A](tag: String, from: Offset = Offset.Begin)(using ReadAs[A]): Records[A] =
    records(source.events(Filter.Tagged(tag), from))

  private def records[A](cursor: EventCursor)(using ReadAs[A]): Records[A] =
    val records = Records(name, cursor)
    // What was opened before the log was closed can be read on; what is opened later cannot.
    if source.isClosed then records.close()
    records

  /** The offset to read from for the events appended at this time or later. */
  def offsetAt(time: Instant): Either[ReadError, Offset]

  /** The version of a stream: the number of events appended to it so far; 0 for one that does not exist. In the process
    * that writes the log this includes accepted events that are not durable yet. So it is the version to expect of the
    * next append.
    */
  def version(stream: String): Either[ReadError, Long]

  /** Passes each event after an offset to a function: first the existing ones, then each as it becomes durable. For an
    * exactly-once effect, store the record's offset in the same transaction as the effect, and start there the next
    * time.
    */
  final def subscribe[A](from: Offset, filter: Filter = Filter.All)(body: Record[A] => Unit)(using
      ReadAs[A]
  ): Subscription =
    Subscription(s"brine-subscription-$name", source, records[A](source.events(filter, from)), body).start()

  /** Releases what the reader holds and ends its subscriptions. Records that are being read can be read on, as far as
    * they were durable by now.
    */
  def close(): Unit
