package brine.codec.internal.numbers

import brine.codec.internal.bytes.Memory
import brine.codec.{In, Out}

/** Stores sequences of floating-point numbers that are decimals of few digits, such as 21.5 or 12.99, as integers and a
  * scale: `x` is `d / 10^scale`. Division rounds correctly, so the result is the same on every platform. The idea is
  * that of ALP (Afroozeh, Kuffo, Boncz: "ALP: Adaptive Lossless floating-Point Compression", SIGMOD 2023), with one
  * scale for all numbers.
  *
  * A column of at least eight numbers starts with a mode byte: the scale, or [[NoScale]]. A sequence indicates in its
  * layout whether it has a scale.
  */
private[codec] object Decimals:
  /** Stands for the absence of a scale: numbers are stored in 4 or 8 bytes each. */
  inline val NoScale = -1

  /** Number of values that are turned into integers at a time. */
  final val Chunk = 1024

  // Up to 2^53 and 10^22, all integers and powers of ten are exact in a Double, so a quotient is rounded only once.
  private inline val NoDecimal         = 9007199254740992.0
  private inline val BeyondDigits      = 9007199254740992L
  private inline val NoInteger         = Long.MinValue
  private inline val LargestScale      = 17
  private inline val LargestFloatScale = 9
  private inline val ShortScale        = 6
  // If the integers differ by more than this, the gain does not pay for the work. A Float distinguishes all decimals
  // of six digits; with the nine of the largest scale, random numbers would be decimals as well.
  // A sequence of nothing but numbers of type Float is else copied, which takes a tenth of the time.
  private inline val WidestDoubles    = 281474976710656L // 2^48
  private inline val WidestFloats     = 16777216L        // 2^24
  private inline val WidestBareFloats = 65536L           // 2^16
  private val NoIntegers              = new Array[Long](0)
  // One more than the largest scale, at which a search ends.
  private val powers: Array[Double] =
    Array(1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18)

  // --- writing -------------------------------------------------------------------------------

  /** The scale that turns all numbers into integers and takes fewer bytes; -1 if there is none. Numbers that are not
    * decimals, such as random ones, are detected at one of the first.
    */
  def scaleOf(values: Array[Double], size: Int, floats: Boolean, column: Boolean): Int =
    findScale(size, floats, widest(floats, column), NoIntegers)(values(_))

  private def widest(floats: Boolean, column: Boolean): Long =
    if !floats then WidestDoubles else if column then WidestFloats else WidestBareFloats

  /** Finds the scale, and puts the first integers at that scale into `integers`, as many as it has room for. */
  private inline def findScale(size: Int, floats: Boolean, widest: Long, integers: Array[Long])(
      inline get: Int => Double
  ): Int =
    val largest  = if floats then LargestFloatScale else LargestScale
    val kept     = math.min(size, integers.length)
    var scale    = 0
    var power    = 1.0
    var least    = Long.MaxValue
    var greatest = Long.MinValue
    var checked  = 0 // the numbers before it have been looked at with a smaller scale only
    var i        = 0
    while i < size && scale <= largest do
      val d = integer(get(i), power, floats)
      if d == NoInteger then
        scale += 1
        power = powers(scale)
        checked = i
        least = Long.MaxValue
        greatest = Long.MinValue
      else
        if i < kept then integers(i) = d
        least = math.min(least, d)
        greatest = math.max(greatest, d)
        // A larger scale puts them even further apart.
        if greatest - least >= widest then scale = largest + 1
        i += 1
    // A number that needs more digits adds zeros to those before it; the result must fit as well.
    i = 0
    while i < checked && scale <= largest do
      val d = integer(get(i), power, floats)
      if i < kept then integers(i) = d
      least = math.min(least, d)
      greatest = math.max(greatest, d)
      if d == NoInteger || greatest - least >= widest then scale = largest + 1
      i += 1
    val raw = (if floats then 4L else 8L) * size
    if scale <= largest && mostBytes(size, least, greatest) < raw then scale else NoScale

  /** The most bytes that integers between these two take, with the scale: each block as a frame, which is one of the
    * modes it may choose, and the values of a last one of fewer than eight one by one.
    */
  private def mostBytes(size: Int, least: Long, greatest: Long): Long =
    val number = math.max(Bits.signedLengthOf(least), Bits.signedLengthOf(greatest))
    val width  = math.max(1, Bits.width(greatest - least))
    val rest   = size % Chunk
    val alone  = if rest < IntSequences.Fewest then rest else 0
    val blocks = (size - alone + Chunk - 1) / Chunk
    1L + blocks * (1L + number) + Bits.bytes(size - alone, width) + alone.toLong * number

  /** Whether a number is a decimal as people write them: a whole one, or one of up to six places. */
  def isShort(value: Double): Boolean =
    integer(value, powers(ShortScale), floats = false) != NoInteger ||
      // A smaller whole number is a decimal at that scale, too.
      math.abs(value) >= 1e9 && integer(value, 1.0, floats = false) != NoInteger

  /** The digits of a number at the scale of this power of ten; [[NoInteger]] if it is no such decimal. */
  private def integer(value: Double, power: Double, floats: Boolean): Long =
    val d        = math.rint(value * power)
    val quotient = d / power
    val same     = if floats then quotient.toFloat.toDouble == value else quotient == value
    // NaN is never the same. The quotient 0.0 is that of -0.0 as well, whose bits are others.
    if same && d > -NoDecimal && d < NoDecimal && (d != 0.0 || 1.0 / value > 0.0) then d.toLong else NoInteger

  /** Writes a column of numbers. */
  def writeColumn(out: Out, values: Array[Double], size: Int, floats: Boolean): Unit =
    if size < IntSequences.Fewest then writeRaw(out, values, size, floats)
    else
      val integers = out.longScratch(math.min(size, Chunk))
      val scale    = findScale(size, floats, widest(floats, column = true), integers)(values(_))
      out.writeByte(scale.toByte)
      if scale == NoScale then writeRaw(out, values, size, floats)
      else writeDigits(out, integers, math.min(size, Chunk), size, scale, floats)(values(_))

  /** Writes a sequence of numbers with its size. */
  def writeSequence(out: Out, values: Array[Double], size: Int, floats: Boolean): Unit =
    val integers = out.longScratch(math.min(size, Chunk))
    val bound    = widest(floats, column = false)
    val scale    =
      if size < IntSequences.Fewest then NoScale else findScale(size, floats, bound, integers)(values(_))
    if scale == NoScale then
      out.writeSize(size)
      writeRaw(out, values, size, floats)
    else
      out.writeUnsignedInt(size << 1 | 1)
      out.writeByte(scale.toByte)
      writeDigits(out, integers, math.min(size, Chunk), size, scale, floats)(values(_))

  /** Writes an array as [[writeSequence]] writes its numbers. */
  def writeFloats(out: Out, values: Array[Float]): Unit =
    val size  = values.length
    val scale = if size < IntSequences.Fewest then NoScale else scaleOfFloats(values, size)
    if scale == NoScale then
      out.writeSize(size)
      val at = Bits.room(out, 4L * size)
      Memory.putFloats(out.array, at, values)
      out.position = at + 4 * size
    else
      out.writeUnsignedInt(size << 1 | 1)
      out.writeByte(scale.toByte)
      writeDigits(out, out.longScratch(math.min(size, Chunk)), 0, size, scale, true)(values(_).toDouble)

  private def scaleOfFloats(values: Array[Float], size: Int): Int =
    findScale(size, true, WidestBareFloats, NoIntegers)(values(_).toDouble)

  /** Writes numbers as integers; `integers` contains the first ones, as many as are `known`. */
  private inline def writeDigits(
      out: Out,
      integers: Array[Long],
      known: Int,
      size: Int,
      scale: Int,
      floats: Boolean
  )(inline get: Int => Double): Unit =
    val power = powers(scale)
    var done  = 0
    while done < size do
      val count = math.min(size - done, Chunk)
      var i     = if done == 0 then known else 0
      while i < count do
        integers(i) = integer(get(done + i), power, floats)
        i += 1
      LongSequences.writeColumn(out, integers, count)
      done += count

  private def writeRaw(out: Out, values: Array[Double], size: Int, floats: Boolean): Unit =
    val bytes = (if floats then 4L else 8L) * size
    var at    = Bits.room(out, bytes)
    val array = out.array
    if floats then
      var i = 0
      while i < size do
        at = Put.float(array, at, values(i).toFloat)
        i += 1
    else Memory.putDoubles(array, at, values, size)
    out.position += bytes.toInt

  // --- reading -------------------------------------------------------------------------------

  /** Fills the first `size` places of `values` from a column. */
  def readColumn(in: In, values: Array[Double], size: Int, floats: Boolean): Unit =
    if size < IntSequences.Fewest then readRaw(in, values, size, floats)
    else
      val scale = in.readByte().toInt
      if scale == NoScale then readRaw(in, values, size, floats) else read(in, values, size, scale, floats)

  /** Fills `values` from a sequence whose layout indicates a scale. */
  def readSequence(in: In, values: Array[Double], size: Int, floats: Boolean): Unit =
    read(in, values, size, in.readByte().toInt, floats)

  /** Fills the first `size` places of `values` with numbers stored as they are. */
  def readRaw(in: In, values: Array[Double], size: Int, floats: Boolean): Unit =
    if floats then
      val array = in.array
      var at    = in.take(4 * size)
      var i     = 0
      while i < size do
        values(i) = Memory.getFloat(array, at).toDouble
        at += 4
        i += 1
    else Memory.getDoubles(in.array, in.take(8 * size), values, size)

  private def read(in: In, values: Array[Double], size: Int, scale: Int, floats: Boolean): Unit =
    val at      = in.position - 1
    val largest = if floats then LargestFloatScale else LargestScale
    if scale < 0 || scale > largest then in.failAt(at, s"a scale of ${scale & 0xff} decimals; the most is $largest")
    val power    = powers(scale)
    val integers = in.longScratch(math.min(size, Chunk))
    var done     = 0
    while done < size do
      val count = math.min(size - done, Chunk)
      LongSequences.readColumn(in, integers, count)
      checkDigits(in, at, integers, count)
      // Loops without a jump, for HotSpot to use vector instructions.
      var i = 0
      if floats then
        while i < count do
          values(done + i) = (integers(i).toDouble / power).toFloat.toDouble
          i += 1
      else
        while i < count do
          values(done + i) = integers(i).toDouble / power
          i += 1
      done += count

  private def checkDigits(in: In, at: Int, integers: Array[Long], count: Int): Unit =
    var least    = 0L
    var greatest = 0L
    var i        = 0
    while i < count do
      least = math.min(least, integers(i))
      greatest = math.max(greatest, integers(i))
      i += 1
    val digits = if least <= -BeyondDigits then least else greatest
    if digits <= -BeyondDigits || digits >= BeyondDigits then
      in.failAt(at, s"a decimal of the digits $digits, which are beyond 2^53")
