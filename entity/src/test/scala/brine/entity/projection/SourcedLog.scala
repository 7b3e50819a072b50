package brine.entity.projection

import brine.entity.{WrappedCursor, WrappedLog}
import brine.journal.*

/** A log whose source does what a test says: each way to open and to read it. */
class SourcedLog(log: EventLog) extends WrappedLog(log):
  /** Called before events are opened, also those that a query selects. */
  protected def beforeOpening(filter: Option[Filter.Basic]): Unit = ()

  /** Called before each step of a cursor. */
  protected def beforeNext(): Unit = ()

  protected def awaiting(offset: Offset, nanos: Long): Boolean = log.source.awaitBeyond(offset, nanos)

  private def walking(cursor: EventCursor): EventCursor = new WrappedCursor(cursor):
    def next(): Boolean =
      beforeNext()
      cursor.next()

  override val source: EventSource = new EventSource:
    private val source                                          = log.source
    def events(filter: Filter.Basic, from: Offset): EventCursor =
      beforeOpening(Some(filter))
      walking(source.events(filter, from))
    override def matching(query: Query, from: Offset): EventCursor =
      beforeOpening(None)
      walking(source.matching(query, from))
    def stream(name: String, from: Long): EventCursor     = walking(source.stream(name, from))
    override def deletedUpTo(stream: String): Long        = source.deletedUpTo(stream)
    def visible: Offset                                   = source.visible
    def awaitBeyond(offset: Offset, nanos: Long): Boolean = awaiting(offset, nanos)
    def isClosed: Boolean                                 = source.isClosed
