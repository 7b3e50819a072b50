package brine.codec.internal.numbers

import brine.codec.internal.bytes.Memory

/** The loops of [[Bits]]. Here they load and store eight bytes at a time, with as many numbers in them as fit. */
private[codec] object BitWords:
  /** The most bits that are stored at once; the last byte may be filled by up to seven bits before. */
  inline val Most = 56

  /** Writes the numbers `get(from)` until `get(to)` of `width` bits (not 0) from `start` on, and at most eight bytes
    * more.
    */
  inline def write(array: Array[Byte], start: Int, from: Int, to: Int, width: Int)(inline get: Int => Long): Unit =
    if width > Most then writeWide(array, start, from, to, width)(get)
    else
      var at     = start
      var word   = 0L // what was not stored yet, or is in the last byte
      var filled = 0  // bits of that byte, below 8
      var i      = from
      // Numbers of a step do not depend on those before, which makes several of them as fast as one.
      if width <= Most / 8 then
        while i <= to - 8 do
          val low  = get(i) | get(i + 1) << width | get(i + 2) << 2 * width | get(i + 3) << 3 * width
          val high = get(i + 4) | get(i + 5) << width | get(i + 6) << 2 * width | get(i + 7) << 3 * width
          // Eight numbers fill whole bytes.
          Memory.putLong(array, at, low | high << 4 * width)
          at += width
          i += 8
      else if width <= 16 then
        val shift = 4 * width & 7 // of the second half of a group
        val carry = 4 * width - shift - 1
        while i <= to - 8 do
          val low  = get(i) | get(i + 1) << width | get(i + 2) << 2 * width | get(i + 3) << 3 * width
          val high = get(i + 4) | get(i + 5) << width | get(i + 6) << 2 * width | get(i + 7) << 3 * width
          Memory.putLong(array, at, low)
          // Two shifts, because one by 64 bits would be none.
          Memory.putLong(array, at + (width >>> 1), high << shift | low >>> 1 >>> carry)
          at += width
          i += 8
      else if width <= Most / 2 then
        while i <= to - 2 do
          val next = get(i) | get(i + 1) << width
          val bits = filled + 2 * width
          word |= next << filled
          Memory.putLong(array, at, word)
          at += bits >>> 3
          word >>>= bits & 0x38
          filled = bits & 7
          i += 2
      while i < to do
        val bits = filled + width
        word |= get(i) << filled
        Memory.putLong(array, at, word)
        at += bits >>> 3
        word >>>= bits & 0x38
        filled = bits & 7
        i += 1

  inline def writeWide(array: Array[Byte], start: Int, from: Int, to: Int, width: Int)(
      inline get: Int => Long
  ): Unit =
    var at     = start
    var word   = 0L
    var filled = 0 // bits in `word`, below 8
    var i      = from
    while i < to do
      val value = get(i)
      val bits  = filled + width
      Memory.putLong(array, at, word | value << filled)
      if bits < 64 then
        at += bits >>> 3
        word = (word | value << filled) >>> (bits & 0x38)
      else
        at += 8
        word = if filled == 0 then 0L else value >>> (64 - filled)
      filled = bits & 7
      i += 1
    array(at) = word.toByte

  /** Reads `to - from` numbers of `width` bits (not 0) from `start` on and passes each to `put`. */
  inline def read(array: Array[Byte], start: Int, from: Int, to: Int, width: Int)(
      inline put: (Int, Long) => Unit
  ): Unit =
    val mask = -1L >>> (64 - width)
    var i    = from
    var at   = start
    // Eight numbers take `width` bytes, so that each of eight has its place in every group. With loads of eight bytes,
    // a group may begin up to `last`.
    val last = lastGroup(array, width)
    if width <= 8 then
      while i <= to - 8 && at <= last do
        val word = Memory.getLong(array, at)
        put(i, word & mask)
        put(i + 1, word >>> width & mask)
        put(i + 2, word >>> 2 * width & mask)
        put(i + 3, word >>> 3 * width & mask)
        put(i + 4, word >>> 4 * width & mask)
        put(i + 5, word >>> 5 * width & mask)
        put(i + 6, word >>> 6 * width & mask)
        put(i + 7, word >>> 7 * width & mask)
        at += width
        i += 8
    else if width <= 16 then
      while i <= to - 8 && at <= last do
        val low  = Memory.getLong(array, at)
        val high = Memory.getLong(array, at + (width >>> 1)) >>> (4 * width & 7)
        put(i, low & mask)
        put(i + 1, low >>> width & mask)
        put(i + 2, low >>> 2 * width & mask)
        put(i + 3, low >>> 3 * width & mask)
        put(i + 4, high & mask)
        put(i + 5, high >>> width & mask)
        put(i + 6, high >>> 2 * width & mask)
        put(i + 7, high >>> 3 * width & mask)
        at += width
        i += 8
    else if width <= 30 || width == 32 then
      while i <= to - 8 && at <= last do
        val first  = Memory.getLong(array, at)
        val second = Memory.getLong(array, at + (2 * width >>> 3)) >>> (2 * width & 7)
        val third  = Memory.getLong(array, at + (4 * width >>> 3)) >>> (4 * width & 7)
        val fourth = Memory.getLong(array, at + (6 * width >>> 3)) >>> (6 * width & 7)
        put(i, first & mask)
        put(i + 1, first >>> width & mask)
        put(i + 2, second & mask)
        put(i + 3, second >>> width & mask)
        put(i + 4, third & mask)
        put(i + 5, third >>> width & mask)
        put(i + 6, fourth & mask)
        put(i + 7, fourth >>> width & mask)
        at += width
        i += 8
    else if width == 64 then
      while i < to do
        put(i, Memory.getLong(array, at))
        at += 8
        i += 1
    var shift = 0
    while i < to do
      put(i, one(array, at, shift, width))
      shift += width
      at += shift >>> 3
      shift &= 7
      i += 1

  /** The last index where a group of eight numbers may begin that is read with loads of eight bytes. */
  def lastGroup(array: Array[Byte], width: Int): Int = array.length - 8 - (7 * width >>> 3)

  /** One number. */
  def one(array: Array[Byte], at: Int, shift: Int, width: Int): Long =
    val mask = -1L >>> (64 - width)
    if at <= array.length - 8 && shift + width <= 64 then Memory.getLong(array, at) >>> shift & mask
    else
      var value = (array(at) & 0xffL) >>> shift
      var got   = 8 - shift
      var i     = at + 1
      while got < width do
        value |= (array(i) & 0xffL) << got
        got += 8
        i += 1
      value & mask
