package brine.codec.internal.messages

import brine.codec.{CodecChecks, DecodeError, In, Limits}

/** What a message may demand of its reader. */
class InputLimitsSuite extends munit.FunSuite, CodecChecks:
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
