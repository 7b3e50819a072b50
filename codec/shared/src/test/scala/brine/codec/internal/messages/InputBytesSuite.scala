package brine.codec.internal.messages

import brine.codec.{CodecChecks, DecodeError, In}

/** The part of an array that is a message, and how errors show it. */
class InputBytesSuite extends munit.FunSuite, CodecChecks:
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
