package brine.codec.internal.messages

import brine.codec.internal.bytes.Memory

/** Booleans, bits, and numbers of one size or up to nine bytes. */
private[codec] abstract class InputNumbers extends InputBytes:
  /** Reads one byte: 0 is false, 1 is true.
    *
    * @throws brine.codec.DecodeError
    *   if it is another byte
    */
  final def readBoolean(): Boolean =
    val at = position
    if at >= end then needs(1)
    val value = array(at)
    if (value & 0xfe) != 0 then fail(s"a boolean is 0 or 1, not ${value & 0xff}")
    position = at + 1
    value != 0

  /** Reads `bytes` (1 to 4) bytes as an `Int`, lowest byte first; bits above them are zero. Use it for bit sets of a
    * fixed size, such as the header of a record.
    */
  final def readBits(bytes: Int): Int =
    val at   = take(bytes)
    var bits = array(at) & 0xff
    if bytes > 1 then
      bits |= (array(at + 1) & 0xff) << 8
      if bytes > 2 then
        bits |= (array(at + 2) & 0xff) << 16
        if bytes > 3 then bits |= array(at + 3) << 24
    bits

  /** Reads a signed number of 1 to 3 bytes that [[brine.codec.Out.writeShort]] wrote.
    *
    * @throws brine.codec.DecodeError
    *   if the number is not between -32,768 and 32,767
    */
  final def readShort(): Short =
    val at    = position
    val value = readInt()
    if value != value.toShort then outOfRange(at, value, "a Short")
    value.toShort

  /** Reads a UTF-16 code unit of 1 to 3 bytes that [[brine.codec.Out.writeChar]] wrote. It may be half of a surrogate
    * pair.
    *
    * @throws brine.codec.DecodeError
    *   if the number is above 65,535
    */
  final def readChar(): Char =
    val at    = position
    val value = readUnsignedInt()
    if value != value.toChar then outOfRange(at, value & 0xffffffffL, "a Char")
    value.toChar

  /** Reads a signed 32-bit number of 1 to 5 bytes that [[brine.codec.Out.writeInt]] wrote; any `Int` may occur.
    *
    * @throws brine.codec.DecodeError
    *   if the number has more than 32 bits
    */
  final def readInt(): Int =
    val value = readUnsignedInt()
    (value >>> 1) ^ -(value & 1)

  /** Reads a signed 64-bit number of 1 to 9 bytes that [[brine.codec.Out.writeLong]] wrote; any `Long` may occur. */
  final def readLong(): Long =
    val at = position
    if at < end && array(at) >= 0 then
      val value = array(at).toInt
      position = at + 1
      ((value >>> 1) ^ -(value & 1)).toLong
    else
      val value = readUnsignedLong()
      (value >>> 1) ^ -(value & 1L)

  /** Reads an unsigned 32-bit number of 1 to 5 bytes that [[brine.codec.Out.writeUnsignedInt]] wrote. The `Int` holds
    * its bits, so numbers from 2^31 up are negative.
    *
    * @throws brine.codec.DecodeError
    *   if the number has more than 32 bits
    */
  final def readUnsignedInt(): Int =
    val at = position
    if at < end then
      val first = array(at).toInt
      if first >= 0 then
        position = at + 1
        first
      else unsignedTail(at, first)
    else needs(1)

  private def unsignedTail(at: Int, first: Int): Int =
    if end - at < 5 then unsignedAny(at)
    else
      val bytes = array
      val b1    = bytes(at + 1)
      if b1 > 0 then
        position = at + 2
        first & 0x7f | b1 << 7
      else
        val b2 = bytes(at + 2)
        if b1 < 0 && b2 > 0 then
          position = at + 3
          first & 0x7f | (b1 & 0x7f) << 7 | b2 << 14
        else unsignedAny(at)

  /** Handles every length and every malformed number. */
  private def unsignedAny(at: Int): Int =
    var value = 0
    var shift = 0
    var i     = at
    while i < end && array(i) < 0 && shift < 28 do
      value |= (array(i) & 0x7f) << shift
      shift += 7
      i += 1
    if i >= end then failAt(end, "the message ends inside a number")
    val last = array(i).toInt
    if shift == 28 && (last & 0xf0) != 0 then failAt(i, "a number of more than 32 bits")
    if last == 0 && shift > 0 then failAt(i, "a number in more bytes than it needs")
    position = i + 1
    value | last << shift

  /** Reads an unsigned 64-bit number of 1 to 9 bytes that [[brine.codec.Out.writeUnsignedLong]] wrote. The `Long` holds
    * its bits, so numbers from 2^63 up are negative.
    */
  final def readUnsignedLong(): Long =
    val at    = position
    var value = 0L
    var shift = 0
    var i     = at
    while i < end && array(i) < 0 && shift < 56 do
      value |= (array(i) & 0x7fL) << shift
      shift += 7
      i += 1
    if i >= end then failAt(end, "the message ends inside a number")
    val last = array(i)
    if last == 0 && shift > 0 then failAt(i, "a number in more bytes than it needs")
    position = i + 1
    if shift == 56 then value | last.toLong << 56 else value | (last & 0x7fL) << shift

  /** Reads 4 bytes: an IEEE 754 single, lowest byte first. Any 4 bytes are valid, including infinities and NaNs. */
  final def readFloat(): Float = Memory.getFloat(array, take(4))

  /** Reads 8 bytes: an IEEE 754 double, lowest byte first. Any 8 bytes are valid, including infinities and NaNs. */
  final def readDouble(): Double = Memory.getDouble(array, take(8))

  private def outOfRange(at: Int, value: Long, what: String): Nothing =
    failAt(at, s"$value is not in the range of $what")
