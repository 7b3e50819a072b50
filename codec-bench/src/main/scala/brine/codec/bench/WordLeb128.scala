package brine.codec.bench

import brine.codec.internal.bytes.Memory
import brine.codec.internal.numbers.Bits
import brine.codec.{In, Out}

/** The bytes of the format, LEB128, but eight of them at once and without a branch for each. */
object WordLeb128:
  private inline val HighBits = 0x8080808080808080L

  def write(out: Out, value: Long): Unit =
    val at    = out.ensure(9)
    val array = out.array
    val size  = Bits.lengthOf(value)
    if size == 9 then
      Memory.putLong(array, at, apart(value & -1L >>> 8) | HighBits)
      array(at + 8) = (value >>> 56).toByte
    else Memory.putLong(array, at, apart(value) | HighBits & ~(-1L << 8 * (size - 1)))
    out.position = at + size

  /** Seven bits a byte: halves, quarters, eighths are moved apart by four, two, one bit. */
  private inline def apart(value: Long): Long =
    val halves   = value & 0x000000000fffffffL | (value & 0x00fffffff0000000L) << 4
    val quarters = halves & 0x00003fff00003fffL | (halves & 0x0fffc0000fffc000L) << 2
    quarters & 0x007f007f007f007fL | (quarters & 0x3f803f803f803f80L) << 1

  /** Without asking whether it is one byte first. */
  def read(in: In): Long =
    val at = in.position
    if at <= in.array.length - 9 then readWord(in, at) else in.readUnsignedLong()

  /** One byte, the most frequent, by a branch of its own, as the format's reader does. */
  def readByBranch(in: In): Long =
    val at = in.position
    if at < in.end && in.array(at) >= 0 then
      in.position = at + 1
      in.array(at)
    else read(in)

  private def readWord(in: In, at: Int): Long =
    val word = Memory.getLong(in.array, at)
    val ends = ~word & HighBits
    if ends == 0 then readNine(in, at, word)
    else
      val size = (java.lang.Long.numberOfTrailingZeros(ends) >>> 3) + 1
      if size > in.end - at then in.failAt(in.end, "the message ends inside a number")
      val value = together(word & (ends ^ ends - 1) & ~HighBits)
      // The lowest of `ends` is set in a number of one byte, which is never too long; without a branch that depends on
      // the length.
      if (value | ends >>> 7 & 1) >>> 7 * (size - 1) == 0 then
        in.failAt(at + size - 1, "a number in more bytes than it needs")
      in.position = at + size
      value

  private def readNine(in: In, at: Int, word: Long): Long =
    if in.end - at < 9 then in.failAt(in.end, "the message ends inside a number")
    val last = in.array(at + 8)
    if last == 0 then in.failAt(at + 8, "a number in more bytes than it needs")
    in.position = at + 9
    together(word & ~HighBits) | last.toLong << 56

  /** Seven bits of each byte. */
  private inline def together(bytes: Long): Long =
    val quarters = bytes & 0x007f007f007f007fL | (bytes & 0x7f007f007f007f00L) >>> 1
    val halves   = quarters & 0x00003fff00003fffL | (quarters & 0x3fff00003fff0000L) >>> 2
    halves & 0x000000000fffffffL | (halves & 0x0fffffff00000000L) >>> 4
