package brine.lab.browser

import brine.lab.plan.{Mode, Selection, Task}
import java.nio.file.Path

final class BrowserPlanSuite extends munit.FunSuite:
  private val bundles =
    BrowserBundle.names.map(name => BrowserBundle(name, Path.of("bundle.js"), Map("brine-codec" -> "1"), ""))
  private val rows = BrowserLibraries.rows(bundles)

  private def orders(mode: Mode): List[List[String]] =
    val tasks = BrowserPlan(rows, mode, None, Selection(mode)).tasks(7)
    assertEquals(tasks.map(_.kind).distinct, List(Task.Kind.Browser))
    tasks.groupBy(_.round).toList.sortBy(_._1).map(_._2.map(_.row.name))

  test("quick loads each page twice, full at least three times, each round in an order of its own"):
    assertEquals(orders(Mode.Quick).size, 2)
    assert(orders(Mode.Full).size >= 3)
    for mode <- List(Mode.Quick, Mode.Full) do
      assertEquals(orders(mode).map(_.sorted).distinct.size, 1)
      assertEquals(orders(mode).distinct.size, orders(mode).size)
      assertEquals(orders(mode), orders(mode), "repeats with the seed")
    assertEquals(orders(Mode.Smoke).size, 1)

  test("the browser leaves the JVM most of mode quick's time"):
    assert(BrowserPlan(rows, Mode.Quick, None, Selection(Mode.Quick)).seconds < 0.35 * Mode.Quick.budgetSeconds.get)

  test("sizes are taken once, by the first page"):
    val sized =
      BrowserPlan(rows, Mode.Quick, None, Selection(Mode.Quick)).tasks(7).filter(_.cells.exists(_.op == "size"))
    assertEquals(sized.map(_.round).distinct, List(1))

  test("a library that no bundle has says why; without a browser all say so"):
    val reasons = rows.filter(_.unavailable.nonEmpty).map(row => row.name -> row.unavailable).toMap
    assertEquals(reasons.keySet, Set("prickle", "pushka"))
    assert(reasons("pushka").contains("Scala.js 0.6"))
    val none = BrowserPlan.select(bundles, Nil, Some(Chromium.missing))
    assertEquals(none.find(_.name == "brine").map(_.unavailable), Some(Chromium.missing))
    assertEquals(none.find(_.name == "pushka").map(_.unavailable), reasons.get("pushka"))
