package brine.codec.internal.messages

import brine.codec.{CodecChecks, Out}

/** Numbers and bits, byte for byte. */
class OutputNumbersSuite extends munit.FunSuite, CodecChecks:
  private def bytesOf(write: Out => Unit): String =
    val out = Out()
    write(out)
    hex(out.toArray)

  test("booleans, numbers and raw bytes"):
    assertEquals(bytesOf(_.writeBoolean(true)), "01")
    assertEquals(bytesOf(_.writeByte(-2)), "fe")
    assertEquals(bytesOf(_.writeShort(-65)), "81 01")
    assertEquals(bytesOf(_.writeChar('é')), "e9 01")
    assertEquals(bytesOf(_.writeInt(Int.MinValue)), "ff ff ff ff 0f")
    assertEquals(bytesOf(_.writeLong(Long.MinValue)), "ff ff ff ff ff ff ff ff ff")
    assertEquals(bytesOf(_.writeUnsignedInt(-1)), "ff ff ff ff 0f")
    assertEquals(bytesOf(_.writeUnsignedInt(127)), "7f")
    assertEquals(bytesOf(_.writeUnsignedInt(128)), "80 01")
    assertEquals(bytesOf(_.writeUnsignedLong(1L << 63)), "80 80 80 80 80 80 80 80 80")
    assertEquals(bytesOf(_.writeFloat(1f)), "00 00 80 3f")
    assertEquals(bytesOf(_.writeDouble(1.0)), "00 00 00 00 00 00 f0 3f")
    assertEquals(bytesOf(_.writeBytes(Array[Byte](1, 2, 3, 4), 1, 2)), "02 03")

  test("bits are the low bytes, lowest first"):
    assertEquals(bytesOf(_.writeBits(0x04030201, 1)), "01")
    assertEquals(bytesOf(_.writeBits(0x04030201, 2)), "01 02")
    assertEquals(bytesOf(_.writeBits(0x04030201, 3)), "01 02 03")
    assertEquals(bytesOf(_.writeBits(0x04030201, 4)), "01 02 03 04")
