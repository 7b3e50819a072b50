package brine.codec

import java.math.{BigDecimal as JavaBigDecimal, BigInteger}
import java.net.URI
import java.util.UUID

class PrimitiveCodecsSuite extends munit.FunSuite, CodecChecks:
  test("a boolean is one byte"):
    pinned(false, "00")
    pinned(true, "01")
    refused[Boolean]("02", "a boolean is 0 or 1, not 2", 0)
    refused[Boolean]("ff", "not 255", 0)

  test("a byte is raw"):
    pinned(0.toByte, "00")
    pinned(-1.toByte, "ff")

  test("a short takes one to three bytes"):
    pinned(0.toShort, "00")
    pinned(-1.toShort, "01")
    pinned(300.toShort, "d8 04")
    pinned(Short.MaxValue, "fe ff 03")
    pinned(Short.MinValue, "ff ff 03")
    refused[Short]("80 80 04", "32768 is not in the range of a Short", 0)

  test("an int takes one to five bytes"):
    pinned(0, "00")
    pinned(-1, "01")
    pinned(1, "02")
    pinned(-64, "7f")
    pinned(64, "80 01")
    pinned(300, "d8 04")
    pinned(8191, "fe 7f")
    pinned(8192, "80 80 01")
    pinned(Int.MaxValue, "fe ff ff ff 0f")
    pinned(Int.MinValue, "ff ff ff ff 0f")

  test("a long takes one to nine bytes, the ninth of eight bits"):
    pinned(0L, "00")
    pinned(-65L, "81 01")
    pinned(Int.MaxValue + 1L, "80 80 80 80 10")
    pinned(1577836800000L, "80 a0 b7 e6 eb 5b")
    pinned((1L << 55) - 1, "fe ff ff ff ff ff ff 7f")
    pinned(1L << 55, "80 80 80 80 80 80 80 80 01")
    pinned(Long.MaxValue, "fe ff ff ff ff ff ff ff ff")
    pinned(Long.MinValue, "ff ff ff ff ff ff ff ff ff")

  test("a number in more bytes than it needs is refused"):
    refused[Int]("80 00", "more bytes than it needs", 1)
    refused[Int]("ff ff ff ff 00", "more bytes than it needs", 4)
    refused[Long]("80 80 00", "more bytes than it needs", 2)
    refused[Long]("80 80 80 80 80 80 80 80 00", "more bytes than it needs", 8)
    refused[Char]("c1 00", "more bytes than it needs", 1)

  test("a number of more bits than its type is refused"):
    refused[Int]("ff ff ff ff 10", "more than 32 bits", 4)
    refused[Int]("ff ff ff ff ff 01", "more than 32 bits", 4)
    refused[Long]("ff ff ff ff ff ff ff ff ff 01", "1 bytes follow the end", 9)

  test("a number that breaks off is refused"):
    refused[Int]("", "the message ends here", 0)
    refused[Int]("80", "ends inside a number", 1)
    refused[Long]("ff ff ff ff ff ff ff ff", "ends inside a number", 8)

  test("a char is its code, unsigned"):
    pinned('A', "41")
    pinned('ё', "d1 08")
    pinned(Char.MaxValue, "ff ff 03")
    refused[Char]("80 80 04", "65536 is not in the range of a Char", 0)
    refused[Char]("ff ff ff ff 0f", "4294967295 is not in the range of a Char", 0)

  test("floating point numbers are little-endian, with one NaN and two zeros"):
    pinned(1.5f, "00 00 c0 3f")
    pinned(1.5, "00 00 00 00 00 00 f8 3f")
    pinned(0.1, "9a 99 99 99 99 99 b9 3f")
    assertEquals(hex(written(-0.0)), "00 00 00 00 00 00 00 80")
    assertEquals(1 / decoded[Double](written(-0.0)).getOrElse(1.0), Double.NegativeInfinity)
    assertEquals(hex(written(-0.0f)), "00 00 00 80")
    assertEquals(hex(written(java.lang.Double.longBitsToDouble(0x7ff0000000000001L))), "00 00 00 00 00 00 f8 7f")
    assertEquals(hex(written(java.lang.Float.intBitsToFloat(0xffc00001))), "00 00 c0 7f")
    assert(decoded[Double](bytes("01 00 00 00 00 00 f0 7f")).exists(_.isNaN))
    pinned(Double.MaxValue, "ff ff ff ff ff ff ef 7f")
    pinned(Float.MinPositiveValue, "01 00 00 00")
    pinned(Double.NegativeInfinity, "00 00 00 00 00 00 f0 ff")

  test("unit takes no byte"):
    pinned((), "")

  test("a UUID is 16 bytes, most significant first"):
    pinned(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"), "00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff")
    unwritable[UUID](null, "a null where a UUID")
    refused[UUID]("00 11", "at least 16 more bytes", 0)

  test("a URI is its text"):
    pinned(URI("urn:x"), "c5 75 72 6e 3a 78")
    returns(URI("https://example.org/a%20b?q=1#f"))
    refused[URI]("8f 25", "not a URI", 0)

  test("big integers are two's complement with their length, zero without a byte"):
    pinned(BigInt(0), "00")
    pinned(BigInt(1), "01 01")
    pinned(BigInt(-1), "01 ff")
    pinned(BigInt(127), "01 7f")
    pinned(BigInt(128), "02 00 80")
    pinned(BigInt(-128), "01 80")
    pinned(BigInt(-129), "02 ff 7f")
    pinned(BigInt(Long.MaxValue), "08 7f ff ff ff ff ff ff ff")
    pinned(BigInt(Long.MinValue), "08 80 00 00 00 00 00 00 00")
    pinned(BigInt(Long.MaxValue) + 1, "09 00 80 00 00 00 00 00 00 00")
    pinned(BigInteger.valueOf(-256), "02 ff 00")
    for bits <- 0 to 300 by 7 do
      returns(BigInt(1) << bits)
      returns(-(BigInt(1) << bits))
      returns((BigInt(1) << bits) - 1)

  test("big integers in more bytes than needed or allowed are refused"):
    refused[BigInt]("01 00", "more bytes than it needs", 1)
    refused[BigInt]("02 00 7f", "more bytes than it needs", 1)
    refused[BigInt]("02 ff 80", "more bytes than it needs", 1)
    refused[BigInt]("0a ff ff 00 00 00 00 00 00 00 00", "more bytes than it needs", 1)
    refused[BigInt]("81 08 00", "the limit is 1024", 0)
    refused[BigInt]("ff ff ff ff 0f", "an integer of 4294967295 bytes", 0)
    returns(BigInt(1) << (1024 * 8 - 2))
    unwritable(BigInt(1) << (1024 * 8 - 1), "the limit is 1024")
    unwritable[BigInt](null, "a null where a BigInt")

  test("decimals are their scale and their digits"):
    pinned(BigDecimal("0"), "00 00")
    pinned(BigDecimal("12.5"), "02 01 7d")
    pinned(new JavaBigDecimal("1E+3"), "05 01 01")
    pinned(new JavaBigDecimal("1.50"), "04 02 00 96")
    refused[BigDecimal]("86 61 00", "the limit is 6178", 0)
    returns(new JavaBigDecimal(BigInteger.ONE, -6178))
    unwritable(new JavaBigDecimal(BigInteger.ONE, 6179), "a decimal of scale 6179")
    unwritable[BigDecimal](null, "a null where a BigDecimal")
    // Arithmetic goes on as with a decimal made by hand.
    assertEquals(decoded[BigDecimal](written(BigDecimal(1))).map(_ / 3), Right(BigDecimal(1) / 3))

  test("strings go by way of Out and In"):
    pinned("", "c0")
    pinned("hello", "c5 68 65 6c 6c 6f")
    unwritable[String](null, "a null where a String")
