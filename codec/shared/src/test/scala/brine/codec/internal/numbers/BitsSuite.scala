package brine.codec.internal.numbers

import brine.codec.{CodecChecks, DecodeError, In, Out}

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
