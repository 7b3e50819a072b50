package brine.journal.file

import brine.journal.{AppendError, AppendListener, Level, Offset}

/** A slot of the ring with an append in flight: filled by the caller, emptied by the writer, then reused. The data of
  * an append of one event is in the object itself, because each further array is memory that moves from one processor
  * to another and back.
  */
private[journal] final class Pending:
  /** The slot's number plus one, once it is filled. */
  @volatile var published = 0L

  /** Number of streams of the append. One stream is in the fields, several are in [[more]]. */
  var parts                        = 1
  var stream: StreamState | Null   = null
  var schema: SchemaState | Null   = null
  var tags: Array[TagState] | Null = null

  /** The version that the stream must have; -1 for any. */
  var expected = -1L

  /** The parts of an append to several streams. */
  var more: Array[Pending.Part] | Null = null

  /** Number of events in all parts. */
  var events = 0

  /** Length of each event in bytes; null for a single event. */
  var lengths: Array[Int] | Null = null

  /** The events' bytes, one after the other. */
  var bytes: Array[Byte] = Pending.NoBytes
  var size               = 0

  /** Whether [[bytes]] was borrowed. */
  var isLarge = false

  var level: Level = Level.Disk

  /** Microseconds since 1970; 0 for the current time. */
  var time = 0L

  var hasKey  = false
  var keyHigh = 0L
  var keyLow  = 0L

  /** The earlier append with the key, if it is in a segment whose keys the writer does not remember. */
  var original: KeyedAppend | Null = null

  var listener: AppendListener = Pending.nobody
  var context                  = 0L

  // The result
  var error: AppendError | Null = null
  var first                     = 0L
  var last                      = 0L
  var version                   = 0L
  var isDone                    = false

  def part(number: Int): Pending.Part = more.nn(number)

  def length(event: Int): Int = if lengths == null then size else lengths.nn(event)

  /** Drops all references, and makes the slot ready for an append of one event. */
  def clear(): Unit =
    listener = Pending.nobody
    isDone = false
    first = 0
    last = 0
    if error != null then error = null
    if hasKey then
      hasKey = false
      original = null
    if time != 0 then time = 0
    if events != 1 || more != null || tags != null then
      more = null
      lengths = null
      tags = null
      events = 1
      parts = 1

private[journal] object Pending:
  /** Each slot has its own array for payloads up to this length; larger payloads borrow one. */
  inline val OwnBytes = 1024

  /** Events for one of several streams. */
  final class Part(
      val stream: StreamState,
      val expected: Long,
      val schema: SchemaState,
      val count: Int,
      val tags: Array[TagState] | Null
  )

  private val NoBytes = new Array[Byte](0)

  private val nobody = new AppendListener:
    def appended(context: Long, first: Offset, last: Offset, version: Long): Unit = ()
    def rejected(context: Long, error: AppendError): Unit                         = ()
