package brine.dev

import munit.FunSuite

class EffortSuite extends FunSuite:
  test("efforts go by their names"):
    assertEquals(Effort.of("quick"), Right(Effort.Quick))
    assertEquals(Effort.of("full"), Right(Effort.Full))

  test("another name is refused with those there are"):
    assertEquals(Effort.of("fast"), Left("no effort 'fast'; --effort takes quick or full"))
