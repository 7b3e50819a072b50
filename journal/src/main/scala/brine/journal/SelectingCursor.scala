package brine.journal

import brine.codec.Schema
import java.time.Instant
import java.util.UUID

/** Is at the event of another cursor; a subclass chooses which events it advances to. */
private[journal] abstract class SelectingCursor(cursor: EventCursor) extends EventCursor:
  override def refresh(): Unit      = cursor.refresh()
  def offset: Offset                = cursor.offset
  def stream: String                = cursor.stream
  def version: Long                 = cursor.version
  def at: Instant                   = cursor.at
  def tags: Set[String]             = cursor.tags
  def key: Option[UUID]             = cursor.key
  def keyEvents: Int                = cursor.keyEvents
  def schema: Schema                = cursor.schema
  def payload: Array[Byte]          = cursor.payload
  override def kind: Option[String] = cursor.kind
  def close(): Unit                 = cursor.close()

private[journal] object SelectingCursor:
  /** Advances to the events of another cursor of which a function selects stream and tags. */
  def of(cursor: EventCursor, selects: (String, Set[String]) => Boolean): EventCursor = new SelectingCursor(cursor):
    def next(): Boolean =
      var found = cursor.next()
      while found && !selects(cursor.stream, cursor.tags) do found = cursor.next()
      found
