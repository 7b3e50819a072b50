package brine.codec.internal.messages

import brine.codec.{CodecChecks, DecodeError, In}

/** Sizes of collections. */
class InputSizesSuite extends munit.FunSuite, CodecChecks:
  test("sizes are checked against what follows"):
    assertEquals(In(bytes("06 00 00 00")).readSize(1), 3)
    assert(intercept[DecodeError](In(bytes("06 00 00")).readSize(1)).problem.contains("3 elements of at least 1 bytes"))
    assert(intercept[DecodeError](In(bytes("06 00 00 00")).readSize(2)).problem.contains("at least 2 bytes"))
    assertEquals(In(bytes("06")).readSize(0), 3)
    assert(
      intercept[DecodeError](In(bytes("fe ff ff ff 0f") ++ new Array[Byte](100)).readSize(Int.MaxValue)).offset == 0
    )
