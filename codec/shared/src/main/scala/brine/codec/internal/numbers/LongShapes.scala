package brine.codec.internal.numbers

import brine.codec.Out

/** Finds the shortest of the shapes of [[LongSequences]], as [[IntShapes]] does. */
private[codec] object LongShapes:
  import IntShapes.Packed

  private inline val FirstBlock = 64
  private inline val Block      = 1024

  /** The width of the differences of neighbors above the lowest of them, if the sequence may take fewer bytes so than
    * the `offsets`; otherwise -1, usually without a look at all of them.
    */
  def differenceWidth(out: Out, values: Array[Long], size: Int, offsets: Long): Int =
    // The fewest bytes of the lowest difference is one.
    val most = offsets - 2 - Bits.signedLengthOf(values(0))
    var low  = Long.MaxValue
    var high = Long.MinValue
    var pays = true
    var i    = 1
    var stop = math.min(size, FirstBlock)
    while pays && i < size do
      while i < stop do
        val difference = values(i) - values(i - 1)
        low = math.min(low, difference)
        high = math.max(high, difference)
        i += 1
      stop = if stop < (size >> 1) then stop << 1 else size
      pays = Bits.bytes(size - 1, Bits.width(high - low)) < most
    if pays then out.packedWidth(size, Bits.width(high - low)) else -1

  def lowestDifference(values: Array[Long], size: Int): Long =
    var low = Long.MaxValue
    var i   = 1
    while i < size do
      low = math.min(low, values(i) - values(i - 1))
      i += 1
    low

  /** Number of bytes of a sequence as differences of `width` bits, without its size; the most if there are none. */
  def bytesOf(first: Long, low: Long, size: Int, width: Int): Long =
    if width < 0 then Long.MaxValue
    else 1L + Bits.signedLengthOf(first) + Bits.signedLengthOf(low) + Bits.bytes(size - 1, width)

  /** See [[IntShapes.shortest]]. */
  def shortest(values: Array[Long], size: Int, least: Long, greatest: Long, extra: Int, packed: Long): Long =
    if least < 0 then
      val shortestNumber = if greatest < 0 then Bits.signedLengthOf(greatest) else 1
      if extra + size.toLong * shortestNumber > packed then Packed
      else IntShapes.choose(extra + signedLengths(values, size, packed), Long.MaxValue, packed)
    else
      val fewest = size.toLong * Bits.lengthOf(least)
      if 1 + fewest >= packed && extra + fewest > packed then Packed
      else
        val unsigned = lengths(values, size, packed)
        // With a sign, a number takes no less.
        if 1 + unsigned >= packed && extra + unsigned > packed then Packed
        else IntShapes.choose(extra + signedLengths(values, size, packed), 1 + unsigned, packed)

  /** Number of bytes of the numbers without a sign; ends early if they are more than `most`. */
  private def lengths(values: Array[Long], size: Int, most: Long): Long = sumOf(values, size, most)(Bits.lengthOf(_))

  private def signedLengths(values: Array[Long], size: Int, most: Long): Long =
    sumOf(values, size, most)(Bits.signedLengthOf(_))

  private inline def sumOf(values: Array[Long], size: Int, most: Long)(inline lengthOf: Long => Int): Long =
    var sum = 0L
    var i   = 0
    while i < size && sum + size - i <= most do
      val stop = i + math.min(size - i, Block)
      var some = 0
      while i < stop do
        some += lengthOf(values(i))
        i += 1
      sum += some
    // What was not looked at takes a byte each, at least.
    sum + size - i
