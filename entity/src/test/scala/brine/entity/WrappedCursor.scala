package brine.entity

import brine.codec.Schema
import brine.journal.EventCursor
import brine.journal.Offset
import java.time.Instant
import java.util.UUID

/** Walks the events of another cursor, as a test says. */
abstract class WrappedCursor(cursor: EventCursor) extends EventCursor:
  override def refresh(): Unit = cursor.refresh()
  def offset: Offset           = cursor.offset
  def stream: String           = cursor.stream
  def version: Long            = cursor.version
  def at: Instant              = cursor.at
  def tags: Set[String]        = cursor.tags
  def key: Option[UUID]        = cursor.key
  def keyEvents: Int           = cursor.keyEvents
  def schema: Schema           = cursor.schema
  def payload: Array[Byte]     = cursor.payload
  def close(): Unit            = cursor.close()
