package brine.codec.internal.messages

import brine.codec.{CodecChecks, DecodeError, In, Out}

/** Numbers of every length, and bits. */
class InputNumbersSuite extends munit.FunSuite, CodecChecks:
  test("unsigned numbers of every length, in the middle and at the end of a message"):
    for
      shift <- 0 to 63
      value <- Seq(1L << shift, (1L << shift) - 1, (1L << shift) + 1)
    do
      val out = Out()
      out.writeUnsignedLong(value)
      out.writeUnsignedInt(value.toInt)
      out.writeLong(value)
      out.writeInt(value.toInt)
      val message = out.toArray
      for padding <- Seq(0, 20) do
        val in = In(message ++ new Array[Byte](padding))
        assertEquals(in.readUnsignedLong(), value)
        assertEquals(in.readUnsignedInt(), value.toInt)
        assertEquals(in.readLong(), value)
        assertEquals(in.readInt(), value.toInt)
        assertEquals(in.remaining, padding)

  test("bits"):
    val message = bytes("01 02 03 84")
    assertEquals(In(message).readBits(1), 1)
    assertEquals(In(message).readBits(2), 0x0201)
    assertEquals(In(message).readBits(3), 0x030201)
    assertEquals(In(message).readBits(4), 0x84030201)
    intercept[DecodeError](In(message, 0, 3).readBits(4))
