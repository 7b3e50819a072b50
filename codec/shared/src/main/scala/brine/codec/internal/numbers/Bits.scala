package brine.codec.internal.numbers

import brine.codec.{In, Out}

/** Numbers of a fixed width of 0 to 64 bits, packed with the low bit first; the last byte is padded with zeros. */
private[codec] object Bits:
  /** Number of bytes that `count` numbers of `width` bits take. */
  def bytes(count: Int, width: Int): Long = (count.toLong * width + 7) >>> 3

  /** Number of bits that the numbers 0 to `range` (unsigned) need. */
  def width(range: Long): Int = 64 - java.lang.Long.numberOfLeadingZeros(range)

  /** Number of bytes an unsigned number takes. */
  def lengthOf(value: Long): Int = math.min(9, (640 - 9 * java.lang.Long.numberOfLeadingZeros(value | 1)) >>> 6)

  /** Number of bytes a signed number takes. */
  def signedLengthOf(value: Long): Int = lengthOf((value << 1) ^ (value >> 63))

  /** Makes room for `bytes` bytes and the seven more that [[write]] may touch. */
  def room(out: Out, bytes: Long): Int = out.ensure(if bytes > Int.MaxValue - 8 then Int.MaxValue else bytes.toInt + 8)

  /** Writes the numbers `get(from)` until `get(to)`; requires [[room]]. */
  inline def write(out: Out, from: Int, to: Int, width: Int)(inline get: Int => Long): Unit =
    if width > 0 then
      val start = out.position
      BitWords.write(out.array, start, from, to, width)(get)
      out.position = start + bytes(to - from, width).toInt

  /** Reads `to - from` numbers of `width` bits (not 0) and passes each to `put`; checks that they are present and the
    * padding is zero.
    */
  inline def read(in: In, from: Int, to: Int, width: Int)(inline put: (Int, Long) => Unit): Unit =
    val count = to - from
    val start = in.take(bytes(count, width).toInt)
    BitWords.read(in.array, start, from, to, width)(put)
    checkPadding(in, start, count, width)

  def checkPadding(in: In, start: Int, count: Int, width: Int): Unit =
    val shift = count * width & 7
    val last  = start + (count.toLong * width >>> 3).toInt
    if shift > 0 && (in.array(last) & 0xff) >>> shift != 0 then in.failAt(last, "padding bits that are not zero")
