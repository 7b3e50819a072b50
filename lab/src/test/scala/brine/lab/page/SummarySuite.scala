package brine.lab.page

import brine.lab.cli.CompareCommand
import brine.lab.results.{Cell, Results}
import brine.lab.statistics.NoiseBand

/** Cells of two platforms are never taken for one another. */
final class SummarySuite extends munit.FunSuite:
  private def cell(library: String, platform: String, value: Double): Cell =
    Cell(
      "books",
      "tree",
      library,
      "encode",
      figure = Cell.Figure(value = Some(value), unit = Some("ns")),
      where = Cell.Where(platform = platform)
    )

  private val results =
    Results(Nil, Nil, List(cell("brine", "jvm", 10), cell("brine", "browser", 70)), Nil, 0)

  test("a row is named for its platform unless that is the JVM"):
    val rows = Summary.of(results).map(summary => (summary.library, summary.platform, summary.time.fold(0.0)(_.value)))
    assertEquals(rows, List(("brine", "jvm", 10.0), ("brine (browser)", "browser", 70.0)))
    assertEquals(
      Summary.label(cell("brine", "browser", 1).withWhere(_.copy(jdk = "JDK 25"))),
      "brine (JDK 25, browser)"
    )

  test("the platform is part of a cell's key, in the file only where it is not the JVM"):
    assertNotEquals(results.cells(0).key, results.cells(1).key)
    assertEquals(results.cells.map(Cell.toJson(_).value.get("platform").map(_.str)), List(None, Some("browser")))
    assertEquals(results.cells.map(found => Cell.fromJson(Cell.toJson(found)).platform), List("jvm", "browser"))

  test("two runs are compared platform by platform"):
    val lines = CompareCommand.compare(results, results)
    assertEquals(lines.map(line => line.library -> line.a.value), List("brine" -> 10.0, "brine (browser)" -> 70.0))

  test("the noise band compares a library with itself on one platform"):
    val control = cell("control-brine", "browser", 77)
    assertEqualsDouble(NoiseBand.of(results.copy(cells = results.cells :+ control)).band, 1.1, 1e-9)
