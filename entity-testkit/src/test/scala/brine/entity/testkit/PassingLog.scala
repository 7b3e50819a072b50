package brine.entity.testkit

import brine.codec.{Codec, Schemas}
import brine.journal.*
import brine.journal.snapshot.{SnapshotError, SnapshotStore}
import brine.journal.state.{SaveListener, SavedState, StateRecords}
import java.time.Instant

/** A log that does what another one does. Faults override what they spoil. */
class PassingLog(log: EventLog) extends EventLog:
  protected var appends = 0

  def name: String                                       = log.name
  def durable: Offset                                    = log.durable
  def version(stream: String): Either[ReadError, Long]   = log.version(stream)
  def offsetAt(time: Instant): Either[ReadError, Offset] = log.offsetAt(time)
  def snapshots: SnapshotStore                           = log.snapshots
  def states: StateRecords                               = log.states
  def close(): Unit                                      = log.close()

  final def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    appends += 1
    take(append, listener, context, waits)

  protected def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    log.appendEncoded(append, listener, context, waits)

  protected def cursor(cursor: EventCursor): EventCursor = cursor

  val source: EventSource = new EventSource:
    def events(filter: Filter.Basic, from: Offset): EventCursor    = log.source.events(filter, from)
    def stream(name: String, from: Long): EventCursor              = cursor(log.source.stream(name, from))
    override def matching(query: Query, from: Offset): EventCursor = log.source.matching(query, from)
    def visible: Offset                                            = log.source.visible
    def awaitBeyond(offset: Offset, nanos: Long): Boolean          = log.source.awaitBeyond(offset, nanos)
    def isClosed: Boolean                                          = log.source.isClosed

object PassingLog:
  /** Hears of an append, and does nothing. */
  object Unheard extends AppendListener:
    def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit = ()
    def rejected(context: Long, error: AppendError): Unit                                       = ()

  /** Tells another listener something else. */
  class Told(listener: AppendListener) extends AppendListener:
    def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
      listener.appended(context, first, last, version, micros)
    def rejected(context: Long, error: AppendError): Unit = listener.rejected(context, error)

/** State records that do what others do. */
class PassingStates(states: StateRecords) extends StateRecords:
  def place: String = states.place

  protected def keyOf(key: String): String = key

  def save[S: Codec](
      key: String,
      offset: Offset,
      state: S,
      level: Level,
      listener: SaveListener,
      context: Long,
      waits: Boolean
  ): Unit = states.save(keyOf(key), offset, state, level, listener, context, waits)

  def delete(key: String, level: Level, listener: SaveListener, context: Long, waits: Boolean): Unit =
    states.delete(key, level, listener, context, waits)

  def load[S](key: String)(using
      codec: Codec[S]
  )(using
      schemas: Schemas
  ): Either[SnapshotError, Option[SavedState[S]]] = states.load[S](key)
