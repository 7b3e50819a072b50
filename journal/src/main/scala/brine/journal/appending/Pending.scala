package brine.journal.appending

import brine.journal.format.LentBytes
import brine.journal.index.KeyedAppend
import brine.journal.precondition.{Conditions, Pins, SchemaState, StreamState, TagState}
import brine.journal.{AppendError, AppendListener, Level, Offset}

/** A slot of the ring with an append in flight: filled by the caller, emptied by the writer, then reused. The data of
  * an append of one event is in the object itself, because each further array is memory that moves from one processor
  * to another and back.
  */
private[journal] final class Pending:
  /** The slot's number plus one, once it is filled. */
  @volatile var published = 0L

  /** Number of streams of the append. One stream is in the fields, several are in [[more]]. */
  var parts                                   = 1
  var stream: StreamState | Null              = null
  var schema: SchemaState | Null              = null
  private var ownTags: Array[TagState] | Null = null

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

  /** Where the events' bytes are instead of [[bytes]], if that was lent. */
  var lent: LentBytes | Null = null

  /** Adds the start of an array behind this many bytes of events. Returns where the next ones start. */
  def put(at: Int, from: Array[Byte], length: Int): Int =
    val memory = lent
    if memory == null then System.arraycopy(from, 0, bytes, at, length)
    else memory.buffer.put(from, 0, length): Unit
    at + length

  /** Notes that all of the events' bytes have been added, and how many they are. */
  def complete(length: Int): Unit =
    size = length
    val memory = lent
    if memory != null then memory.end()

  var level: Level = Level.Disk

  /** Microseconds since 1970; 0 for the current time. Once its events are numbered, their time. */
  var time = 0L

  /** The sequence that the record before its events must have; -1 for any. */
  var after = -1L

  var hasKey  = false
  var keyHigh = 0L
  var keyLow  = 0L

  /** The earlier append with the key, if it is in a segment whose keys the writer does not remember. */
  var original: KeyedAppend | Null = null

  /** What no event after an offset may match. */
  var conditions: Conditions | Null = null

  /** The tags of an append to one stream; null for none. */
  def tags: Array[TagState] | Null =
    val own = ownTags
    if own != null || conditions == null then own else conditions.nn.tags

  def tags_=(tags: Array[TagState] | Null): Unit = ownTags = tags

  var listener: AppendListener = Pending.nobody
  var context                  = 0L

  // The result
  var error: AppendError | Null = null
  var first                     = 0L
  var last                      = 0L
  var version                   = 0L
  var isDone                    = false

  // Of the slot itself, for batches, which allocate nothing.
  private var ownParts   = Pending.NoParts
  private var ownLengths = Pending.NoLengths

  def part(number: Int): Pending.Part = more.nn(number)

  def length(event: Int): Int = if lengths == null then size else lengths.nn(event)

  /** An array of at least this length for [[lengths]]. */
  def lengthsFor(events: Int): Array[Int] =
    if ownLengths.length >= events then ownLengths
    else
      val made = new Array[Int](Integer.highestOneBit(events * 2 - 1))
      if events <= Pending.MostOwn then ownLengths = made
      made

  /** An array of at least this length for [[more]], with parts to be set. */
  def partsFor(count: Int): Array[Pending.Part] =
    if ownParts.length >= count then ownParts
    else
      val made = Array.fill(Integer.highestOneBit(count * 2 - 1))(Pending.Part())
      if count <= Pending.MostOwn then ownParts = made
      made

  /** Sets the streams of an append, and what belongs to each. */
  def setParts(all: Array[Pending.Part]): Unit =
    parts = all.length
    if all.length == 1 then
      val part = all(0)
      stream = part.stream
      schema = part.schema
      expected = part.expected
      tags = part.tags
    else more = all

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
    if after >= 0 then after = -1
    if conditions != null then conditions = null
    if events != 1 || more != null || ownTags != null then
      more = null
      lengths = null
      ownTags = null
      events = 1
      parts = 1

private[journal] object Pending:
  /** Each slot has its own array for payloads up to this length; larger payloads borrow one. */
  inline val OwnBytes = 1024

  /** Events for one of several streams. */
  final class Part(
      private var ofStream: StreamState | Null,
      private var version: Long,
      private var ofSchema: SchemaState | Null,
      private var events: Int,
      private var ofTags: Array[TagState] | Null
  ):
    /** A part to be set. */
    def this() = this(null, -1, null, 0, null)

    def stream: StreamState          = ofStream.nn
    def expected: Long               = version
    def schema: SchemaState          = ofSchema.nn
    def count: Int                   = events
    def tags: Array[TagState] | Null = ofTags

    /** Keeps the stream and the tags; false if one was forgotten. */
    def keep(): Boolean = stream.keep() && Pins.keep(ofTags)

    /** Finds both again. */
    def pin(pins: Pins): Unit =
      ofStream = pins.stream(stream.name)
      ofTags = pins.tags(ofTags)

    def set(stream: StreamState, expected: Long, schema: SchemaState, count: Int, tags: Array[TagState] | Null): Unit =
      ofStream = stream
      version = expected
      ofSchema = schema
      events = count
      ofTags = tags

  object Part:
    /** Keeps the streams and tags of all; false if one was forgotten. */
    def keepAll(parts: Array[Part]): Boolean =
      var at = 0
      while at < parts.length && parts(at).keep() do at += 1
      at == parts.length

    /** Finds all again. */
    def pinAll(parts: Array[Part], pins: Pins): Unit = parts.foreach(_.pin(pins))

  // A slot keeps arrays up to this length.
  private inline val MostOwn = 64

  private val NoParts   = new Array[Part](0)
  private val NoLengths = new Array[Int](0)

  private[appending] val NoBytes = new Array[Byte](0)

  private val nobody = new AppendListener:
    def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit = ()
    def rejected(context: Long, error: AppendError): Unit                                       = ()
