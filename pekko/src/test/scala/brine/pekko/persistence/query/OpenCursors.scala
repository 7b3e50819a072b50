package brine.pekko.persistence.query

import brine.codec.Schema
import brine.journal.*
import brine.journal.snapshot.SnapshotStore
import brine.journal.state.StateRecords
import java.time.Instant
import java.util.UUID
import java.util.concurrent.atomic.AtomicInteger

/** A log that does what another one does, and counts the cursors that are open. */
final class OpenCursors(log: EventLog) extends EventLog:
  val open: AtomicInteger = AtomicInteger()

  private final class Counted(cursor: EventCursor) extends EventCursor:
    private val isOpen = java.util.concurrent.atomic.AtomicBoolean(true)
    open.incrementAndGet(): Unit

    def next(): Boolean          = cursor.next()
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
    def close(): Unit            =
      if isOpen.getAndSet(false) then open.decrementAndGet(): Unit
      cursor.close()

  val source: EventSource = new EventSource:
    def events(filter: Filter.Basic, from: Offset): EventCursor    = Counted(log.source.events(filter, from))
    def stream(name: String, from: Long): EventCursor              = Counted(log.source.stream(name, from))
    override def matching(query: Query, from: Offset): EventCursor = Counted(log.source.matching(query, from))
    def visible: Offset                                            = log.source.visible
    def awaitBeyond(offset: Offset, nanos: Long): Boolean          = log.source.awaitBeyond(offset, nanos)
    def isClosed: Boolean                                          = log.source.isClosed

  def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    log.appendEncoded(append, listener, context, waits)
  def name: String                                       = log.name
  def durable: Offset                                    = log.durable
  def version(stream: String): Either[ReadError, Long]   = log.version(stream)
  def offsetAt(time: Instant): Either[ReadError, Offset] = log.offsetAt(time)
  def snapshots: SnapshotStore                           = log.snapshots
  def states: StateRecords                               = log.states
  def close(): Unit                                      = log.close()
