package brine.entity

import munit.FunSuite
import scala.concurrent.duration.*

class PassivationSuite extends FunSuite:
  test("an idle time above zero, also without end"):
    assertEquals(Passivation(1.nano).idle, 1.nano)
    assertEquals(Passivation(Duration.Inf).idle, Passivation.never.idle)
    assertEquals(Passivation.default.idle, 10.minutes)

  test("other idle times are refused, and the message names them"):
    for idle <- Seq(0.seconds, -1.second, Duration.MinusInf, Duration.Undefined) do
      val refused = intercept[IllegalArgumentException](Passivation(idle)).getMessage
      assert(refused.contains(s"the idle time is $idle: it must be above zero"), refused)
