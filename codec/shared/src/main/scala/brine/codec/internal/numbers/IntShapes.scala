package brine.codec.internal.numbers

import brine.codec.Out

/** Finds the shortest of the shapes of [[IntSequences]] in the fewest passes over the numbers. Loops are simple, for
  * HotSpot to use vector instructions, and of 32 bits, because Scala.js has no native 64-bit integers.
  *
  * Two results of a method share a `Long`, so that nothing is allocated.
  */
private[codec] object IntShapes:
  /** No differences: they are not shorter than offsets. */
  inline val NoDifferences = Long.MinValue

  /** The results of [[shortest]]. */
  inline val Packed   = 0
  inline val Plain    = 1
  inline val Unsigned = 2

  private inline val FirstBlock = 64
  private inline val WidthBits  = 8

  // Fewer numbers of three bytes and more are measured one by one.
  private inline val Many = 512

  def lowOf(differences: Long): Long  = differences >> WidthBits
  def widthOf(differences: Long): Int = (differences & 0xff).toInt

  /** Number of bytes of a sequence as differences, without its size. */
  def bytesOf(differences: Long, first: Int, size: Int): Long =
    if differences == NoDifferences then Long.MaxValue
    else fixedBytes(first) + Bits.signedLengthOf(lowOf(differences)) + Bits.bytes(size - 1, widthOf(differences))

  private def fixedBytes(first: Int): Long = 1L + Bits.signedLengthOf(first)

  /** The lowest difference of neighbors and the width of the others above it, if the sequence takes fewer bytes so than
    * the `offsets`; otherwise [[NoDifferences]], usually without a look at all of them.
    */
  def differences(out: Out, values: Array[Int], size: Int, offsets: Long, bits: Int): Long =
    // The fewest bytes of the lowest difference is one.
    val most = offsets - fixedBytes(values(0)) - 1
    var low  = Int.MaxValue
    var high = Int.MinValue
    var up   = 0 // has its high bit set after an increase that takes more than 32 bits
    var down = 0
    var pays = true
    var i    = 1
    var stop = math.min(size, FirstBlock)
    while pays && i < size do
      while i < stop do
        val value      = values(i)
        val previous   = values(i - 1)
        val difference = value - previous
        val wrapped    = (value ^ previous) & (value ^ difference)
        up |= wrapped & ~value
        down |= wrapped & value
        low = math.min(low, difference)
        high = math.max(high, difference)
        i += 1
      stop = if stop < (size >> 1) then stop << 1 else size
      // After such an increase and such a decrease, differences are 33 bits apart.
      pays =
        if (up | down) < 0 then (up & down) >= 0 else Bits.bytes(size - 1, Bits.width(high.toLong - low)) < most
    if !pays then NoDifferences
    else if (up | down) < 0 then
      val lowest = lowestDifference(values, size)
      found(out, size, lowest, highestDifference(values, size), values(0), offsets, bits)
    else found(out, size, low.toLong, high.toLong, values(0), offsets, bits)

  /** As [[differences]], for a known lowest and highest difference. */
  def found(out: Out, size: Int, low: Long, high: Long, first: Int, offsets: Long, bits: Int): Long =
    val width       = out.packedWidth(size, Bits.width(high - low))
    val differences = low << WidthBits | width
    if width > bits || bytesOf(differences, first, size) >= offsets then NoDifferences else differences

  def lowestDifference(values: Array[Int], size: Int): Long =
    var low = Long.MaxValue
    var i   = 1
    while i < size do
      low = math.min(low, values(i).toLong - values(i - 1))
      i += 1
    low

  def highestDifference(values: Array[Int], size: Int): Long =
    var high = Long.MinValue
    var i    = 1
    while i < size do
      high = math.max(high, values(i).toLong - values(i - 1))
      i += 1
    high

  /** The shape that takes the fewest bytes, in the low two bits, and above them its bytes if it is not [[Packed]].
    * Looks at the lengths of the numbers only if the least and the greatest leave the question open.
    *
    * @param isChar
    *   whether the plain shape has no sign
    * @param extra
    *   bytes of the plain shape besides the numbers; the unsigned one has one
    * @param packed
    *   bytes of the better of the packed shapes
    */
  def shortest(
      values: Array[Int],
      size: Int,
      least: Int,
      greatest: Int,
      isChar: Boolean,
      extra: Int,
      packed: Long
  ): Long =
    if isChar || least < 0 then
      val shortestNumber =
        if isChar then Bits.lengthOf(least) else if greatest < 0 then Bits.signedLengthOf(greatest) else 1
      if extra + size.toLong * shortestNumber > packed then Packed
      else
        val numbers =
          if isChar then lengths(values, size, least, greatest, 7) else signedLengths(values, size, least, greatest)
        choose(extra + numbers, Long.MaxValue, packed)
    else
      val fewest = size.toLong * Bits.lengthOf(least)
      if 1 + fewest >= packed && extra + fewest > packed then Packed
      else
        val unsigned = lengths(values, size, least, greatest, 7)
        // With a sign, a number takes no less.
        if 1 + unsigned >= packed && extra + unsigned > packed then Packed
        else choose(extra + lengths(values, size, least, greatest, 6), 1 + unsigned, packed)

  /** The result of [[shortest]] for known numbers of bytes. */
  def choose(plain: Long, unsigned: Long, packed: Long): Long =
    if unsigned < plain && unsigned < packed then unsigned << 2 | Unsigned
    else if plain <= packed then plain << 2 | Plain
    else Packed

  /** Number of bytes of numbers from `least`, not negative, to `greatest`; the first byte of each holds `bits` bits. */
  private def lengths(values: Array[Int], size: Int, least: Int, greatest: Int, bits: Int): Long =
    var sum = size.toLong
    if size < Many && greatest >>> (bits + 14) != 0 then
      var i = 0
      sum = 0L
      while i < size do
        sum += lengthOf(values(i) << (7 - bits))
        i += 1
    else
      var shift = bits
      while shift < 32 && greatest >>> shift != 0 do
        sum += (if least >>> shift != 0 then size else longer(values, size, shift))
        shift += 7
    sum

  private def signedLengths(values: Array[Int], size: Int, least: Int, greatest: Int): Long =
    val all = zigzag(least) | zigzag(greatest)
    var sum = size.toLong
    if size < Many && all >>> 21 != 0 then
      var i = 0
      sum = 0L
      while i < size do
        sum += lengthOf(zigzag(values(i)))
        i += 1
    else
      var shift = 7
      while shift < 32 && all >>> shift != 0 do
        sum += signedLonger(values, size, shift)
        shift += 7
    sum

  private def lengthOf(bits: Int): Int = (352 - 9 * Integer.numberOfLeadingZeros(bits | 1)) >>> 6

  private def zigzag(value: Int): Int = (value << 1) ^ (value >> 31)

  // How many numbers have bits above `shift`. What is left of such a number is positive; its negation has the sign bit.
  private def longer(values: Array[Int], size: Int, shift: Int): Int =
    var count = 0
    var i     = 0
    while i < size do
      count += -(values(i) >>> shift) >>> 31
      i += 1
    count

  private def signedLonger(values: Array[Int], size: Int, shift: Int): Int =
    var count = 0
    var i     = 0
    while i < size do
      val value = values(i)
      count += -(((value << 1) ^ (value >> 31)) >>> shift) >>> 31
      i += 1
    count
