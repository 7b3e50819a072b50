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

  def uuid(): UUID = UUID(fixedLong(), fixedLong())

  def string(): String =
    val length = varInt()
    val value  = String(bytes, position, length, UTF_8)
    position += length
    value
