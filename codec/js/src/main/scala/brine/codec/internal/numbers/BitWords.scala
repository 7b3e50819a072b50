package brine.codec.internal.numbers

import brine.codec.internal.bytes.Memory

/** The loops of [[Bits]]. Here, where 64-bit integers are slow, one number at a time. */
private[codec] object BitWords:
  /** Writes the numbers `get(from)` until `get(to)` of `width` bits (not 0) from `start` on, and at most seven bytes
    * more.
    */
  inline def write(array: Array[Byte], start: Int, from: Int, to: Int, width: Int)(inline get: Int => Long): Unit =
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

  /** Reads `to - from` numbers of `width` bits (not 0) from `start` on and passes each to `put`. */
  inline def read(array: Array[Byte], start: Int, from: Int, to: Int, width: Int)(
      inline put: (Int, Long) => Unit
  ): Unit =
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

  def slow(array: Array[Byte], at: Int, shift: Int, width: Int): Long =
    var value = (array(at) & 0xffL) >>> shift
    var got   = 8 - shift
    var i     = at + 1
    while got < width do
      value |= (array(i) & 0xffL) << got
      got += 8
      i += 1
    value & (-1L >>> (64 - width))
