package brine.codec

import java.nio.ByteBuffer

/** What an `In` reads, and how it says what is wrong. */
class InSuite extends munit.FunSuite, CodecChecks:
  test("the example of the documentation"):
    val in = In(bytes("54 c5 68 65 6c 6c 6f"))
    assertEquals(in.readInt(), 42)
    assertEquals(in.offset, 1)
    assertEquals(in.readString(), "hello")
    assertEquals(in.remaining, 0)
    in.expectEnd()

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

  test("a part of an array is all there is"):
    val array = bytes("ff 02 04 06 ff")
    val in    = In(array, 1, 3)
    assertEquals(in.readInt(), 1)
    assertEquals(in.readInt(), 2)
    assertEquals(in.readInt(), 3)
    assertEquals(intercept[DecodeError](in.readInt()).offset, 3)
    // A number that would go on beyond the part.
    assertEquals(intercept[DecodeError](In(bytes("80 01"), 0, 1).readInt()).offset, 1)
    intercept[IndexOutOfBoundsException](In(array, 3, 3))
    intercept[IndexOutOfBoundsException](In(array, -1, 3))

  test("buffers of either kind, from position to limit"):
    val array = bytes("ff 02 04 ff")
    val heap  = ByteBuffer.wrap(array)
    heap.position(1)
    heap.limit(3)
    val direct = ByteBuffer.allocateDirect(4)
    direct.put(array)
    direct.position(1)
    direct.limit(3)
    for buffer <- Seq(heap, direct, heap.slice(), heap.asReadOnlyBuffer) do
      val before = (buffer.position(), buffer.limit())
      val in     = In(buffer)
      assertEquals(in.readInt(), 1)
      assertEquals(in.readInt(), 2)
      in.expectEnd()
      assertEquals((buffer.position(), buffer.limit()), before)

  test("bits"):
    val message = bytes("01 02 03 84")
    assertEquals(In(message).readBits(1), 1)
    assertEquals(In(message).readBits(2), 0x0201)
    assertEquals(In(message).readBits(3), 0x030201)
    assertEquals(In(message).readBits(4), 0x84030201)
    intercept[DecodeError](In(message, 0, 3).readBits(4))

  test("raw bytes"):
    val in   = In(bytes("01 02 03"))
    val into = new Array[Byte](4)
    in.readBytes(into, 1, 2)
    assertEquals(hex(into), "00 01 02 00")
    intercept[DecodeError](in.readBytes(into, 0, 2))

  test("an error shows the bytes around the wrong one"):
    val message                                  = bytes("00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13")
    def shown(at: Int, length: Int = 20): String =
      val in = In(message, 0, length)
      in.position = at
      intercept[DecodeError](in.fail("wrong")).hex
    assertEquals(shown(10), ".. 02 03 04 05 06 07 08 09 [0a] 0b 0c 0d 0e 0f 10 11 12 ..")
    assertEquals(shown(0), "[00] 01 02 03 04 05 06 07 08 ..")
    assertEquals(shown(19), ".. 0b 0c 0d 0e 0f 10 11 12 [13]")
    assertEquals(shown(20), ".. 0c 0d 0e 0f 10 11 12 13 []")
    assertEquals(shown(0, 0), "[]")
    val error = intercept[DecodeError](In(bytes("05 07")).readBoolean())
    assertEquals(error.getMessage, "a boolean is 0 or 1, not 5 (at byte 0; bytes [05] 07)")

  test("bytes after the value"):
    val error = intercept[DecodeError](In(bytes("00 00")).expectEnd())
    assertEquals(error.problem, "2 bytes follow the end of the value")

  test("nesting is limited, and forgotten by reset"):
    val in = In(bytes("00"), 0, 1, Limits(depth = 2))
    in.enter()
    in.enter()
    assert(intercept[DecodeError](in.enter()).problem.contains("more than 2 deep (Limits.depth)"))
    in.reset(bytes("00"), 0, 1)
    in.enter()
    in.leave()
    in.enter()
    in.enter()

  test("memory for collections is granted by the size of the message"):
    val in = In(new Array[Byte](10), 0, 10, Limits(allocationFactor = 2, allocationBase = 100))
    in.charge(100)
    in.charge(20)
    val error = intercept[DecodeError](in.charge(1))
    assert(error.problem.contains("more than the 120 bytes of memory allowed for a message of 10 bytes"))
    in.reset(new Array[Byte](10), 0, 10)
    in.charge(120)

  test("sizes are checked against what follows"):
    assertEquals(In(bytes("06 00 00 00")).readSize(1), 3)
    assert(intercept[DecodeError](In(bytes("06 00 00")).readSize(1)).problem.contains("3 elements of at least 1 bytes"))
    assert(intercept[DecodeError](In(bytes("06 00 00 00")).readSize(2)).problem.contains("at least 2 bytes"))
    assertEquals(In(bytes("06")).readSize(0), 3)
    assert(
      intercept[DecodeError](In(bytes("fe ff ff ff 0f") ++ new Array[Byte](100)).readSize(Int.MaxValue)).offset == 0
    )
