package brine.journal.testkit.mistakes

import brine.codec.{Codec, Schema, Schemas}
import brine.journal.*
import brine.journal.snapshot.{Snapshot, SnapshotError, SnapshotInfo, SnapshotStore}
import brine.journal.state.{SaveListener, SavedState, StateRecords}
import java.time.Instant
import java.util.UUID

/** A log that does what another does. Mistakes override a method. */
class Forwarding(log: EventLog) extends EventLog:
  def name: String                                       = log.name
  def source: EventSource                                = log.source
  def durable: Offset                                    = log.durable
  def version(stream: String): Either[ReadError, Long]   = log.version(stream)
  def offsetAt(time: Instant): Either[ReadError, Offset] = log.offsetAt(time)
  def snapshots: SnapshotStore                           = log.snapshots
  def states: StateRecords                               = log.states
  def close(): Unit                                      = log.close()
  override def takesStored: Boolean                      = log.takesStored
  override def mostAppendBytes: Long                     = log.mostAppendBytes
  def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    log.appendEncoded(append, listener, context, waits)

  override def appendBatch(batch: AppendBatch, listener: AppendListener, context: Long, waits: Boolean): Unit =
    appendEncoded(batch.encoded, listener, context, waits)

class ForwardingSource(source: EventSource) extends EventSource:
  def events(filter: Filter.Basic, from: Offset): EventCursor    = cursor(source.events(filter, from))
  def stream(name: String, from: Long): EventCursor              = cursor(source.stream(name, from))
  override def matching(query: Query, from: Offset): EventCursor = cursor(source.matching(query, from))
  def cursor(cursor: EventCursor): EventCursor                   = cursor
  def visible: Offset                                            = source.visible
  def isClosed: Boolean                                          = source.isClosed

  def awaitBeyond(offset: Offset, nanos: Long): Boolean = source.awaitBeyond(offset, nanos)

class ForwardingCursor(cursor: EventCursor) extends EventCursor:
  def next(): Boolean          = cursor.next()
  override def refresh(): Unit = cursor.refresh()
  def keyEvents: Int           = cursor.keyEvents
  def offset: Offset           = cursor.offset
  def stream: String           = cursor.stream
  def version: Long            = cursor.version
  def at: Instant              = cursor.at
  def tags: Set[String]        = cursor.tags
  def key: Option[UUID]        = cursor.key
  def schema: Schema           = cursor.schema
  def payload: Array[Byte]     = cursor.payload
  def close(): Unit            = cursor.close()

class ForwardingListener(listener: AppendListener) extends AppendListener:
  def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
    listener.appended(context, first, last, version, micros)
  def rejected(context: Long, error: AppendError): Unit = listener.rejected(context, error)
  override def endOfGroup(): Unit                       = listener.endOfGroup()

class ForwardingSnapshots(store: SnapshotStore) extends SnapshotStore:
  def place: String                                                             = store.place
  def offsets(name: String): Vector[Offset]                                     = store.offsets(name)
  def names: Vector[String]                                                     = store.names
  def verify(name: String, offset: Offset): Either[SnapshotError, SnapshotInfo] = store.verify(name, offset)
  def save[S: Codec](name: String, offset: Offset, state: S): Either[SnapshotError, SnapshotInfo] =
    store.save(name, offset, state)
  def saveParts[A: Codec](name: String, offset: Offset, parts: Iterator[A]): Either[SnapshotError, SnapshotInfo] =
    store.saveParts(name, offset, parts)
  def latest[S](name: String, upTo: Offset)(using
      Codec[S]
  )(using
      Schemas
  ): Either[SnapshotError, Option[Snapshot[S]]] =
    store.latest(name, upTo)
  def loadParts[A, B](name: String, upTo: Offset)(zero: => B)(
      f: (B, A) => B
  )(using Codec[A])(using Schemas): Either[SnapshotError, Option[Snapshot[B]]] = store.loadParts(name, upTo)(zero)(f)

class ForwardingStates(states: StateRecords) extends StateRecords:
  def place: String = states.place
  def save[S: Codec](
      key: String,
      offset: Offset,
      state: S,
      level: Level,
      listener: SaveListener,
      context: Long,
      waits: Boolean
  ): Unit = states.save(key, offset, state, level, listener, context, waits)
  def delete(key: String, level: Level, listener: SaveListener, context: Long, waits: Boolean): Unit =
    states.delete(key, level, listener, context, waits)
  def load[S](key: String)(using Codec[S])(using Schemas): Either[SnapshotError, Option[SavedState[S]]] =
    states.load(key)

class ForwardingSaves(listener: SaveListener) extends SaveListener:
  def saved(context: Long): Unit                        = listener.saved(context)
  def failed(context: Long, error: SnapshotError): Unit = listener.failed(context, error)
  override def endOfGroup(): Unit                       = listener.endOfGroup()
