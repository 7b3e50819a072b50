package brine.journal.format

/** Joins CRC-32Cs: computes that of two sequences of bytes, one after the other, from those of each, without their
  * bytes. Owned by one thread.
  *
  * A CRC is a polynomial over GF(2) modulo the one of Castagnoli, and bytes that follow multiply it by a power of x
  * (Mark Adler's `crc32_combine` of zlib). The powers of lengths that are joined again and again are remembered.
  */
private[journal] final class CrcJoin:
  private val lengths = new Array[Int](CrcJoin.Remembered)
  private val powers  = new Array[Int](CrcJoin.Remembered)

  /** The CRC of some bytes and of the bytes after them.
    *
    * @param first
    *   CRC of the first bytes
    * @param second
    *   CRC of the bytes after them
    * @param length
    *   number of the bytes after them, at least 0
    */
  def join(first: Int, second: Int, length: Int): Int =
    if length == 0 then first
    else if first == 0 then second // nothing before, mostly
    else CrcJoin.times(power(length), first) ^ second

  /** x to the power of the number of bits of this many bytes, above 0. */
  private def power(length: Int): Int =
    val at = (length * 0x9e3779b9) >>> (32 - CrcJoin.RememberedBits)
    if lengths(at) != length then
      powers(at) = CrcJoin.powerOf(length)
      lengths(at) = length
    powers(at)

private[journal] object CrcJoin:
  private inline val RememberedBits = 6
  private inline val Remembered     = 1 << RememberedBits

  // Reflected: the coefficient of x^0 is the highest bit.
  private inline val Polynomial = 0x82f63b78
  private inline val One        = 0x80000000

  /** x to the powers of 8, 16, 32 …: squares of each other. */
  private val squares: Array[Int] =
    val all = new Array[Int](31)
    all(0) = One >>> 8
    for at <- 1 until all.length do all(at) = times(all(at - 1), all(at - 1))
    all

  private def powerOf(bytes: Int): Int =
    var power = One
    var rest  = bytes
    var at    = 0
    while rest != 0 do
      if (rest & 1) != 0 then power = times(squares(at), power)
      rest >>>= 1
      at += 1
    power

  /** The product of two polynomials. Without branches on their bits, which follow no pattern. */
  private def times(one: Int, other: Int): Int =
    var product = 0
    var left    = one
    var right   = other
    while left != 0 do
      product ^= right & (left >> 31)
      right = (right >>> 1) ^ (Polynomial & -(right & 1))
      left <<= 1
    product
