package brine.journal

import brine.codec.Schema
import java.time.Instant
import java.util.UUID

/** Walks the selected events of a log in order: what a store implements, so that [[Records]] can be read from it.
  *
  * The fields describe the current event, from a [[next]] that returned true until the one after it. Only durable
  * events may appear, each once and in the order of their offsets. One thread at a time uses a cursor; [[Records]]
  * sees to that.
  *
  * Everything may throw a [[JournalException]] with a [[ReadError]], which the reader gets as a value. Interrupts must
  * have no effect, and must leave the thread's flag as it was.
  */
trait EventCursor extends AutoCloseable:
  /** Advances to the next event, or returns false if there is none yet. A later call may find more.
    *
    * @throws JournalException
    *   with [[ReadError.Gone]] if the next event was deleted
    */
  def next(): Boolean

  /** Looks for events that another process has appended. Called at the end of what is known, before [[next]] is tried
    * again. A store that knows of every append has nothing to do.
    */
  def refresh(): Unit = ()

  /** Offset of the current event; without one, the last offset that the cursor has passed. Before the first event that
    * is the offset before those it looks at, and [[Offset.Begin]] if there is none.
    */
  def offset: Offset

  /** Name of the event's stream. */
  def stream: String

  /** The event's number in its stream, from 1. */
  def version: Long

  /** Time at which the event was accepted, to the microsecond. */
  def at: Instant

  /** The tags of the event. */
  def tags: Set[String]

  /** The idempotency key of the append, if this is its first event. */
  def key: Option[UUID]

  /** If the event has a key: the number of offsets that its append took, from this event on; otherwise 0. A copy keeps
    * these events together.
    */
  def keyEvents: Int

  /** The schema that the event was written with. */
  def schema: Schema

  /** The event as the codec wrote it. A program that reads it as [[Stored]] gets this array and may change it, so it is
    * not one that the store keeps.
    */
  def payload: Array[Byte]

  /** The kind of the event: the case that it is of its type, by the schema that it was written with. A store may keep
    * it as a column of its own.
    */
  def kind: Option[String] = schema.cases.name(payload)

  /** Releases what the cursor holds. May be called more than once, also on an interrupted thread. */
  def close(): Unit
