package brine.lab.statistics

import brine.lab.results.Cell

final class TurnRatioSuite extends munit.FunSuite:
  private def cells(starts: Double*)(turns: Double*): List[Cell] =
    for (start, at) <- starts.toList.zipWithIndex
    yield Cell("site", "site-2k", "any", "encode", round = at + 1, turns = turns.toList.map(_ * start))

  test("the figure is the median of a start's ratios, then the geometric mean over starts"):
    val base  = cells(1, 1)(10, 10, 10)
    val found = TurnRatio.of(cells(1, 4)(20, 30, 1000), base).get
    // Medians of 3 and 12.
    assertEqualsDouble(found.value, 6, 1e-9)
    assertEquals(found.n, 2)
    assert(!found.interval, "two starts are too few")
    assert(TurnRatio.of(cells(1, 1, 1)(20), cells(1, 1, 1)(10)).get.interval)

  test("a phase of the machine that both rows meet does not show"):
    val phases = List.tabulate(40)(at => if at % 7 < 3 then 10.0 else 25.0)
    val found  = TurnRatio.of(cells(1, 1, 1)(phases.map(_ * 1.5)*), cells(1, 1, 1)(phases*)).get
    assertEqualsDouble(found.lo, 1.5, 1e-9)
    assertEqualsDouble(found.hi, 1.5, 1e-9)

  test("starts that differ widen the interval, and turns that were not taken are left out"):
    val base  = cells(1, 1, 1)(10, 10, Double.NaN, 10)
    val found = TurnRatio.of(cells(1, 1.5, 2)(10, 10, 10, Double.NaN), base).get
    assert(found.lo < 1.2 && found.hi > 1.7, found)
    assertEquals(TurnRatio.of(cells(1)(Double.NaN), cells(1)(1)), None)
    assertEquals(TurnRatio.of(Nil, base), None)
