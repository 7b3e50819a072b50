package brine.journal.file

import brine.journal.{AppendError, AppendListener, Level, Offset}

/** A place of the ring that holds an append under way: filled by the one who appends, emptied by the writer, then used again. What an append of one
  * event needs is in the object itself, because each further array is memory that travels from one processor to another and back.
  */
private[journal] final class Pending:
  /** The place's number plus one, once it is filled. */
  @volatile var published = 0L

  /** How many streams the events are for: those of one are in the fields, those of several in [[more]]. */
  var parts                        = 1
  var stream: StreamState | Null   = null
  var schema: SchemaState | Null   = null
  var tags: Array[TagState] | Null = null

  /** The version that the stream must have; -1 for any. */
  var expected = -1L

  /** Parts of an append to several streams. */
  var more: Array[Pending.Part] | Null = null

  /** In all parts. */
  var events = 0

  /** Of each event, in bytes; null if there is one. */
  var lengths: Array[Int] | Null = null

  /** The events' bytes, one after the other. */
  var bytes: Array[Byte] = Pending.NoBytes
  var size               = 0

  /** Whether [[bytes]] was borrowed. */
  var isLarge = false

  var level: Level = Level.Disk

  /** Microseconds since 1970; 0 for now. */
  var time = 0L

  var hasKey  = false
  var keyHigh = 0L
  var keyLow  = 0L

  /** The earlier append with the key, among segments up to [[checkedSegment]]. */
  var original: KeyedAppend | Null = null
  var checkedSegment               = 0L

  var listener: AppendListener = Pending.nobody
  var context                  = 0L

  // What became of it
  var error: AppendError | Null = null
  var first                     = 0L
  var last                      = 0L
  var version                   = 0L
  var isDone                    = false

  def part(number: Int): Pending.Part = more.nn(number)

  def length(event: Int): Int = if lengths == null then size else lengths.nn(event)

  /** Lets go of what it refers to, and makes it ready for an append of one event. */
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
  /** Payloads up to this many bytes have an array of their own in each place; larger ones borrow one. */
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
