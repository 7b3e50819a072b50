package brine.journal.tools

import brine.journal.appending.StoredEvent
import brine.journal.{Completion, EventLogReader, Offset, ReadError}
import java.util.UUID

/** A log that takes records as another one has stored them. For one thread. */
private[tools] trait ImportTarget:
  /** What is there. */
  def log: EventLogReader

  /** Offset of the last record that the log had at the beginning. All up to there are durable. */
  def begin: Offset

  /** Number of the last record that is durable. Any thread may ask.
    *
    * @param taken
    *   number of the last one whose append has completed
    */
  def durable(taken: Long): Long

  /** The earliest time that a record can have, in microseconds since 1970. */
  def earliestTime: Long

  /** Bytes of an append without a key at most, unless it is a single record. */
  def mostBytes: Long

  /** The most appends in flight. */
  def mostUnderWay: Int

  /** The version of a stream, without appends in flight. */
  def version(stream: String): Either[ReadError, Long]

  /** Continues a stream after this version. No append is in flight, and the next one has an event of this stream. */
  def skipTo(stream: String, version: Long): Unit

  /** Appends the events of one append, with its time.
    *
    * @param time
    *   microseconds since 1970
    * @param after
    *   sequence of the record before; the append is refused if the last record is another one
    */
  def append(events: Vector[StoredEvent], time: Long, key: Option[UUID], after: Long): Completion

  /** Makes everything durable, and releases the log.
    *
    * @param last
    *   sequence of the last record that was added
    * @param settle
    *   waits for appends in flight; an interruption does not end it
    * @return
    *   why it is not certain that everything is durable, if that is so
    */
  def end(last: () => Long, settle: () => Unit): Option[String]
