package brine.journal.file

import brine.journal.{AppendError, AppendListener, Level}

/** A place of the ring that holds an append under way: filled by the one who appends, emptied by the writer, then used again. */
private[journal] final class Pending:
  // What is appended: parts to several streams, of several events each
  var parts                               = 1
  var streams: Array[StreamState | Null]  = new Array(1)
  var expected: Array[Long]               = new Array(1)
  var schemas: Array[SchemaState | Null]  = new Array(1)
  var counts: Array[Int]                  = new Array(1)
  var tags: Array[Array[TagState] | Null] = new Array(1)

  /** Of each event, in bytes. */
  var lengths: Array[Int] = new Array(1)

  /** In all parts. */
  var events = 0

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

  /** Makes room for so many parts and events. */
  def size(parts: Int, events: Int): Unit =
    this.parts = parts
    this.events = events
    if streams.length < parts then
      streams = new Array(parts)
      expected = new Array(parts)
      schemas = new Array(parts)
      counts = new Array(parts)
      tags = new Array(parts)
    if lengths.length < events then lengths = new Array(events)

  /** Lets go of what it refers to, and of arrays that are larger than most appends need. */
  def clear(): Unit =
    java.util.Arrays.fill(streams.asInstanceOf[Array[AnyRef]], null)
    java.util.Arrays.fill(schemas.asInstanceOf[Array[AnyRef]], null)
    java.util.Arrays.fill(tags.asInstanceOf[Array[AnyRef]], null)
    if lengths.length > Pending.KeptEvents then lengths = new Array(1)
    original = null
    error = null
    listener = Pending.nobody
    hasKey = false
    time = 0
    first = 0
    last = 0
    isDone = false

private[journal] object Pending:
  /** Payloads up to this many bytes have an array of their own in each place; larger ones borrow one. */
  inline val OwnBytes = 1024

  private inline val KeptEvents = 256
  private val NoBytes           = new Array[Byte](0)

  private val nobody = new AppendListener:
    def appended(context: Long, first: brine.journal.Offset, last: brine.journal.Offset, version: Long): Unit = ()
    def rejected(context: Long, error: AppendError): Unit                                                     = ()
