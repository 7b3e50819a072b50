package brine.journal.format

import java.nio.ByteBuffer
import java.util.zip.CRC32C

/** Memory outside of the heap that holds the payloads of one append, one after the other, until they are written from
  * there. Whoever fills it computes checksums, by blocks, since nobody knows yet where frames will begin and end: its
  * bytes are in that processor's cache, and the writer's thread need not read them.
  *
  * Used by one thread at a time, which hands it over safely.
  */
private[journal] final class LentBytes(val capacity: Int):
  /** The memory; its position and limit belong to whoever uses it. */
  val buffer: ByteBuffer = ByteBuffer.allocateDirect(capacity)

  private val view   = buffer.duplicate()
  private val crc    = CRC32C()
  private val checks = new Array[Int]((capacity - 1) / LentBytes.Block + 1)
  private var size   = 0

  /** The next one in a list of idle ones. */
  var nextIdle: LentBytes | Null = null

  /** Begins to fill it, from the start. */
  def begin(): Unit =
    size = 0
    buffer.clear(): Unit

  /** Ends filling it: computes the checksums of the bytes before the position. */
  def end(): Unit =
    size = buffer.position
    var from = 0
    while from < size do
      checks(from / LentBytes.Block) = computed(from, blockEnd(from))
      from += LentBytes.Block

  private def blockEnd(at: Int): Int = math.min((at / LentBytes.Block + 1) * LentBytes.Block, size)

  /** Checksum of some of the bytes. Takes little time for all of them, and at most that of two blocks for others. */
  def checksum(from: Int, length: Int, joined: CrcJoin): Int =
    val until = from + length
    var at    = from
    var check = 0
    while at < until do
      val end     = math.min(blockEnd(at), until)
      val isWhole = at % LentBytes.Block == 0 && end == blockEnd(at)
      val next    = if isWhole then checks(at / LentBytes.Block) else computed(at, end)
      check = joined.join(check, next, end - at)
      at = end
    check

  private def computed(from: Int, until: Int): Int =
    crc.reset()
    crc.update(view.clear().limit(until).position(from))
    crc.getValue.toInt

  /** Copies some of the bytes to the start of an array. */
  def copy(from: Int, to: Array[Byte], length: Int): Unit =
    view.clear().position(from).get(to, 0, length): Unit

private[journal] object LentBytes:
  // The writer computes the checksums of two parts of a block at most for each frame; joining those of whole blocks
  // takes some 50 nanoseconds each.
  private inline val Block = 1 << 14
