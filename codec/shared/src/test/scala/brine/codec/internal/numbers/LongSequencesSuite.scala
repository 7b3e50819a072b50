package brine.codec.internal.numbers

import brine.codec.CodecChecks

import scala.util.Random

class LongSequencesSuite extends munit.FunSuite, CodecChecks:
  test("fewer than eight are written one by one"):
    pinned(List(1L, -1L, 1L << 40), "06 02 01 80 80 80 80 80 40")

  test("equal, near and evenly spaced ones are packed"):
    pinned(List.fill(8)(5L), "11 00 0a")
    pinned(List.tabulate(8)(i => 1000000000000L + i % 4), "11 02 80 c0 a8 ca 9a 3a e4 e4")
    pinned(List.tabulate(8)(i => 1600000000000L + i * 1000L), "11 80 80 80 f4 f6 90 5d d0 0f")

  test("differences and offsets wrap around at 64 bits"):
    val extremes = List.tabulate(9)(i => if i % 2 == 0 then Long.MinValue else Long.MaxValue)
    returns(extremes)
    returns(List.tabulate(9)(i => Long.MaxValue - 4 + i))
    returns(List.tabulate(9)(i => Long.MinValue + i * (Long.MaxValue / 3)))

  test("every width comes back"):
    val random = new Random(1)
    for
      width <- 0 to 64
      size  <- Seq(8, 9, 13, 100)
    do
      val base   = random.nextInt(1000) - 500L
      val values = Array.fill(size)(base + (if width == 0 then 0 else random.nextLong() >>> (64 - width)))
      returns(values.toVector)
      returns(values.scanLeft(random.nextLong())(_ + _).toVector)
      assertEquals(decoded[Array[Long]](written(values)).map(_.toSeq), Right(values.toSeq))

  test("random longs take eight bytes each, not nine"):
    val random = new Random(3)
    val values = Array.fill(1000)(random.nextLong())
    assert(written(values).length <= 2 + 1 + 9 + 8000)

  test("mistakes are refused"):
    refused[List[Long]]("11 41 00" + " 00" * 65, "65 bits for elements of 64", 1)
    refused[List[Long]]("11 c1 00 00" + " 00" * 65, "65 bits for elements of 64", 1)
    refused[List[Long]]("13 03 00 38 8e e3 08", "padding bits", 6)
    refused[List[Long]]("11 40 00 00", "8 elements of 64 bits, but only 3 bytes follow", 1)
