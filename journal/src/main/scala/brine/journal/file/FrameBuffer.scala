package brine.journal.file

import brine.journal.format.Frame
import brine.journal.storage.StorageFile
import java.nio.{ByteBuffer, ByteOrder}
import java.util.zip.CRC32C

/** Buffers frames, so that a group of them is written at once. Owned by the writer thread.
  *
  * @param segmentSize
  *   upper bound of a frame's length
  */
private[journal] final class FrameBuffer(segmentSize: Long):
  private val buffer =
    ByteBuffer.allocateDirect(math.min(FrameBuffer.MostCapacity, segmentSize).toInt).order(ByteOrder.LITTLE_ENDIAN)
  private val crc = CRC32C()

  private var file: StorageFile | Null = null
  private var salt                     = 0L
  private var from                     = 0L

  /** Begins with a segment, at this offset. */
  def start(file: StorageFile, salt: Long, offset: Long): Unit =
    this.file = file
    this.salt = salt
    from = offset
    buffer.clear(): Unit

  /** Where the next frame will start in the segment. */
  def end: Long = from + buffer.position

  def isEmpty: Boolean = buffer.position == 0

  /** Number of bytes waiting to be written. */
  def size: Int = buffer.position

  /** Adds a frame.
    *
    * @return
    *   the frame's check
    */
  def add(
      body: Array[Byte],
      at: Int,
      length: Int,
      sequence: Long,
      durable: Long,
      time: Long,
      count: Int,
      flags: Int
  ): Int =
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
    buffer.position(start + Frame.SequenceAt).limit(bodyAt + length)
    crc.update(buffer)
    buffer.limit(buffer.capacity)
    val check = crc.getValue.toInt ^ Frame.mask(salt, from + start)
    buffer.putInt(start + Frame.CheckAt, check)
    buffer.position(start + whole): Unit
    check

  /** Writes the buffered frames, without an fsync. */
  def flush(): Unit =
    if !isEmpty then
      buffer.flip()
      val length = buffer.limit
      file.nn.write(buffer, from)
      from += length
      buffer.clear(): Unit

private object FrameBuffer:
  private inline val MostCapacity = (4 << 20) + (1 << 19)
