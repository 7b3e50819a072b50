package brine.entity.testkit

import brine.codec.Schema
import brine.journal.{EventCursor, Offset}
import java.time.Instant
import java.util.UUID

/** A cursor that ends before the last event of another one. */
final class ShortCursor(cursor: EventCursor) extends EventCursor:
  import ShortCursor.Event
  private var ahead               = cursor.next()
  private var event: Event | Null = null

  def next(): Boolean =
    if ahead then
      val read = Event(cursor)
      ahead = cursor.next()
      if ahead then event = read
    ahead

  def offset: Offset       = if event == null then Offset.Begin else event.nn.offset
  def stream: String       = event.nn.stream
  def version: Long        = event.nn.version
  def at: Instant          = event.nn.at
  def tags: Set[String]    = event.nn.tags
  def key: Option[UUID]    = None
  def keyEvents: Int       = 0
  def schema: Schema       = event.nn.schema
  def payload: Array[Byte] = event.nn.payload
  def close(): Unit        = cursor.close()

object ShortCursor:
  private final class Event(cursor: EventCursor):
    val offset: Offset       = cursor.offset
    val stream: String       = cursor.stream
    val version: Long        = cursor.version
    val at: Instant          = cursor.at
    val tags: Set[String]    = cursor.tags
    val schema: Schema       = cursor.schema
    val payload: Array[Byte] = cursor.payload
