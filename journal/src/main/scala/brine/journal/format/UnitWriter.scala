package brine.journal.format

import brine.codec.Compression
import java.nio.charset.StandardCharsets.UTF_8

/** Writes the units of a segment: entries, then the frames that hold them. [[EntryReader]] reads what this writes.
  * Owned by one thread.
  *
  * @param isSparse
  *   whether events are missing between those of a unit, so that each says its sequence
  */
private[journal] final class UnitWriter(isSparse: Boolean = false):
  // Compresses units where that makes them smaller.
  private var compression: Compression = Compression.Plain

  private val body = UnitBody()

  private var firstSequence = 0L
  private var baseTime      = 0L

  /** Bytes of the entries so far. */
  def size: Int = body.size

  /** Events so far. */
  var count = 0

  /** Number of units begun so far. */
  var serial = 1L

  def isEmpty: Boolean = body.ownSize == 0

  /** Begins with a segment. Its header says how readers expand units, so they are compressed in no other way. */
  def start(header: SegmentHeader, wanted: Compression): Unit =
    compression = if wanted.kind == header.compression then wanted else Compression.Plain

  /** Begins a unit. */
  def begin(sequence: Long, time: Long): Unit =
    serial += 1
    body.clear()
    count = 0
    firstSequence = sequence
    baseTime = time

  // ---- Entries ------------------------------------------------------------------------------------------------------

  /** Defines a stream.
    *
    * @param versionBefore
    *   version of its last event before the segment
    */
  def defineStream(name: String, versionBefore: Long): Unit =
    val bytes = name.getBytes(UTF_8)
    startEntry(1 + Varint.length(versionBefore) + bytes.length)
    put(Entry.StreamDefinition)
    putVarint(versionBefore)
    put(bytes, 0, bytes.length)

  def defineSchema(canonical: Array[Byte]): Unit = define(Entry.SchemaDefinition, canonical)
  def defineTag(name: String): Unit              = define(Entry.TagDefinition, name.getBytes(UTF_8))

  private def define(kind: Int, bytes: Array[Byte]): Unit =
    startEntry(1 + bytes.length)
    put(kind)
    put(bytes, 0, bytes.length)

  /** Adds an event, whose stream, schema and tags the segment has defined. */
  def event(event: EventFields, payload: Array[Byte], at: Int, length: Int): Unit =
    startEvent(event, length, length)
    put(payload, at, length)

  /** Adds an event whose payload stays in lent memory until the frames are written. */
  def event(event: EventFields, lent: LentBytes, at: Int, length: Int): Unit =
    startEvent(event, length, 0)
    if length > 0 then body.add(lent, at, length)

  private def startEvent(event: EventFields, length: Int, own: Int): Unit =
    val after  = Entry.zigzag(event.time - baseTime)
    val flags  = flagsOf(event, after)
    val fields = fieldsLength(event, after)
    startEntry(fields + length, fields + own)
    put(flags)
    putVarint(event.stream)
    putVarint(event.schema)
    if after != 0 then putVarint(after)
    if isSparse then putVarint(event.sequence - firstSequence)
    if event.versionAfter >= 0 then putVarint(event.versionAfter)
    if event.hasKey then
      Little.putLong(body.own, body.ownSize, event.keyHigh)
      Little.putLong(body.own, body.ownSize + 8, event.keyLow)
      body.ownSize += Entry.KeyLength
      putVarint(event.keyEvents)
      if event.keyVersion >= 0 then putVarint(event.keyVersion)
    if event.tagCount > 0 then
      putVarint(event.tagCount)
      var tag = 0
      while tag < event.tagCount do
        putVarint(event.tags(tag))
        tag += 1
    count += 1

  private def flagsOf(event: EventFields, after: Long): Int =
    var flags = Entry.Event
    if after != 0 then flags |= Entry.HasTime
    if event.versionAfter >= 0 then flags |= Entry.HasVersion
    if event.hasKey then
      flags |= Entry.HasKey
      if event.keyVersion >= 0 then flags |= Entry.HasOutcome
    if event.tagCount > 0 then flags |= Entry.HasTags
    flags

  private def fieldsLength(event: EventFields, after: Long): Int =
    var length = 1 + Varint.length(event.stream) + Varint.length(event.schema)
    if after != 0 then length += Varint.length(after)
    if isSparse then length += Varint.length(event.sequence - firstSequence)
    if event.versionAfter >= 0 then length += Varint.length(event.versionAfter)
    if event.hasKey then
      length += Entry.KeyLength + Varint.length(event.keyEvents)
      if event.keyVersion >= 0 then length += Varint.length(event.keyVersion)
    if event.tagCount > 0 then
      length += Varint.length(event.tagCount)
      var tag = 0
      while tag < event.tagCount do
        length += Varint.length(event.tags(tag))
        tag += 1
    length

  private def startEntry(length: Int): Unit = startEntry(length, length)

  /** Begins an entry: makes room for its own bytes, those that are not lent, and adds its length. */
  private def startEntry(length: Int, own: Int): Unit =
    body.ensure(own + 5)
    putVarint(length)

  private def put(byte: Int): Unit =
    body.own(body.ownSize) = byte.toByte
    body.ownSize += 1

  private def put(bytes: Array[Byte], at: Int, length: Int): Unit =
    System.arraycopy(bytes, at, body.own, body.ownSize, length)
    body.ownSize += length

  private def putVarint(value: Long): Unit = body.ownSize = Varint.put(body.own, body.ownSize, value)

  // ---- Frames -------------------------------------------------------------------------------------------------------

  /** Ends the unit, and adds its frames.
    *
    * @param durable
    *   all records up to this sequence are durable
    */
  def end(frames: FrameWriter, durable: Long): Unit =
    val smaller = if compression eq Compression.Plain then None else compressed()
    val sparse  = if isSparse then Frame.Sparse else 0
    smaller match
      case Some(bytes) =>
        frames.putUnit(UnitBody.of(bytes), firstSequence, durable, baseTime, count, sparse | Frame.Compressed)
      case None => frames.putUnit(body, firstSequence, durable, baseTime, count, sparse)
    body.clear()
    count = 0

  // Nothing is lent in a journal that compresses: each byte is copied there anyway.
  private def compressed(): Option[Array[Byte]] =
    val plain  = java.util.Arrays.copyOf(body.own, size)
    val prefix = Varint.length(size)
    compression
      .compress(plain, size - prefix - 1)
      .map: smaller =>
        val all = new Array[Byte](prefix + smaller.length)
        System.arraycopy(smaller, 0, all, Varint.put(all, 0, size), smaller.length)
        all

private[journal] object UnitWriter:
  /** Upper bound of the length of the frames of a unit with a body of this length. */
  def framesLength(bytes: Long): Long =
    bytes + (bytes / Frame.MostBody + 1) * (Frame.HeaderLength + Frame.Alignment)
