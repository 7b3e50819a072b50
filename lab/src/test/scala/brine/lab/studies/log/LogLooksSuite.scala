package brine.lab.studies.log

import brine.lab.results.Cell

final class LogLooksSuite extends munit.FunSuite:
  private def start(number: Int, op: String, looks: List[Double]) =
    Cell("log", s"limit-$op", Cell.withoutLibrary, op, round = number, turns = looks)

  test("a window is ten looks of one start, in the order of time"):
    val first  = List.tabulate(15)(at => 100.0 + at)
    val looks  = LogLooks(List(start(2, "R", List(7, 8, 9)), start(1, "R", first), start(1, "B", List(5))))
    val middle = looks.windows("R").map(window => window.start -> window.middle)
    assertEquals(middle, List(1 -> 104.5, 1 -> 112.0, 2 -> 8.0))
    assertEquals(looks.windows("R").head.lo -> looks.windows("R").head.hi, 100.9 -> 108.1)
    assertEquals(looks.starts("B"), List(List(5.0)))

  test("single short looks may differ; what lasts for windows is told"):
    val restless = List.tabulate(100)(at => if at % 10 == 0 then 10.0 else 1000.0)
    assertEquals(LogLooks(List(start(1, "R", restless))).unsteady, None)
    val phases = List.tabulate(100)(at => if at < 50 then 1000.0 else 500.0)
    val said   = LogLooks(List(start(1, "R", phases))).unsteady
    assertEquals(said, Some("the disk would not hold still: bare forced writes differed by 2.00 times within the run"))

  test("without looks nothing is said"):
    assertEquals(LogLooks(Nil).unsteady -> LogLooks(Nil).windows("R"), None -> Nil)
    assertEquals(LogLooks(List(start(1, "R", List(5)))).unsteady, None)
