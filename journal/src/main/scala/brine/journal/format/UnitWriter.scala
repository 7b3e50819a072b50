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

  private var body = new Array[Byte](UnitWriter.FirstCapacity)

  private var firstSequence = 0L
  private var baseTime      = 0L

  /** Bytes of the entries so far. */
  var size = 0

  /** Events so far. */
  var count = 0

  /** Number of units begun so far. */
  var serial = 1L

  def isEmpty: Boolean = size == 0

  /** Begins with a segment. Its header says how readers expand units, so they are compressed in no other way. */
  def start(header: SegmentHeader, wanted: Compression): Unit =
    compression = if wanted.kind == header.compression then wanted else Compression.Plain

  /** Begins a unit. */
  def begin(sequence: Long, time: Long): Unit =
    serial += 1
    size = 0
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
    val after  = Entry.zigzag(event.time - baseTime)
    val flags  = flagsOf(event, after)
    val fields = fieldsLength(event, after)
    startEntry(fields + length)
    put(flags)
    putVarint(event.stream)
    putVarint(event.schema)
    if after != 0 then putVarint(after)
    if isSparse then putVarint(event.sequence - firstSequence)
    if event.versionAfter >= 0 then putVarint(event.versionAfter)
    if event.hasKey then
      Little.putLong(body, size, event.keyHigh)
      Little.putLong(body, size + 8, event.keyLow)
      size += Entry.KeyLength
      putVarint(event.keyEvents)
      if event.keyVersion >= 0 then putVarint(event.keyVersion)
    if event.tagCount > 0 then
      putVarint(event.tagCount)
      var tag = 0
      while tag < event.tagCount do
        putVarint(event.tags(tag))
        tag += 1
    put(payload, at, length)
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

  private def startEntry(length: Int): Unit =
    ensure(length + 5)
    putVarint(length)

  private def ensure(bytes: Int): Unit =
    if body.length - size < bytes then body = java.util.Arrays.copyOf(body, math.max(size + bytes, body.length * 2))

  private def put(byte: Int): Unit =
    body(size) = byte.toByte
    size += 1

  private def put(bytes: Array[Byte], at: Int, length: Int): Unit =
    System.arraycopy(bytes, at, body, size, length)
    size += length

  private def putVarint(value: Long): Unit = size = Varint.put(body, size, value)

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
        val flags = sparse | Frame.Compressed
        frames.putUnit(bytes, bytes.length, firstSequence, durable, baseTime, count, flags)
      case None => frames.putUnit(body, size, firstSequence, durable, baseTime, count, sparse)
    size = 0
    count = 0
    if body.length > UnitWriter.KeptCapacity then body = new Array[Byte](UnitWriter.FirstCapacity)

  private def compressed(): Option[Array[Byte]] =
    val plain  = java.util.Arrays.copyOf(body, size)
    val prefix = Varint.length(size)
    compression
      .compress(plain, size - prefix - 1)
      .map: smaller =>
        val all = new Array[Byte](prefix + smaller.length)
        System.arraycopy(smaller, 0, all, Varint.put(all, 0, size), smaller.length)
        all

private[journal] object UnitWriter:
  private inline val FirstCapacity = 1 << 14
  private inline val KeptCapacity  = Frame.MostBody * 4

  /** Upper bound of the length of the frames of a unit with a body of this length. */
  def framesLength(bytes: Long): Long =
    bytes + (bytes / Frame.MostBody + 1) * (Frame.HeaderLength + Frame.Alignment)
