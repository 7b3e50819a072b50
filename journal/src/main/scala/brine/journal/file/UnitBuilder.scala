package brine.journal.file

import brine.codec.Compression
import brine.journal.format.{Digest, Entry, Frame, Little}

/** Builds the units of the current segment: entries, then the frames that hold them. Owned by the writer thread. */
private[journal] final class UnitBuilder:
  /** Compresses units where that makes them smaller. */
  var compression: Compression = Compression.Plain

  private var body = new Array[Byte](UnitBuilder.FirstCapacity)

  /** Bytes of the entries so far. */
  var size = 0

  /** Records so far. */
  var count = 0

  private var firstSequence = 0L
  private var baseTime      = 0L

  /** Number of units begun so far. */
  var serial = 1L

  def isEmpty: Boolean = size == 0

  /** Begins a unit. */
  def begin(sequence: Long, time: Long): Unit =
    serial += 1
    size = 0
    count = 0
    firstSequence = sequence
    baseTime = time

  /** Makes room for this number of bytes. */
  def ensure(bytes: Int): Unit =
    if body.length - size < bytes then body = java.util.Arrays.copyOf(body, math.max(size + bytes, body.length * 2))

  def define(stream: StreamState, version: Long): Unit =
    val name = stream.name.getBytes(java.nio.charset.StandardCharsets.UTF_8)
    startEntry(1 + Entry.varintLength(version) + name.length)
    put(Entry.StreamDefinition)
    putVarint(version)
    put(name, 0, name.length)

  def define(schema: SchemaState): Unit = define(Entry.SchemaDefinition, schema.canonical)

  def define(tag: TagState): Unit =
    define(Entry.TagDefinition, tag.name.getBytes(java.nio.charset.StandardCharsets.UTF_8))

  private def define(kind: Int, bytes: Array[Byte]): Unit =
    startEntry(1 + bytes.length)
    put(kind)
    put(bytes, 0, bytes.length)

  /** Adds an event. There must be room for it.
    *
    * @param versionAfter
    *   difference of its version to the stream's first one in the segment; -1 to leave it out
    * @param keyEvents
    *   number of events of the append; 0 if it has no key, or this is not its first event
    * @param tags
    *   its tags, which the segment has defined
    */
  def event(
      stream: Int,
      schema: Int,
      time: Long,
      versionAfter: Long,
      keyEvents: Int,
      keyHigh: Long,
      keyLow: Long,
      tags: Array[TagState] | Null,
      segment: Long,
      payload: Array[Byte],
      at: Int,
      length: Int
  ): Unit =
    val after  = Entry.zigzag(time - baseTime)
    var flags  = Entry.Event
    var fields = 1 + Entry.varintLength(stream) + Entry.varintLength(schema)
    if after != 0 then
      flags |= Entry.HasTime
      fields += Entry.varintLength(after)
    if versionAfter >= 0 then
      flags |= Entry.HasVersion
      fields += Entry.varintLength(versionAfter)
    if keyEvents > 0 then
      flags |= Entry.HasKey
      fields += Entry.KeyLength + Entry.varintLength(keyEvents)
    if tags != null && tags.length > 0 then
      flags |= Entry.HasTags
      fields += Entry.varintLength(tags.length)
      var tag = 0
      while tag < tags.length do
        fields += Entry.varintLength(tags(tag).numberIn(segment))
        tag += 1
    startEntry(fields + length)
    put(flags)
    putVarint(stream)
    putVarint(schema)
    if after != 0 then putVarint(after)
    if versionAfter >= 0 then putVarint(versionAfter)
    if keyEvents > 0 then
      Little.putLong(body, size, keyHigh)
      Little.putLong(body, size + 8, keyLow)
      size += Entry.KeyLength
      putVarint(keyEvents)
    if tags != null && tags.length > 0 then
      putVarint(tags.length)
      var tag = 0
      while tag < tags.length do
        putVarint(tags(tag).numberIn(segment))
        tag += 1
    put(payload, at, length)
    count += 1

  private def startEntry(length: Int): Unit =
    ensure(length + 5)
    putVarint(length)

  private def put(byte: Int): Unit =
    body(size) = byte.toByte
    size += 1

  private def put(bytes: Array[Byte], at: Int, length: Int): Unit =
    System.arraycopy(bytes, at, body, size, length)
    size += length

  private def putVarint(value: Long): Unit =
    var rest = value
    while (rest & ~0x7fL) != 0 do
      body(size) = (rest | 0x80).toByte
      size += 1
      rest >>>= 7
    body(size) = rest.toByte
    size += 1

  /** Upper bound of the length of the frames of a unit with a body of this length. */
  def framesLength(bytes: Long): Long =
    bytes + (bytes / Frame.MostBody + 1) * (Frame.HeaderLength + Frame.Alignment)

  /** Ends the unit, and puts its frames into the buffer.
    *
    * @return
    *   the segment's digest including them
    */
  def end(frames: FrameBuffer, durable: Long, digest: Long): Long =
    var bytes  = body
    var length = size
    var flags  = 0
    if compression ne Compression.Plain then
      compressed() match
        case Some(smaller) =>
          bytes = smaller
          length = smaller.length
          flags = Frame.Compressed
        case None =>
    var sum = digest
    var at  = 0
    while length - at > Frame.MostBody do
      sum = Digest.step(
        sum,
        frames.add(bytes, at, Frame.MostBody, firstSequence, durable, baseTime, 0, flags | Frame.Continued)
      )
      at += Frame.MostBody
    sum = Digest.step(sum, frames.add(bytes, at, length - at, firstSequence, durable, baseTime, count, flags))
    size = 0
    count = 0
    if body.length > UnitBuilder.KeptCapacity then body = new Array[Byte](UnitBuilder.FirstCapacity)
    sum

  private def compressed(): Option[Array[Byte]] =
    val plain  = java.util.Arrays.copyOf(body, size)
    val prefix = Entry.varintLength(size)
    compression
      .compress(plain, size - prefix - 1)
      .map: smaller =>
        val all  = new Array[Byte](prefix + smaller.length)
        var at   = 0
        var rest = size
        while rest > 0x7f do
          all(at) = (rest | 0x80).toByte
          at += 1
          rest >>>= 7
        all(at) = rest.toByte
        System.arraycopy(smaller, 0, all, prefix, smaller.length)
        all

private object UnitBuilder:
  private inline val FirstCapacity = 1 << 14
  private inline val KeptCapacity  = Frame.MostBody * 4
