package brine.journal.format

import brine.journal.ExplainedFailure
import brine.journal.storage.StorageFile
import java.io.IOException
import java.nio.{ByteBuffer, ByteOrder}
import java.util.zip.CRC32C

/** Writes the frames of a segment, and computes the segment's digest. Buffers frames, so that a group of them is
  * written at once. Owned by one thread.
  *
  * @param memory
  *   holds the frames until they are written; at least as long as the longest frame
  */
private[journal] final class FrameWriter(memory: ByteBuffer):
  private val buffer = memory.order(ByteOrder.LITTLE_ENDIAN)
  private val parts  = GatheredFrames(buffer)
  private val crc    = CRC32C()
  private val joined = CrcJoin()

  private var file: StorageFile | Null = null
  private var salt                     = 0L
  private var from                     = 0L
  private var sum                      = Digest.Start

  /** Begins with a segment, at the end of the frames that it has. */
  def start(file: StorageFile, salt: Long, offset: Long, digest: Long): Unit =
    this.file = file
    this.salt = salt
    from = offset
    sum = digest
    parts.clear()
    buffer.clear(): Unit

  /** Where the next frame will start in the segment. */
  def end: Long = from + buffer.position + parts.lentBytes

  /** Digest of the segment's frames so far. */
  def digest: Long = sum

  def isEmpty: Boolean = buffer.position == 0

  /** Adds a unit, in one frame or several. Its lent bytes must stay as they are until [[flush]].
    *
    * @param flags
    *   those of [[Frame]], without [[Frame.Continued]]
    */
  def putUnit(body: UnitBody, firstSequence: Long, durable: Long, baseTime: Long, count: Int, flags: Int): Unit =
    body.rewind()
    var left = body.size
    while left > Frame.MostBody do
      putFrame(body, Frame.MostBody, firstSequence, durable, baseTime, 0, flags | Frame.Continued)
      left -= Frame.MostBody
    putFrame(body, left, firstSequence, durable, baseTime, count, flags)

  /** Ends the segment. The digest of the seal is the one of the frames before. */
  def putSeal(sequence: Long, records: Long, durable: Long, time: Long): Unit =
    val before = sum
    val body   = UnitBody.of(Seal(sequence, before, records).toBytes)
    putUnit(body, sequence + 1, durable, time, 0, Frame.Seal)
    sum = before

  /** Adds a frame with the next bytes of a body. */
  private def putFrame(
      body: UnitBody,
      length: Int,
      sequence: Long,
      durable: Long,
      time: Long,
      count: Int,
      flags: Int
  ): Unit =
    val whole = Frame.length(length)
    if buffer.remaining < whole - length + body.ownAmong(length) then flush()
    val start  = buffer.position
    val offset = end
    buffer.putInt(start + Frame.LengthAt, length)
    buffer.putLong(start + Frame.SequenceAt, sequence)
    buffer.putLong(start + Frame.DurableAt, durable)
    buffer.putLong(start + Frame.TimeAt, time)
    buffer.putShort(start + Frame.CountAt, count.toShort)
    buffer.putShort(start + Frame.FlagsAt, flags.toShort)
    buffer.putInt(start + Frame.MagicAt, Frame.Magic)
    buffer.position(start + Frame.HeaderLength)
    val check = putBody(body, length, start + Frame.CheckedFrom) ^ Checksum.mask(salt, offset)
    pad(whole - Frame.HeaderLength - length)
    buffer.putInt(start + Frame.CheckAt, check)
    sum = Digest.step(sum, check)

  /** Adds the next bytes of a body. Returns their checksum, with that of the header before them. */
  private def putBody(body: UnitBody, length: Int, checkedFrom: Int): Int =
    var check     = 0
    var unchecked = checkedFrom
    var left      = length
    while left > 0 do
      body.next(left)
      val lent = body.runLent
      if lent == null then buffer.put(body.own, body.runFrom, body.runLength)
      else
        check = withOwn(check, unchecked)
        parts.add(lent, body.runFrom, body.runLength)
        check = joined.join(check, lent.checksum(body.runFrom, body.runLength, joined), body.runLength)
        unchecked = buffer.position
      left -= body.runLength
    withOwn(check, unchecked)

  /** A checksum continued with the bytes of the buffer from here to its position. */
  private def withOwn(check: Int, unchecked: Int): Int =
    val until = buffer.position
    crc.reset()
    crc.update(buffer.limit(until).position(unchecked))
    buffer.limit(buffer.capacity)
    joined.join(check, crc.getValue.toInt, until - unchecked)

  private def pad(bytes: Int): Unit =
    var left = bytes
    while left > 0 do
      buffer.put(0: Byte)
      left -= 1

  /** Writes the buffered frames, without an fsync. */
  def flush(): Unit =
    if !isEmpty then
      val length = buffer.position + parts.lentBytes
      if parts.isEmpty then file.nn.write(buffer.flip(), from) else parts.write(file.nn, from)
      from += length
      parts.clear()
      buffer.clear(): Unit

private[journal] object FrameWriter:
  private inline val MostCapacity = (4 << 20) + (1 << 19)

  /** For the writer, which writes groups: memory outside of the heap, which is written without a copy.
    *
    * @param segmentSize
    *   upper bound of a frame's length
    * @throws java.io.IOException
    *   if there is no such memory
    */
  def ofGroups(segmentSize: Long): FrameWriter =
    val capacity = math.min(MostCapacity, segmentSize).toInt
    try FrameWriter(ByteBuffer.allocateDirect(capacity))
    catch
      case lack: OutOfMemoryError =>
        throw ExplainedFailure(
          s"writing a journal takes $capacity bytes of memory outside the heap: give the program more of it " +
            "(-XX:MaxDirectMemorySize), or the journal a smaller segmentSize",
          IOException(lack.getMessage, lack)
        )

  /** For a file that is written once: memory for one frame, in the heap. */
  def ofFrames(): FrameWriter = FrameWriter(ByteBuffer.allocate(Frame.length(Frame.MostBody)))
