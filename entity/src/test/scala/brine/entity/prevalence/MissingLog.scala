package brine.entity.prevalence

import brine.codec.Schema
import brine.entity.WrappedLog
import brine.journal.*
import java.time.Instant
import java.util.UUID

/** A log in which some versions of each stream are missing, as after a compaction. */
final class MissingLog(log: EventLog) extends WrappedLog(log):
  @volatile var removed: Set[Long] = Set.empty

  override protected def streamOf(cursor: EventCursor): EventCursor = new EventCursor:
    def next(): Boolean =
      var found = cursor.next()
      while found && removed(cursor.version) do found = cursor.next()
      found

    def offset: Offset       = cursor.offset
    def stream: String       = cursor.stream
    def version: Long        = cursor.version
    def at: Instant          = cursor.at
    def tags: Set[String]    = cursor.tags
    def key: Option[UUID]    = cursor.key
    def schema: Schema       = cursor.schema
    def payload: Array[Byte] = cursor.payload
    def close(): Unit        = cursor.close()
