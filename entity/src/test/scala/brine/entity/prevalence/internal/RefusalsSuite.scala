package brine.entity.prevalence.internal

import brine.entity.prevalence.PrevalenceError
import brine.journal.AppendError
import munit.FunSuite

class RefusalsSuite extends FunSuite:
  private def refused(version: Long) = AppendError.ReadOnly(s"refused at $version")

  test("the append with the lowest version says why, in whatever order they come"):
    for order <- List(3L, 5L, 7L).permutations do
      val refusals = Refusals()
      assertEquals(refusals.first, null)
      order.foreach(version => refusals.add(version, refused(version)))
      assertEquals(refusals.first, refused(3))

  test("those of before the state was revoked do not count"):
    val refusals = Refusals()
    refusals.add(3, refused(3))
    refusals.clear()
    assertEquals(refusals.first, null)
    refusals.add(9, refused(9))
    assertEquals(refusals.first, refused(9))

  test("the first reason to stop stays"):
    val refusals = Refusals()
    assertEquals(refusals.broken, null)
    refusals.break(PrevalenceError.OtherWriter("the test"))
    refusals.break(PrevalenceError.Closed("the test"))
    refusals.clear()
    assertEquals(refusals.broken, PrevalenceError.OtherWriter("the test"))
