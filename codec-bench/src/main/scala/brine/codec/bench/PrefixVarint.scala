package brine.codec.bench

import brine.codec.internal.bytes.Memory
import brine.codec.internal.numbers.Bits
import brine.codec.{In, Out}

/** The alternative to LEB128: the number of trailing zeros of the first byte is the number of bytes after it.
  *
  * The number stands above them, lowest byte first, so that one load of eight bytes, one shift and one mask read up to
  * 56 bits. After a first byte of zero follow eight bytes. A number has as many bytes as in LEB128, and a longer form
  * than it needs is an error, too.
  */
object PrefixVarint:
  def write(out: Out, value: Long): Unit =
    val at    = out.ensure(9)
    val array = out.array
    val size  = Bits.lengthOf(value)
    if size <= 8 then Memory.putLong(array, at, value << size | 1L << (size - 1))
    else
      array(at) = 0
      Memory.putLong(array, at + 1, value)
    out.position = at + size

  /** Without asking whether it is one byte first. */
  def read(in: In): Long =
    val at = in.position
    if at <= in.array.length - 9 then readWord(in, at) else readSlow(in, at)

  /** One byte, the most frequent, by a branch of its own. */
  def readByBranch(in: In): Long =
    val at = in.position
    if at < in.end && (in.array(at) & 1) != 0 then
      in.position = at + 1
      (in.array(at) & 0xff) >>> 1
    else if at <= in.array.length - 9 then readWord(in, at)
    else readSlow(in, at)

  private def readWord(in: In, at: Int): Long =
    val word = Memory.getLong(in.array, at)
    val size = java.lang.Long.numberOfTrailingZeros(word | 0x100) + 1
    if size > in.end - at then in.failAt(in.end, "the message ends inside a number")
    val value =
      if size <= 8 then word >>> size & -1L >>> (64 - 7 * size) else Memory.getLong(in.array, at + 1)
    // The lowest bit is set in a number of one byte, which is never too long; without a branch that depends on the
    // length.
    if (value | word & 1) >>> 7 * (size - 1) == 0 then in.failAt(at, "a number in more bytes than it needs")
    in.position = at + size
    value

  /** Near the end of the array. */
  private def readSlow(in: In, at: Int): Long =
    if at >= in.end then in.failAt(at, "the message ends inside a number")
    val size = Integer.numberOfTrailingZeros(in.array(at) | 0x100) + 1
    if size > in.end - at then in.failAt(in.end, "the message ends inside a number")
    var word = 0L
    var i    = size - 1
    while i >= (if size == 9 then 1 else 0) do
      word = word << 8 | in.array(at + i) & 0xffL
      i -= 1
    val value = if size == 9 then word else word >>> size
    if size > 1 && value >>> 7 * (size - 1) == 0 then in.failAt(at, "a number in more bytes than it needs")
    in.position = at + size
    value
