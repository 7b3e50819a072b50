package brine.codec.internal.numbers

import brine.codec.Out
import brine.codec.internal.bytes.Memory

import java.util.UUID

/** Writes values into an array at a position, without checking room; each method returns the position after the value.
  *
  * Generated code calls [[brine.codec.Out.ensure]] once for a run of bounded values and then keeps the position in a
  * local variable.
  */
object Put:
  /** Makes room for `bytes` more bytes and returns the position to write them at. */
  def start(out: Out, bytes: Int): Int = out.ensure(bytes)

  /** The array to write to, until the next [[start]]. */
  def array(out: Out): Array[Byte] = out.array

  /** Ends a run at a position. */
  def end(out: Out, position: Int): Unit = out.position = position

  def boolean(array: Array[Byte], position: Int, value: Boolean): Int =
    array(position) = if value then 1 else 0
    position + 1

  def byte(array: Array[Byte], position: Int, value: Byte): Int =
    array(position) = value
    position + 1

  def short(array: Array[Byte], position: Int, value: Short): Int = int(array, position, value)

  def char(array: Array[Byte], position: Int, value: Char): Int = unsigned(array, position, value)

  def int(array: Array[Byte], position: Int, value: Int): Int = unsigned(array, position, (value << 1) ^ (value >> 31))

  def long(array: Array[Byte], position: Int, value: Long): Int =
    // Also keeps Scala.js from its two-word Longs for most values: both forms give the same bytes.
    if value.toInt == value then int(array, position, value.toInt)
    else unsignedLongTail(array, position, (value << 1) ^ (value >> 63))

  /** Writes at most 5 bytes. */
  def unsigned(array: Array[Byte], position: Int, value: Int): Int =
    if value >>> 7 == 0 then
      array(position) = value.toByte
      position + 1
    else if value >>> 14 == 0 then
      array(position) = (value | 0x80).toByte
      array(position + 1) = (value >>> 7).toByte
      position + 2
    else unsignedTail(array, position, value)

  private def unsignedTail(array: Array[Byte], position: Int, value: Int): Int =
    array(position) = (value | 0x80).toByte
    array(position + 1) = (value >>> 7 | 0x80).toByte
    if value >>> 21 == 0 then
      array(position + 2) = (value >>> 14).toByte
      position + 3
    else
      array(position + 2) = (value >>> 14 | 0x80).toByte
      if value >>> 28 == 0 then
        array(position + 3) = (value >>> 21).toByte
        position + 4
      else
        array(position + 3) = (value >>> 21 | 0x80).toByte
        array(position + 4) = (value >>> 28).toByte
        position + 5

  /** Writes at most 9 bytes. */
  def unsignedLong(array: Array[Byte], position: Int, value: Long): Int =
    if value >>> 32 == 0 then unsigned(array, position, value.toInt) else unsignedLongTail(array, position, value)

  private def unsignedLongTail(array: Array[Byte], position: Int, value: Long): Int =
    var rest = value
    var at   = position
    val last = position + 8
    while rest >>> 7 != 0 && at < last do
      array(at) = (rest | 0x80).toByte
      rest >>>= 7
      at += 1
    // The ninth byte contains eight bits, so that no value takes ten bytes.
    array(at) = rest.toByte
    at + 1

  /** Writes 4 bytes. */
  def float(array: Array[Byte], position: Int, value: Float): Int =
    Memory.putFloat(array, position, value)
    position + 4

  /** Writes 8 bytes. */
  def double(array: Array[Byte], position: Int, value: Double): Int =
    Memory.putDouble(array, position, value)
    position + 8

  /** Writes 16 bytes; with a dictionary, 1 to 17. */
  def uuidOnce(out: Out, array: Array[Byte], position: Int, value: UUID): Int =
    val dictionary = out.dictionary
    if dictionary == null then uuid(array, position, value) else Uuids.put(dictionary, array, position, value)

  /** Writes 16 bytes. */
  def uuid(array: Array[Byte], position: Int, value: UUID): Int =
    Memory.putLongBigEndian(array, position, value.getMostSignificantBits)
    Memory.putLongBigEndian(array, position + 8, value.getLeastSignificantBits)
    position + 16

  /** Writes the low `bytes` (1 to 4) bytes of `bits`, lowest byte first. */
  def bits(array: Array[Byte], position: Int, bits: Int, bytes: Int): Int =
    array(position) = bits.toByte
    if bytes > 1 then
      array(position + 1) = (bits >>> 8).toByte
      if bytes > 2 then
        array(position + 2) = (bits >>> 16).toByte
        if bytes > 3 then array(position + 3) = (bits >>> 24).toByte
    position + bytes
