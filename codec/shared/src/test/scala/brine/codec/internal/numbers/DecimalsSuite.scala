package brine.codec.internal.numbers

import brine.codec.CodecChecks
import brine.effort.Effort

import scala.util.Random

class DecimalsSuite extends munit.FunSuite, CodecChecks:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  private def packed(values: Array[Double]): Boolean =
    val message = written(values)
    val back    = decoded[Array[Double]](message).fold(error => fail(error.getMessage), identity)
    assertEquals(back.toList.map(bits), values.toList.map(bits))
    (message(0) & 1) == 1

  private def packedFloats(values: Array[Float]): Boolean =
    val message = written(values)
    val back    = decoded[Array[Float]](message).fold(error => fail(error.getMessage), identity)
    assertEquals(back.toList.map(java.lang.Float.floatToIntBits), values.toList.map(java.lang.Float.floatToIntBits))
    (message(0) & 1) == 1

  private def bits(value: Double): Long = java.lang.Double.doubleToLongBits(value)

  test("decimals of few digits are integers with a scale"):
    assertEquals(hex(written(Array.tabulate(8)(i => 20.5 + i))), "11 01 80 9a 03 14")
    assertEquals(hex(written(Array.tabulate(8)(i => 1f + i))), "11 00 80 02 02")
    assert(packed(Array.tabulate(3000)(i => (i * 7919 % 10007) / 100.0)))
    assert(packed(Array.fill(20)(12.99)))
    assert(packed(Array.tabulate(20)(i => -i / 1e17)))
    assert(packed(Array.tabulate(20)(i => i * 1000000.0)))
    assert(packedFloats(Array.tabulate(3000)(i => (i % 1000) / 10f)))

  test("the scale is the one the number of most digits needs"):
    assertEquals(hex(written(Array(1.0, 2, 3, 4, 5, 6, 7, 8.125))).take(5), "11 03")
    assert(packed(Array(1.0, 2, 3, 4, 5, 6, 7, 8.125)))

  test("what is no decimal keeps its bits"):
    val whole = Array.tabulate(8)(_.toDouble)
    for odd <- List(-0.0, Double.NaN, Double.PositiveInfinity, Double.MinPositiveValue, 1.0 / 3, math.Pi, 1e300) do
      assert(!packed(whole.updated(5, odd)), odd.toString)
    assert(!packed(whole.map(_ * 1e16)))
    assert(!packed(Array.tabulate(8)(i => i * 1e14))) // too far apart to be worth it
    assert(!packed(whole.take(7)))
    for odd <- List(-0f, Float.NaN, Float.NegativeInfinity, 1f / 3, 1e-20f) do
      assert(!packedFloats(whole.map(_.toFloat).updated(5, odd)), odd.toString)
    assert(!packedFloats(Array.tabulate(8)(i => i * 1e7f)))

  test("prices with two places are decimals, as floats too"):
    val prices = Array.tabulate(1000)(i => (1 + i * 7919 % 65000) / 100f)
    assert(packedFloats(prices))
    assert(written(prices).length < 2100, written(prices).length)
    // By themselves, numbers further apart are copied. In columns they are packed.
    val higher = List.tabulate(1000)(i => (1 + i * 7919 % 110000) / 100f)
    assert(!packedFloats(higher.toArray))
    val rows = higher.zipWithIndex.map((price, i) => (price, price + 1, i % 3 == 0))
    assert(written(rows).length < 4600, written(rows).length)
    returns(rows)

  test("numbers never take more bytes than as they are"):
    val random                 = new Random(7)
    def one(kind: Int): Double = kind match
      case 0 => random.nextInt(2000) / 10.0
      case 1 => random.nextDouble()
      case 2 => random.nextInt() * 1e3
      case 3 => 1e15 + random.nextInt(4)
      case 4 => (random.nextInt(1 << 24) - (1 << 23)) / 1e5
      case _ => random.nextLong() / 1024 * 1.0
    for round <- 1 to 300 do
      val kind   = random.nextInt(6)
      val size   = if round % 10 == 0 then 1024 + random.nextInt(12) else random.nextInt(40)
      val values = Array.fill(size)(one(kind))
      val raw    = if size < 64 then 1 else 2
      val floats = values.map(_.toFloat)
      packed(values): Unit
      packedFloats(floats): Unit
      assert(written(values).length <= raw + 8 * size, (kind, size))
      assert(written(floats).length <= raw + 4 * size, (kind, size))

  test("a number that fits at its own scale but not at that of others"):
    // 2^52 has no room for three digits more.
    assert(!packed(Array(4503599627370496.0, 0.125, 1, 2, 3, 4, 5, 6)))

  test("every decimal of up to four digits comes back at every scale"):
    for scale <- 0 to 17 do
      val power = math.pow(10, scale)
      assert(packed(Array.tabulate(9999)(i => (i - 5000) / power)), s"scale $scale")

  test("lists are written as arrays are"):
    val values = List.tabulate(40)(i => i / 8.0)
    assertEquals(hex(written(values)), hex(written(values.toArray)))
    returns(values)
    returns(values.map(_.toFloat))
    returns(Vector.tabulate(10)(i => math.sqrt(i)))
    returns(Set.from(values))

  test("what is wrong is refused"):
    refused[Array[Double]]("0f 00 00 00", "a packed sequence of 7 elements; it must have 8 or more", 0)
    refused[Array[Double]]("11 12 80 02 02", "a scale of 18 decimals; the most is 17", 1)
    refused[Array[Float]]("11 0a 80 02 02", "a scale of 10 decimals; the most is 9", 1)
    refused[Array[Double]]("11 ff 80 02 02", "a scale of 255", 1)
    refused[Array[Double]]("11 00 80 80 80 80 80 80 80 80 20 00", "beyond 2^53", 1)
    refused[Array[Double]]("11 00", "the message ends here", 2)
    refused[Array[Double]]("ff ff ff ff 0f 00 00", "elements of a bit each", 0)

  /** The scale by its definition: the first that makes all numbers integers that are not too far apart and shorter. */
  private def scaleByDefinition(values: Array[Double], floats: Boolean, column: Boolean): Int =
    val largest                                           = if floats then 9 else 17
    def digits(value: Double, scale: Int): Option[Double] =
      val power    = s"1e$scale".toDouble
      val d        = math.rint(value * power)
      val quotient = if floats then (d / power).toFloat.toDouble else d / power
      Option.when(d.abs < 9007199254740992.0 && quotient == value && (value != 0 || 1 / value > 0))(d)
    var scale = 0
    for value <- values do while scale <= largest && digits(value, scale).isEmpty do scale += 1
    val all = values.toList.map(digits(_, scale.min(largest)))
    if scale > largest || all.exists(_.isEmpty) then -1
    else
      val least    = all.flatten.min
      val greatest = all.flatten.max
      val number   = math.max(Bits.signedLengthOf(least.toLong), Bits.signedLengthOf(greatest.toLong))
      val width    = math.max(1, Bits.width(greatest.toLong - least.toLong))
      val isNear   = greatest - least < (if !floats then 281474976710656.0 else if column then 16777216.0 else 65536.0)
      // One block, which is a scale, a mode, the least number and all offsets from it.
      val isShorter = 2 + number + (values.length * width + 7) / 8 < (if floats then 4 else 8) * values.length
      if isNear && isShorter then scale else -1

  test("the scale is found, or found to be missing, as the definition says"):
    val random = Random(13)
    for _ <- 1 to Effort.packedSequences; floats <- List(true, false) do
      val power                     = math.pow(10, random.nextInt(10))
      val digits                    = math.pow(10, 1 + random.nextInt(9))
      def number(kind: Int): Double = kind match
        case 0 => random.nextGaussian()
        case 1 => random.nextInt(1 << 16) * 1.0
        case 2 => java.lang.Double.longBitsToDouble(random.nextLong())
        case 3 => math.rint(random.nextGaussian() * 1e14)
        case 4 => List(0.0, -0.0, Double.NaN, Double.MinPositiveValue, 16777215.0, 16777216.0, 0.1)(random.nextInt(7))
        case _ => math.rint(random.nextDouble() * digits) / power
      val kind   = 5 + random.nextInt(20)
      val values = Array.fill(8 + random.nextInt(20)):
        val value = number(if random.nextInt(40) == 0 then random.nextInt(6) else kind.min(5))
        if floats then value.toFloat.toDouble else value
      for column <- List(true, false) do
        val scale = Decimals.scaleOf(values, values.length, floats, column)
        assertEquals(scale, scaleByDefinition(values, floats, column), values.toList)

  test("arrays of floats are written as lists are, with every NaN the same"):
    val random = Random(17)
    for size <- List(0, 7, 8, 9, 40, 47, 48, 49, 63, 64, 1000, 5000); kind <- 0 to 3 do
      val values = Array.fill(size):
        kind match
          case 0 => random.nextInt(1000) / 10f
          case 1 => random.nextFloat()
          case 2 => java.lang.Float.intBitsToFloat(random.nextInt())
          case _ => if random.nextInt(size) == 0 then java.lang.Float.intBitsToFloat(-1 - random.nextInt(99)) else 1e-9f
      assertEquals(hex(written(values)), hex(written(values.toList)))
      val doubles = values.map(value => if value.isNaN then Double.NaN else value * 1.1)
      assertEquals(hex(written(doubles)), hex(written(doubles.toList)))

  test("any NaN in an array becomes the canonical one"):
    for size <- List(8, 60, 61); place <- List(0, 1, size - 2, size - 1) do
      for odd <- List(0x7f800001, 0x7fc00001, 0xffc00000, 0xff800001, 0x7fffffff, -1) do
        val floats = Array.fill(size)(0.3f).updated(place, java.lang.Float.intBitsToFloat(odd))
        assertEquals(hex(written(floats)), hex(written(floats.updated(place, Float.NaN))))
      for odd <- List(0x7ff0000000000001L, 0x7ff8000000000001L, 0xfff8000000000000L, 0xfff0000000000001L, -1L) do
        val doubles = Array.fill(size)(0.3).updated(place, java.lang.Double.longBitsToDouble(odd))
        assertEquals(hex(written(doubles)), hex(written(doubles.updated(place, Double.NaN))))
    for infinity <- List(Float.PositiveInfinity, Float.NegativeInfinity) do
      assert(!packedFloats(Array.fill(60)(infinity)))
      assert(!packed(Array.fill(60)(infinity.toDouble)))
