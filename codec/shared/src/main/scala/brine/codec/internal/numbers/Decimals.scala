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
  private inline val LargestScale      = 17
  private inline val LargestFloatScale = 9
  // If the integers differ by more than this, the gain does not pay for the work.
  private inline val WidestDoubles  = 281474976710656.0 // 2^48
  private inline val WidestFloats   = 65536.0
  private val powers: Array[Double] =
    Array(1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17)

  // --- writing -------------------------------------------------------------------------------

  /** The scale that turns all numbers into integers and takes fewer bytes; -1 if there is none. Numbers that are not
    * decimals, such as random ones, are detected at one of the first.
    */
  def scaleOf(values: Array[Double], size: Int, floats: Boolean): Int = findScale(size, floats)(values(_))

  private inline def findScale(size: Int, floats: Boolean)(inline get: Int => Double): Int =
    val largest  = if floats then LargestFloatScale else LargestScale
    val widest   = if floats then WidestFloats else WidestDoubles
    var scale    = 0
    var least    = NoDecimal
    var greatest = -NoDecimal
    var checked  = 0 // the numbers before it have been looked at with a smaller scale only
    var i        = 0
    while i < size && scale <= largest do
      val d = digits(get(i), scale, floats)
      if d == NoDecimal then
        scale += 1
        checked = i
        least = NoDecimal
        greatest = -NoDecimal
      else
        if d < least then least = d
        if d > greatest then greatest = d
        // A larger scale puts them even further apart.
        if greatest - least >= widest then scale = largest + 1
        i += 1
    // A number that needs more digits adds zeros to those before it; the result must fit as well.
    i = 0
    while i < checked && scale <= largest do
      val d = digits(get(i), scale, floats)
      if d < least then least = d
      if d > greatest then greatest = d
      if d == NoDecimal || greatest - least >= widest then scale = largest + 1
      i += 1
    if scale <= largest then scale else NoScale

  /** The digits of a number at a scale; 2^53 if it is no such decimal. */
  private def digits(value: Double, scale: Int, floats: Boolean): Double =
    val d = math.rint(value * powers(scale))
    if d > -NoDecimal && d < NoDecimal && isSame(d / powers(scale), value, floats) then d else NoDecimal

  // The bits must be equal, which excludes -0.0; NaN is never equal.
  private def isSame(quotient: Double, value: Double, floats: Boolean): Boolean =
    val same = if floats then quotient.toFloat.toDouble == value else quotient == value
    same && (value != 0.0 || 1.0 / value > 0.0)

  /** Writes a column of numbers. */
  def writeColumn(out: Out, values: Array[Double], size: Int, floats: Boolean): Unit =
    if size < IntSequences.Fewest then writeRaw(out, values, size, floats)
    else
      val scale = scaleOf(values, size, floats)
      out.writeByte(scale.toByte)
      if scale == NoScale then writeRaw(out, values, size, floats) else write(out, values, size, scale, floats)

  /** Writes a sequence of numbers with its size. */
  def writeSequence(out: Out, values: Array[Double], size: Int, floats: Boolean): Unit =
    val scale = if size < IntSequences.Fewest then NoScale else scaleOf(values, size, floats)
    if scale == NoScale then
      out.writeSize(size)
      writeRaw(out, values, size, floats)
    else
      out.writeUnsignedInt(size << 1 | 1)
      out.writeByte(scale.toByte)
      write(out, values, size, scale, floats)

  /** Writes an array as [[writeSequence]] writes its numbers. */
  def writeFloats(out: Out, values: Array[Float]): Unit =
    val size  = values.length
    val scale = if size < IntSequences.Fewest then NoScale else findScale(size, true)(values(_).toDouble)
    if scale == NoScale then
      out.writeSize(size)
      val at = Bits.room(out, 4L * size)
      Memory.putFloats(out.array, at, values)
      out.position = at + 4 * size
    else
      out.writeUnsignedInt(size << 1 | 1)
      out.writeByte(scale.toByte)
      writeDigits(out, size, scale, true)(values(_).toDouble)

  private def write(out: Out, values: Array[Double], size: Int, scale: Int, floats: Boolean): Unit =
    writeDigits(out, size, scale, floats)(values(_))

  private inline def writeDigits(out: Out, size: Int, scale: Int, floats: Boolean)(inline get: Int => Double): Unit =
    val integers = out.longScratch(math.min(size, Chunk))
    var done     = 0
    while done < size do
      val count = math.min(size - done, Chunk)
      var i     = 0
      while i < count do
        integers(i) = digits(get(done + i), scale, floats).toLong
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
      var i = 0
      while i < count do
        val d = integers(i)
        if d <= -(1L << 53) || d >= (1L << 53) then in.failAt(at, s"a decimal of the digits $d, which are beyond 2^53")
        val value = d.toDouble / power
        values(done + i) = if floats then value.toFloat.toDouble else value
        i += 1
      done += count
