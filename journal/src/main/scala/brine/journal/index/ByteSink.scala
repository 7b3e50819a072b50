package brine.journal.index

import brine.journal.format.{Little, Varint}

/** A growing byte array. Owned by one thread. */
private[journal] final class ByteSink(capacity: Int = 64):
  private var bytes = new Array[Byte](capacity)
  private var used  = 0

  def size: Int = used

  private def ensure(length: Int): Unit =
    if bytes.length - used < length then
      bytes = java.util.Arrays
        .copyOf(bytes, math.max(math.addExact(used, length), math.min(bytes.length * 2L, ByteSink.Largest).toInt))

  def putInt(value: Int): Unit =
    ensure(4)
    Little.putInt(bytes, used, value)
    used += 4

  def putLong(value: Long): Unit =
    ensure(8)
    Little.putLong(bytes, used, value)
    used += 8

  def putVarint(value: Long): Unit =
    ensure(10)
    used = Varint.put(bytes, used, value)

  def put(other: Array[Byte], from: Int, length: Int): Unit =
    ensure(length)
    System.arraycopy(other, from, bytes, used, length)
    used += length

  def put(other: Array[Byte]): Unit = put(other, 0, other.length)
  def put(other: ByteSink): Unit    = put(other.bytes, 0, other.used)

  def clear(): Unit = used = 0

  /** The array; the first [[size]] bytes are valid. The next call may replace the array. */
  def array: Array[Byte] = bytes

  def toArray: Array[Byte] = java.util.Arrays.copyOf(bytes, used)

private[journal] object ByteSink:
  /** A sink with these bytes. */
  def of(bytes: Array[Byte]): ByteSink =
    val sink = ByteSink(bytes.length)
    sink.put(bytes)
    sink

  private inline val Largest = Int.MaxValue - 16
