package brine.codec.internal.messages

import brine.codec.internal.numbers.Put

/** Booleans, bits, numbers of one size or up to nine bytes, and raw bytes. The parameters are those of
  * [[OutputMemory]].
  */
private[codec] abstract class OutputNumbers(first: Array[Byte], from: Int, to: Int, fixed: Boolean, kept: Int)
    extends OutputMemory(first, from, to, fixed, kept):
  /** Writes one byte: 0 for false, 1 for true. */
  final def writeBoolean(value: Boolean): Unit =
    val at = ensure(1)
    position = Put.boolean(array, at, value)

  /** Writes the low `bytes` (1 to 4) bytes of `bits`, lowest byte first; bits above them are dropped. */
  final def writeBits(bits: Int, bytes: Int): Unit =
    val at = ensure(4)
    position = Put.bits(array, at, bits, bytes)

  /** Writes one byte as it is. */
  final def writeByte(value: Byte): Unit =
    val at = ensure(1)
    position = Put.byte(array, at, value)

  /** Writes a signed number of 1 to 3 bytes, fewer for numbers closer to zero: one for -64 to 63. */
  final def writeShort(value: Short): Unit =
    val at = ensure(3)
    position = Put.short(array, at, value)

  /** Writes a UTF-16 code unit of 1 to 3 bytes, fewer for smaller ones: one below 128. Halves of surrogate pairs are
    * written like others.
    */
  final def writeChar(value: Char): Unit =
    val at = ensure(3)
    position = Put.char(array, at, value)

  /** Writes a signed 32-bit number of 1 to 5 bytes, fewer for numbers closer to zero: one for -64 to 63. */
  final def writeInt(value: Int): Unit =
    val at = ensure(5)
    position = Put.int(array, at, value)

  /** Writes a signed 64-bit number of 1 to 9 bytes, fewer for numbers closer to zero: one for -64 to 63. */
  final def writeLong(value: Long): Unit =
    val at = ensure(9)
    position = Put.long(array, at, value)

  /** Writes the bits of `value` as an unsigned 32-bit number of 1 to 5 bytes: one below 128, five for negative values.
    */
  final def writeUnsignedInt(value: Int): Unit =
    val at = ensure(5)
    position = Put.unsigned(array, at, value)

  /** Writes the bits of `value` as an unsigned 64-bit number of 1 to 9 bytes: one below 128, nine for negative values.
    */
  final def writeUnsignedLong(value: Long): Unit =
    val at = ensure(9)
    position = Put.unsignedLong(array, at, value)

  /** Writes 4 bytes: an IEEE 754 single, lowest byte first. All NaNs are written as the canonical NaN; -0.0 is
    * preserved.
    */
  final def writeFloat(value: Float): Unit =
    val at = ensure(4)
    position = Put.float(array, at, value)

  /** Writes 8 bytes: an IEEE 754 double, lowest byte first. All NaNs are written as the canonical NaN; -0.0 is
    * preserved.
    */
  final def writeDouble(value: Double): Unit =
    val at = ensure(8)
    position = Put.double(array, at, value)

  /** Writes `length` raw bytes of `bytes`, starting at index `from`; writes no length, so the reader must know it.
    *
    * @throws IndexOutOfBoundsException
    *   if `bytes` does not contain that range
    */
  final def writeBytes(bytes: Array[Byte], from: Int, length: Int): Unit =
    val at = ensure(length)
    System.arraycopy(bytes, from, array, at, length)
    position = at + length
