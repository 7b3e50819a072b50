package brine.journal

import brine.codec.Schema
import java.time.Instant
import java.util.UUID

/** Walks the events of a stream that were appended after it was deleted last. A deletion that comes while they are read
  * ends it with [[ReadError.Deleted]]: what was read before no longer counts.
  *
  * @param deleted
  *   version up to which events are passed
  */
private[journal] final class StreamCursor private (cursor: EventCursor, deleted: Long) extends SelectingCursor(cursor):
  def next(): Boolean =
    var found = cursor.next()
    while found && deleted > 0 && cursor.version <= deleted do found = cursor.next()
    if found && StreamDeleted.isAt(cursor) then
      throw JournalException(ReadError.Deleted(cursor.stream, cursor.version, whileRead = true))
    found

private[journal] object StreamCursor:
  /** The events of a stream from a version on: from 1 on, or below, those after its last deletion. */
  def of(source: EventSource, stream: String, from: Long): EventCursor =
    try
      val deleted = source.deletedUpTo(stream)
      if deleted == 0 then StreamCursor(source.stream(stream, from), 0)
      // What is kept, whatever retention has deleted after the deletion.
      else if from <= 0 then StreamCursor(source.stream(stream, from), deleted)
      else if from > 1 && from <= deleted then
        Failed(JournalException(ReadError.Deleted(stream, deleted, whileRead = false)))
      else StreamCursor(source.stream(stream, math.max(from, deleted + 1)), 0)
    catch case failed: Throwable => Failed(failed)

  /** The version of a stream's last deletion; 0 if there is none. */
  def deletedUpTo(source: EventSource, stream: String): Long =
    val cursor = source.matching(Query.stream(stream) and Query.tagged(StreamDeleted.Tag), Offset.Begin)
    try
      var version = 0L
      // What another process has appended counts, too.
      cursor.refresh()
      while cursor.next() do if StreamDeleted.is(cursor.schema) then version = cursor.version
      version
    finally cursor.close()

  // Opening finds no errors: reading does.
  private final class Failed(failure: Throwable) extends EventCursor:
    def next(): Boolean      = throw failure
    def offset: Offset       = Offset.Begin
    def stream: String       = none
    def version: Long        = none
    def at: Instant          = none
    def tags: Set[String]    = none
    def key: Option[UUID]    = none
    def schema: Schema       = none
    def payload: Array[Byte] = none
    def close(): Unit        = ()

    private def none: Nothing = throw java.util.NoSuchElementException("no event")
