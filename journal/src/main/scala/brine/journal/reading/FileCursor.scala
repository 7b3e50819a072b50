package brine.journal.reading

import brine.codec.Schema
import brine.journal.failure.Failures
import brine.journal.{EventCursor, JournalException, Micros, Offset}
import java.time.Instant
import java.util.UUID

/** A [[RecordCursor]] as the API of stores has it: exceptions of files become errors of reading. */
private[reading] final class FileCursor(view: JournalView, selection: Selection) extends EventCursor:
  private val cursor = RecordCursor(view, selection)

  private inline def reading[A](inline body: A): A =
    try body
    catch case failed: Exception => throw explained(failed)

  private def explained(failed: Exception): Throwable =
    Failures.readError(view.folder).lift(failed).fold(failed)(JournalException(_))

  def next(): Boolean          = reading(cursor.next())
  override def refresh(): Unit = reading(view.refresh())

  def offset: Offset                = Offset(cursor.sequence)
  def stream: String                = reading(cursor.stream)
  def version: Long                 = reading(cursor.version)
  def tags: Set[String]             = reading(cursor.tags)
  def schema: Schema                = reading(cursor.schema)
  def payload: Array[Byte]          = cursor.payload
  override def kind: Option[String] = reading(cursor.kind)
  def key: Option[UUID]             = if cursor.hasKey then Some(UUID(cursor.keyHigh, cursor.keyLow)) else None
  def keyEvents: Int                = if cursor.hasKey then cursor.keyEvents else 0
  def at: Instant                   = Micros.instant(cursor.time)

  def close(): Unit = reading(cursor.close())
