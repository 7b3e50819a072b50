package brine.journal.format

import brine.journal.storage.StorageFile
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
  private val crc    = CRC32C()

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
    buffer.clear(): Unit

  /** Where the next frame will start in the segment. */
  def end: Long = from + buffer.position

  /** Digest of the segment's frames so far. */
  def digest: Long = sum

  def isEmpty: Boolean = buffer.position == 0

  /** Adds a unit, in one frame or several.
    *
    * @param flags
    *   those of [[Frame]], without [[Frame.Continued]]
    */
  def putUnit(
      body: Array[Byte],
      length: Int,
      firstSequence: Long,
      durable: Long,
      baseTime: Long,
      count: Int,
      flags: Int
  ): Unit =
    var at = 0
    while length - at > Frame.MostBody do
      putFrame(body, at, Frame.MostBody, firstSequence, durable, baseTime, 0, flags | Frame.Continued)
      at += Frame.MostBody
    putFrame(body, at, length - at, firstSequence, durable, baseTime, count, flags)

  /** Ends the segment. The digest of the seal is the one of the frames before. */
  def putSeal(sequence: Long, records: Long, durable: Long, time: Long): Unit =
    val before = sum
    val body   = Seal(sequence, before, records).toBytes
    putFrame(body, 0, body.length, sequence + 1, durable, time, 0, Frame.Seal)
    sum = before

  private def putFrame(
      body: Array[Byte],
      at: Int,
      length: Int,
      sequence: Long,
      durable: Long,
      time: Long,
      count: Int,
      flags: Int
  ): Unit =
    val whole = Frame.length(length)
    if buffer.remaining < whole then flush()
    val start = buffer.position
    buffer.putInt(start + Frame.LengthAt, length)
    buffer.putLong(start + Frame.SequenceAt, sequence)
    buffer.putLong(start + Frame.DurableAt, durable)
    buffer.putLong(start + Frame.TimeAt, time)
    buffer.putShort(start + Frame.CountAt, count.toShort)
    buffer.putShort(start + Frame.FlagsAt, flags.toShort)
    buffer.putInt(start + Frame.MagicAt, Frame.Magic)
    val bodyAt = start + Frame.HeaderLength
    buffer.put(bodyAt, body, at, length)
    var padding = bodyAt + length
    while padding < start + whole do
      buffer.put(padding, 0: Byte)
      padding += 1
    crc.reset()
    buffer.position(start + Frame.CheckedFrom).limit(bodyAt + length)
    crc.update(buffer)
    buffer.limit(buffer.capacity)
    val check = crc.getValue.toInt ^ Checksum.mask(salt, from + start)
    buffer.putInt(start + Frame.CheckAt, check)
    buffer.position(start + whole): Unit
    sum = Digest.step(sum, check)

  /** Writes the buffered frames, without an fsync. */
  def flush(): Unit =
    if !isEmpty then
      buffer.flip()
      val length = buffer.limit
      file.nn.write(buffer, from)
      from += length
      buffer.clear(): Unit

private[journal] object FrameWriter:
  private inline val MostCapacity = (4 << 20) + (1 << 19)

  /** For the writer, which writes groups: memory outside of the heap, which is written without a copy.
    *
    * @param segmentSize
    *   upper bound of a frame's length
    */
  def ofGroups(segmentSize: Long): FrameWriter =
    FrameWriter(ByteBuffer.allocateDirect(math.min(MostCapacity, segmentSize).toInt))

  /** For a file that is written once: memory for one frame, in the heap. */
  def ofFrames(): FrameWriter = FrameWriter(ByteBuffer.allocate(Frame.length(Frame.MostBody)))
