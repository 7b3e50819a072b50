package brine.codec.internal.numbers

import brine.codec.CodecChecks

class BooleanSequencesSuite extends munit.FunSuite, CodecChecks:
  private val nine = List(true, false, false, true, true, true, true, false, true)

  test("from eight on a bit each"):
    pinned(nine.take(7), "0e 01 00 00 01 01 01 01")
    pinned(nine.take(8), "11 79")
    pinned(nine, "13 79 01")
    assertEquals(hex(written(nine.toArray)), "13 79 01")
    assertEquals(decoded[Array[Boolean]](bytes("13 79 01")).map(_.toList), Right(nine))

  test("many come back"):
    returns(List.tabulate(5000)(i => i % 7 == 3))
    returns(Vector.tabulate(64)(_ % 2 == 0))

  test("what is wrong is refused"):
    refused[List[Boolean]]("0f 79", "a packed sequence of 7 elements; it must have 8 or more", 0)
    refused[List[Boolean]]("13 79 02", "padding bits that are not zero", 2)
    refused[List[Boolean]]("13 79", "the message ends here", 1)
    refused[List[Boolean]]("81 80 02 79", "elements of a bit each, but only 1 bytes follow", 0)
    refused[Array[Boolean]]("06 00 02 00", "a boolean is 0 or 1", 2)
