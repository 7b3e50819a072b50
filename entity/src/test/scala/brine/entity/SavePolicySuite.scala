package brine.entity

import munit.FunSuite

class SavePolicySuite extends FunSuite:
  test("a policy with other values"):
    assertEquals(SavePolicy.defaults.withEvents(5), SavePolicy(5, whenPassivated = true))
    assertEquals(SavePolicy(5).withWhenPassivated(false), SavePolicy(5, whenPassivated = false))
    assertEquals(SavePolicy.never.events, 0)

  test("a negative number of events is refused"):
    assert(intercept[IllegalArgumentException](SavePolicy(-1)).getMessage.contains("events is -1"))
