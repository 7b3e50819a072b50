package brine.journal

import brine.codec.Schema
import java.time.Instant
import java.util.UUID
import scala.annotation.tailrec

/** Walks the events of a stream that were appended after it was deleted last. A deletion that comes while they are read
  * ends it with [[ReadError.Deleted]]: what was read before no longer counts.
  *
  * @param deleted
  *   version up to which events are passed
  * @param source
  *   where the cursor is from, if it reads what is kept: then retention may have deleted a deletion that it has not
  *   come to. Otherwise the cursor itself finds that events are missing
  */
private[journal] final class StreamCursor private (cursor: EventCursor, deleted: Long, source: EventSource | Null)
    extends SelectingCursor(cursor):
  // Of the last event, if there is a source.
  private var lastVersion = 0L
  private var lastOffset  = Offset.Begin

  def next(): Boolean =
    var found = cursor.next()
    while found && deleted > 0 && cursor.version <= deleted do found = cursor.next()
    if found && StreamDeleted.isAt(cursor) then
      throw JournalException(ReadError.Deleted(cursor.stream, cursor.version, whileRead = true))
    if found && source != null then
      if lastVersion > 0 && cursor.version > lastVersion + 1 then requireKept(source.nn)
      lastVersion = cursor.version
      lastOffset = cursor.offset
    found

  /** Requires that retention has not deleted the last event, and so nothing after it. Compaction leaves gaps as well,
    * but keeps the last deletion.
    */
  private def requireKept(source: EventSource): Unit =
    // Of a closed log, what was there is read on.
    if !source.isClosed && source.mayHaveDeletions then
      val events = source.events(Filter.All, lastOffset)
      try events.next(): Unit
      finally events.close()

private[journal] object StreamCursor:
  /** The events of a stream from a version on: from 1 on, or below, those after its last deletion. */
  def of(source: EventSource, stream: String, from: Long): EventCursor =
    try
      val deleted = source.deletedUpTo(stream)
      // What is kept, whatever retention has deleted after the deletion.
      if from <= 0 then StreamCursor(source.stream(stream, from), deleted, source)
      else if deleted == 0 then StreamCursor(source.stream(stream, from), 0, null)
      else if from > 1 && from <= deleted then
        Failed(JournalException(ReadError.Deleted(stream, deleted, whileRead = false)))
      else StreamCursor(source.stream(stream, math.max(from, deleted + 1)), 0, null)
    catch case failed: Throwable => Failed(failed)

  /** The version of a stream's last deletion; 0 if there is none. */
  def deletedUpTo(source: EventSource, stream: String): Long =
    // A name that no stream can have is in no query.
    if Names.isName(stream) then lastDeletion(source, stream, triesLeft = 100) else 0

  @tailrec private def lastDeletion(source: EventSource, stream: String, triesLeft: Int): Long =
    val cursor = source.matching(Query.stream(stream) and Query.tagged(StreamDeleted.Tag), Offset.Begin)
    val found  =
      try
        var version = 0L
        // What another process has appended counts, too.
        cursor.refresh()
        while cursor.next() do if StreamDeleted.is(cursor.schema) then version = cursor.version
        Some(version)
      catch
        // Retention deletes meanwhile. What is kept counts, and that is looked for again.
        case error: JournalException if triesLeft > 0 && isGone(error) => None
      finally cursor.close()
    found match
      case Some(version) => version
      case None          => lastDeletion(source, stream, triesLeft - 1)

  private def isGone(error: JournalException): Boolean = error.error match
    case _: ReadError.Gone => true
    case _                 => false

  // Opening finds no errors: reading does.
  private final class Failed(failure: Throwable) extends EventCursor:
    def next(): Boolean      = throw failure
    def offset: Offset       = Offset.Begin
    def stream: String       = none
    def version: Long        = none
    def at: Instant          = none
    def tags: Set[String]    = none
    def key: Option[UUID]    = none
    def keyEvents: Int       = none
    def schema: Schema       = none
    def payload: Array[Byte] = none
    def close(): Unit        = ()

    private def none: Nothing = throw java.util.NoSuchElementException("no event")
