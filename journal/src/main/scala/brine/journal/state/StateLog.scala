package brine.journal.state

import brine.codec.Codec
import brine.journal.{AppendListener, Journal, Level, Offset, ReadError, Retained}

/** A journal in files, as the states of another one are kept in it. Thread-safe. */
private[journal] trait StateLog extends Journal:
  /** Appends one event, with no allocation. */
  private[journal] def appendOne[A](
      stream: String,
      event: A,
      level: Level,
      listener: AppendListener,
      context: Long,
      waits: Boolean
  )(using Codec[A]): Unit

  /** The version of a stream, without remembering the stream. It may be that of an event that is not durable yet. If
    * segments are deleted meanwhile, it may be 0 for a stream that has later events.
    */
  private[journal] def lastVersion(stream: String): Long

  /** Everything that was acknowledged is up to this sequence. */
  private[journal] def written: Long

  /** The segments that have ended, oldest first. */
  private[journal] def ended: Vector[StateLog.Ended]

  /** Number of the oldest segment. */
  private[journal] def oldest: Long

  /** Number of the current segment. */
  private[journal] def current: Long

  /** Deletes the oldest segments, whose records are all up to an offset. Unlike retention it forgets the versions of
    * streams that have no later events.
    */
  private[journal] def discard(upTo: Offset): Either[ReadError, Retained]

private[journal] object StateLog:
  /** A segment that has ended.
    *
    * @param last
    *   sequence of its last record
    * @param bytes
    *   length of its file
    */
  final case class Ended(last: Long, bytes: Long)
