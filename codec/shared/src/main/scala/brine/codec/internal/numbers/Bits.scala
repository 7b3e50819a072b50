package brine.codec.internal.numbers

import brine.codec.internal.bytes.Memory
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
      val array  = out.array
      val start  = out.position
      var at     = start
      var word   = 0L
      var filled = 0 // bits in `word`; below 32 between steps
      var i      = from
      while i < to do
        val value = get(i)
        if width > 32 then
          Memory.putInt(array, at, (word | (value << filled)).toInt)
          word = (value & 0xffffffffL) >>> (32 - filled)
          at += 4
          word |= (value >>> 32) << filled
          filled += width - 32
        else
          word |= value << filled
          filled += width
        if filled >= 32 then
          Memory.putInt(array, at, word.toInt)
          at += 4
          word >>>= 32
          filled -= 32
        i += 1
      Memory.putInt(array, at, word.toInt)
      out.position = start + bytes(to - from, width).toInt

  /** Reads `to - from` numbers of `width` bits (not 0) and passes each to `put`; checks that they are present and the
    * padding is zero.
    */
  inline def read(in: In, from: Int, to: Int, width: Int)(inline put: (Int, Long) => Unit): Unit =
    val start = in.take(bytes(to - from, width).toInt)
    val array = in.array
    // From this index on, the next eight bytes may exceed the array.
    val safe  = array.length - 8
    val mask  = -1L >>> (64 - width)
    var at    = start
    var shift = 0
    var i     = from
    while i < to do
      val value =
        if at <= safe && shift + width <= 64 then Memory.getLong(array, at) >>> shift & mask
        else slow(array, at, shift, width)
      put(i, value)
      shift += width
      at += shift >>> 3
      shift &= 7
      i += 1
    if shift > 0 && (array(at) & 0xff) >>> shift != 0 then in.failAt(at, "padding bits that are not zero")

  def slow(array: Array[Byte], at: Int, shift: Int, width: Int): Long =
    var value = (array(at) & 0xffL) >>> shift
    var got   = 8 - shift
    var i     = at + 1
    while got < width do
      value |= (array(i) & 0xffL) << got
      got += 8
      i += 1
    value & (-1L >>> (64 - width))
