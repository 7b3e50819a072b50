package brine.codec.internal.numbers

import brine.codec.CodecChecks

class DecimalsSuite extends munit.FunSuite, CodecChecks:
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
    assert(!packedFloats(Array.tabulate(8)(i => i * 10000f)))

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
