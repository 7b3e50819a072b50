package brine.lab.peers.reference

import java.nio.charset.StandardCharsets.UTF_8
import java.util.UUID

/** Reads what [[Writer]] wrote, and trusts it. */
private final class Reader(bytes: Array[Byte]):
  private var position = 0

  def byte(): Byte =
    val value = bytes(position)
    position += 1
    value

  def boolean(): Boolean = byte() != 0

  def varInt(): Int = varLong().toInt

  def varLong(): Long =
    var result  = 0L
    var shift   = 0
    var current = byte()
    while current < 0 do
      result |= (current & 0x7fL) << shift
      shift += 7
      current = byte()
    result | (current.toLong << shift)

  def fixedInt(): Int =
    val value = (bytes(position) & 0xff) << 24 | (bytes(position + 1) & 0xff) << 16 |
      (bytes(position + 2) & 0xff) << 8 | (bytes(position + 3) & 0xff)
    position += 4
    value

  private def fixedLong(): Long = (fixedInt().toLong << 32) | (fixedInt() & 0xffffffffL)

  def unsigned(): Int = byte() & 0xff

  def float(): Float   = java.lang.Float.intBitsToFloat(fixedInt())
  def double(): Double = java.lang.Double.longBitsToDouble(fixedLong())

  def signed(): Int =
    val bits = varInt()
    (bits >>> 1) ^ -(bits & 1)

  def signedLong(): Long =
    val bits = varLong()
    (bits >>> 1) ^ -(bits & 1)

  def uuid(): UUID = UUID(fixedLong(), fixedLong())

  def string(): String =
    val length = varInt()
    val value  = String(bytes, position, length, UTF_8)
    position += length
    value

  inline def list[A](inline read: A): List[A] =
    val builder = List.newBuilder[A]
    var left    = varInt()
    while left > 0 do
      builder += read
      left -= 1
    builder.result()

  inline def option[A](inline read: A): Option[A] = if boolean() then Some(read) else None
