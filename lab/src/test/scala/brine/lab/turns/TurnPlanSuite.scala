package brine.lab.turns

import brine.lab.Fixtures
import brine.lab.plan.Task.CellSpec
import brine.lab.plan.TurnTimes
import brine.lab.studies.evactor.EvactorStudy
import brine.lab.studies.log.LogStudy
import brine.lab.studies.site.SiteStudy

final class TurnPlanSuite extends munit.FunSuite:
  private val cells = List("encode", "decode").map(CellSpec("one", _, None))
  private val rows  = List("brine", "a", "b").map(name => Contender(Fixtures.row(name), false, cells))

  test("the seconds of a plan are those of all starts of all groups"):
    val groups = List(SiteStudy, EvactorStudy).flatMap(TurnGroup.of(_, rows, Some(rows.head.row), 12))
    val plan   = TurnPlan(groups, TurnMemory.of(24L << 30), starts = 4)
    assertEquals(groups.map(_.contenders.size), List(4, 4))
    assertEqualsDouble(plan.seconds, 4 * groups.map(plan.seconds).sum, 1e-9)
    assertEqualsDouble(plan.seconds(groups.head), TurnTimes().seconds(8, 4), 1e-9)

  test("figures of one turn take its time once; a study's own lengths count"):
    val cells = List(CellSpec("callers-1", "rate", None), CellSpec("callers-1", "allocation", None))
    val logs  = List("brine", "a").map(name => Contender(Fixtures.row(name), false, cells))
    val group = TurnGroup.of(LogStudy, logs, Some(logs.head.row), 12).head
    assertEquals(group.turns, 3)
    assertEqualsDouble(
      TurnPlan(List(group), TurnMemory.of(24L << 30)).seconds(group),
      LogStudy.turnTimes.seconds(3, 3),
      1e-9
    )
    assertNotEquals(LogStudy.turnTimes, TurnTimes())

  test("cases that share code have some time together, so that few of them have more each"):
    val times = TurnTimes(mostWarmUp = 3000, mostTogether = 60_000)
    assertEquals(List(1, 2, 9, 20, 30).map(times.mostWarmUpOf), List(60_000, 30_000, 6_666, 3000, 3000))
    assertEquals(List(1, 30).map(TurnTimes().mostWarmUpOf), List(5000, 5000))

  test("more cells, longer turns, looks and warm-up take longer; nothing to measure takes no time"):
    val times = TurnTimes()
    assert(times.copy(lookMillis = 5).seconds(8, 4) > times.seconds(8, 4))
    assert(times.seconds(9, 4) > times.seconds(8, 4))
    assert(times.copy(turnMillis = 50).seconds(8, 4) > times.seconds(8, 4))
    assert(times.copy(leastWarmUp = 1000).seconds(8, 4) > times.seconds(8, 4))
    assertEqualsDouble(TurnPlan(Nil, TurnMemory.of(24L << 30)).seconds, 0, 0)
