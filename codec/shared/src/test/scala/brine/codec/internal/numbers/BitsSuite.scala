package brine.codec.internal.numbers

import brine.codec.{CodecChecks, DecodeError, In, Out}

import scala.util.Random

class BitsSuite extends munit.FunSuite, CodecChecks:
  test("widths, sizes and lengths"):
    assertEquals(Bits.width(0), 0)
    assertEquals(Bits.width(1), 1)
    assertEquals(Bits.width(255), 8)
    assertEquals(Bits.width(-1), 64)
    assertEquals(Bits.bytes(0, 64), 0L)
    assertEquals(Bits.bytes(9, 3), 4L)
    assertEquals(Bits.bytes(Int.MaxValue, 64), 8L * Int.MaxValue)
    for bits <- 0 to 63; value <- Seq((1L << bits) - 1, 1L << bits) do
      val out = Out()
      out.writeUnsignedLong(value)
      assertEquals(Bits.lengthOf(value), out.size)

  test("the low bit comes first, and the last byte is filled up"):
    val out = Out()
    Bits.room(out, 2): Unit
    Bits.write(out, 0, 3, 5)(i => i + 1L)
    assertEquals(hex(out.toArray), "41 0c")
    val in   = In(out.toArray)
    val seen = new Array[Long](3)
    Bits.read(in, 0, 3, 5)((i, value) => seen(i) = value)
    assertEquals(seen.toSeq, Seq(1L, 2L, 3L))

  test("a set bit in the padding is refused"):
    val in    = In(bytes("41 8c"))
    val error = intercept[DecodeError](Bits.read(in, 0, 3, 5)((_, _) => ()))
    assertEquals(error.offset, 1)

  test("nothing beyond the given part of an array is read or needed"):
    for width <- 1 to 64 do
      val out = Out()
      Bits.room(out, 80): Unit
      Bits.write(out, 0, 9, width)(_ => -1L >>> (64 - width))
      val exact = out.toArray
      val in    = In(exact)
      Bits.read(in, 0, 9, width)((_, value) => assertEquals(value, -1L >>> (64 - width)))
      in.expectEnd()

  test("numbers of every width are packed as the specification says, wherever the array ends"):
    val random = Random(5)
    for width <- 1 to 64; count <- List(1, 7, 8, 9, 16, 31, 32, 41); before <- List(0, 3) do
      val values = Vector.fill(count)(random.nextLong() >>> (64 - width))
      val out    = Out()
      out.writeBytes(new Array[Byte](before), 0, before)
      Bits.room(out, Bits.bytes(count, width)): Unit
      Bits.write(out, 0, count, width)(i => values(i))
      val unsigned = values.map(value => BigInt(value) & ((BigInt(1) << 64) - 1))
      assertEquals(out.toArray.toVector.drop(before), SequenceOracle.bits(unsigned, width), s"$count of $width bits")
      for after <- List(0, 1, 5, 20) do
        // What follows must not get into a number.
        val in   = In(out.toArray ++ Array.fill[Byte](after)(-1), 0, out.size)
        val seen = new Array[Long](count)
        in.take(before): Unit
        Bits.read(in, 0, count, width)((i, value) => seen(i) = value)
        in.expectEnd()
        assertEquals(seen.toVector, values, s"$count of $width bits")
