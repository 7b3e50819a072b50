package brine.entity

import munit.FunSuite

class DecisionSuite extends FunSuite:
  test("events in their order, and a reply"):
    val decision = Decision(1, 2)("done")
    assertEquals((decision.events, decision.reply, decision.isEmpty), (Vector(1, 2), "done", false))

  test("a reply without events"):
    val decision = Decision.reply(5)
    assertEquals((decision.events, decision.reply, decision.isEmpty), (Vector.empty[Nothing], 5, true))
