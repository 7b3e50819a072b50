package brine.codec.internal.numbers

import brine.codec.{Codec, CodecChecks, Limits, Out}
import brine.effort.Effort

import scala.util.Random

class IntSequencesSuite extends munit.FunSuite, CodecChecks:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  private def ints(values: Int*): List[Int] = values.toList

  test("fewer than eight integers are written one by one"):
    pinned(ints(), "00")
    pinned(ints(1, 2, 3), "06 02 04 06")
    pinned(List.fill(7)(1000), "0e d0 0f d0 0f d0 0f d0 0f d0 0f d0 0f d0 0f")

  test("equal ones take no bits"):
    pinned(List.fill(8)(1000), "11 00 d0 0f")
    pinned(List.fill(8)(0), "11 00 00")
    pinned(List.fill(300)(-1), "d9 04 00 01")

  test("near ones are offsets from the least"):
    pinned(ints(1000, 1001, 1003, 1002, 1000, 1001, 1003, 1002), "11 02 d0 0f b4 b4")
    // Nine values of three bits: 27 bits in four bytes.
    pinned(ints(100, 107, 100, 107, 100, 107, 100, 107, 100), "13 03 c8 01 38 8e e3 00")

  test("even steps are differences"):
    pinned((0 until 80 by 10).toList, "11 80 00 14")
    pinned((0 to -700 by -100).toList, "11 80 00 c7 01")
    pinned(ints(1000, 1010, 1021, 1031, 1042, 1052, 1063, 1073, 1084), "13 81 d0 0f 14 aa")

  test("small ones and scattered ones stay one by one"):
    pinned(ints(0, 1, 2, 3, 4, 60, 7, 8), "10 00 02 04 06 08 78 0e 10")

  test("large and small ones without a negative are one by one without a sign"):
    pinned(ints(100, 1, 100, 5000, 100, 100000, 2, 100, 100), "13 7f 64 01 64 88 27 64 a0 8d 06 02 64 64")
    returns(List[Short](100, 1, 100, 5000, 100, 20000, 2, 100, 100))
    // A byte of mode for each of eight that is shorter by one: the tie goes to the plain form.
    pinned(ints(100, 1, 2, 3, 4, 5, 6, 100000), "10 c8 01 02 04 06 08 0a 0c c0 9a 0c")
    val random = new Random(3)
    for size <- Seq(8, 9, 1000) do
      val values = Vector.fill(size)(random.nextInt() >>> (1 + random.nextInt(31)))
      returns(values)
      returns(values.map(_.toLong << random.nextInt(32)))
      returns(values.map(value => (value & 0x7fff).toShort))

  test("a number without a sign that is out of range, a character, and more than there are bytes are refused"):
    refused[List[Short]]("11 7f 01 01 01 01 01 01 01 80 80 02", "not in -32768 to 32767", 1)
    refused[List[Int]]("11 7f 01 01 01 01 01 01 01 80 80 80 80 08", "not in", 1)
    refused[List[Long]]("11 7f 01 01 01 01 01 01 01 80 80 80 80 80 80 80 80 80", "not in 0", 1)
    refused[List[Char]]("11 7f 01 01 01 01 01 01 01 01", "no sign", 1)
    refused[List[Int]]("17 7f 01 01 01 01 01 01 01", "11 numbers of a byte or more", 1)
    refused[List[Int]]("11 ff 01 01 01 01 01 01 01 01", "127", 1)

  test("ties: one by one before offsets before differences"):
    // One by one 8 bytes; offsets 1 + 1 + 6 (six bits each).
    pinned(ints(0, 63, 0, 63, 0, 63, 0, 63), "10 00 7e 00 7e 00 7e 00 7e")

  test("the extremes"):
    val extremes = List.tabulate(9)(i => if i % 2 == 0 then Int.MinValue else Int.MaxValue)
    returns(extremes)
    assertEquals(written(extremes).length, 1 + 1 + 5 + 36)
    returns(List.tabulate(9)(i => (if i % 2 == 0 then Short.MinValue else Short.MaxValue)))
    returns(List.tabulate(9)(i => (if i % 2 == 0 then Char.MinValue else Char.MaxValue)))
    // Differences of 33 bits would be smaller, but are not allowed.
    returns(List(0, Int.MaxValue, Int.MinValue, Int.MaxValue, Int.MinValue, Int.MaxValue, Int.MinValue, 0, 5))

  test("every width comes back"):
    val random = new Random(1)
    for
      width <- 0 to 31
      size  <- Seq(8, 9, 13, 64, 1000)
    do
      val base   = random.nextInt(1000) - 500
      val values = Array.fill(size)(base + (if width == 0 then 0 else random.nextInt() >>> (32 - width)))
      returns(values.toVector)
      val sums = values.map(_ >> 12).scanLeft(0)(_ + _)
      returns(sums.toVector)
      assertEquals(decoded[Array[Int]](written(values)).map(_.toSeq), Right(values.toSeq))

  test("shorts and chars"):
    pinned(List.fill(8)(7.toShort), "11 00 0e")
    pinned(List.tabulate(8)(i => (300 + i).toShort), "11 80 d8 04 02")
    pinned(List.tabulate(8)(i => ('а' + i).toChar), "11 80 e0 10 02")
    pinned(Vector('a', 'b', 'c', 'd', 'x', 'y', 'z', 'a'), "10 61 62 63 64 78 79 7a 61")
    val random = new Random(2)
    for size <- Seq(0, 1, 8, 100) do
      returns(List.fill(size)(random.nextInt().toShort))
      returns(List.fill(size)(random.nextInt().toChar))
      returns(List.fill(size)((random.nextInt(30) - 15).toShort))
      val shorts = Array.fill(size)(random.nextInt(3000).toShort)
      assertEquals(decoded[Array[Short]](written(shorts)).map(_.toSeq), Right(shorts.toSeq))
      val chars = Array.fill(size)(random.nextInt(3000).toChar)
      assertEquals(decoded[Array[Char]](written(chars)).map(_.toSeq), Right(chars.toSeq))

  test("all collections have the same bytes"):
    val values = List(5, 900, 17, 3, 2, 1, 0, 4, 1000)
    val bytes  = hex(written(values))
    assertEquals(hex(written(values.toVector)), bytes)
    assertEquals(hex(written(values.toArray)), bytes)
    assertEquals(hex(written[Seq[Int]](values)), bytes)
    assertEquals(hex(written(scala.collection.immutable.Queue.from(values))), bytes)
    assertEquals(hex(written(scala.collection.mutable.ArrayBuffer.from(values))), bytes)

  test("values out of the range of the type are refused"):
    // Offsets from 2147483647.
    refused[List[Int]]("11 01 fe ff ff ff 0f ff", "not in -2147483648 to 2147483647", 1)
    refused[List[Int]]("11 00 80 80 80 80 10", "not in -2147483648", 1)
    refused[List[Short]]("11 80 fe ff 03 02", "not in -32768 to 32767", 1)
    refused[List[Char]]("11 80 00 01", "not in 0 to 65535", 1)
    refused[List[Char]]("11 00 01", "not in 0 to 65535", 1)
    refused[List[Int]]("11 80 00 fe ff ff ff ff ff ff ff ff", "not in -2147483648", 1)
    // A sum that would wrap around 64 bits and come back into range.
    refused[List[Int]]("19 a0 00 fe ff ff ff 1f" + " ff" * 44, "not in -2147483648", 1)

  test("wrong widths, sizes and padding are refused"):
    refused[List[Int]]("11 21 00" + " 00" * 33, "33 bits for elements of 32", 1)
    refused[List[Short]]("11 11 00" + " 00" * 20, "17 bits for elements of 16", 1)
    refused[List[Int]]("0f 00 00", "fewer than 8 elements", 0)
    refused[List[Int]]("01 00 00", "fewer than 8 elements", 0)
    refused[List[Int]]("13 03 c8 01 38 8e e3 08", "padding bits", 7)
    refused[List[Int]]("13 83 00 00 00 00", "only 2 bytes follow", 1)
    refused[List[Int]]("fe ff ff ff 0f 00", "2147483647 elements of at least 1 bytes, but only 1 bytes follow", 0)
    refused[List[Int]]("ff ff ff ff 0f 01 00", "2147483647 elements of 1 bits, but only 2 bytes follow", 5)
    refused[Array[Long]]("ff ff ff ff 0f 40 00", "2147483647 elements of 64 bits", 5)

  test("elements that take no bit are limited in number"):
    assertEquals(hex(written(List.fill(8192)(5))), "81 80 01 00 0a")
    assertEquals(written(List.fill(8193)(5)).length, 3 + 1 + 1 + (8193 + 7) / 8)
    returns(List.fill(8193)(5))
    refused[List[Int]]("ff ff ff ff 0f 00 00", "2147483647 more elements that take no byte", 5)
    // Two such lists in one message share the limit; the second takes a bit for each.
    val two = (List.fill(5000)(1), List.fill(5000)(1))
    returns(two)
    assertEquals(written(two).length, (2 + 1 + 1) + (2 + 1 + 1 + 625))
    val limits = Limits(emptyElements = 10)
    val out    = Out(limits)
    Codec[List[Int]].write(out, List.fill(11)(0))
    assertEquals(hex(out.toArray), "17 01 00 00 00")

  test("no list that can be written asks for more memory than a reader grants"):
    for width <- 1 to 3 do
      val many = List.tabulate(300_000)(i => i & ((1 << width) - 1))
      assertEquals(decoded[List[Int]](written(many)).map(_.length), Right(300_000))

  /** Numbers near each other, in order, of all sizes, extreme, with outliers. */
  private def numbers(random: Random, bits: Int): Vector[Long] =
    val size        = if random.nextInt(8) == 0 then random.nextInt(400) else random.nextInt(40)
    val spread      = 1 + random.nextInt(bits)
    val base        = random.nextLong() >> random.nextInt(64)
    val step        = random.nextLong() >> (20 + random.nextInt(44))
    def some: Long  = random.nextLong() >>> (64 - spread)
    def small: Long = random.nextLong() >> (58 + random.nextInt(6))
    val all         = random.nextInt(8) match
      case 0 => Vector.tabulate(size)(i => base + i * step + (some & 0xff))
      case 1 => Vector.fill(size)(base + some)
      case 2 => Vector.fill(size)(if random.nextInt(30) == 0 then some else small)
      case 3 => Vector.fill(size)(random.nextLong() >>> random.nextInt(64))
      case 4 => Vector.fill(size)(random.nextLong() >> random.nextInt(64))
      case 5 => Vector.fill(size)(if random.nextBoolean() then Long.MinValue else Long.MaxValue)
      case 6 => Vector.fill(size)(List(63, 64, 127, 128, 8191, 8192, 16383, 16384, -64, -65)(random.nextInt(10)).toLong)
      case _ => Vector.fill(size)(base)
    // Into the range, with the sign if there is one.
    all.map(_ << (64 - bits) >> (64 - bits))

  test("the shape is the shortest, whatever the numbers are"):
    val random = Random(11)
    for _ <- 1 to Effort.packedSequences do
      val (ints, shorts, longs) = (numbers(random, 32), numbers(random, 16), numbers(random, 64))
      val chars                 = numbers(random, 16).map(_ & 0xffff)
      def same[A: Codec](values: A, all: Vector[Long], bits: Int, isChar: Boolean): Unit =
        val expected = hex(SequenceOracle.written(all, bits, isChar).toArray)
        assertEquals(hex(written(values)), expected, all.toString)
        returns(values)
      same(ints.map(_.toInt), ints, 32, isChar = false)
      same(shorts.map(_.toShort), shorts, 16, isChar = false)
      same(chars.map(_.toChar), chars, 16, isChar = true)
      same(longs, longs, 64, isChar = false)
