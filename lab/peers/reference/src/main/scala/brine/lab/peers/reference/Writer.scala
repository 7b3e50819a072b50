package brine.lab.peers.reference

import java.nio.charset.StandardCharsets.UTF_8
import java.util.UUID

/** Writes into a byte array that grows and is used again. */
private final class Writer:
  private var bytes    = new Array[Byte](4096)
  private var position = 0

  def clear(): Unit            = position = 0
  def toByteArray: Array[Byte] = java.util.Arrays.copyOf(bytes, position)

  private def need(count: Int): Unit =
    if position + count > bytes.length then
      bytes = java.util.Arrays.copyOf(bytes, math.max(bytes.length * 2, position + count))

  def byte(value: Int): Unit =
    need(1)
    bytes(position) = value.toByte
    position += 1

  def boolean(value: Boolean): Unit     = byte(if value then 1 else 0)
  def enumeration(value: Enum[?]): Unit = byte(value.ordinal)

  def varInt(value: Int): Unit = varLong(value & 0xffffffffL)

  def varLong(value: Long): Unit =
    need(10)
    var rest = value
    while (rest & ~0x7fL) != 0 do
      bytes(position) = (rest | 0x80).toByte
      position += 1
      rest = rest >>> 7
    bytes(position) = rest.toByte
    position += 1

  def fixedInt(value: Int): Unit =
    need(4)
    var shift = 24
    while shift >= 0 do
      bytes(position) = (value >>> shift).toByte
      position += 1
      shift -= 8

  private def fixedLong(value: Long): Unit =
    fixedInt((value >>> 32).toInt)
    fixedInt(value.toInt)

  def float(value: Float): Unit   = fixedInt(java.lang.Float.floatToRawIntBits(value))
  def double(value: Double): Unit = fixedLong(java.lang.Double.doubleToRawLongBits(value))

  def signed(value: Int): Unit      = varInt((value << 1) ^ (value >> 31))
  def signedLong(value: Long): Unit = varLong((value << 1) ^ (value >> 63))

  def uuid(value: UUID): Unit =
    fixedLong(value.getMostSignificantBits)
    fixedLong(value.getLeastSignificantBits)

  def string(value: String): Unit =
    val encoded = value.getBytes(UTF_8)
    varInt(encoded.length)
    need(encoded.length)
    System.arraycopy(encoded, 0, bytes, position, encoded.length)
    position += encoded.length

  inline def list[A](items: Seq[A])(inline write: A => Unit): Unit =
    varInt(items.size)
    val iterator = items.iterator
    while iterator.hasNext do write(iterator.next())

  inline def option[A](item: Option[A])(inline write: A => Unit): Unit =
    boolean(item.nonEmpty)
    if item.nonEmpty then write(item.get)
