package brine.lab.report

import brine.lab.results.{Cell, Results}

final class CautionSuite extends munit.FunSuite:
  /** A library that took turns with itself in three starts, its second JVM slower by a factor. */
  private def twice(study: String, name: String, op: String, unit: String, factor: Double): List[Cell] =
    for
      start          <- (1 to 3).toList
      (library, own) <- List("brine" -> 1.0, "control-brine" -> factor)
    yield Cell(
      study,
      name,
      library,
      op,
      round = start,
      mode = "quick",
      turns = List.fill(10)(100 * own),
      figure = Cell.Figure(value = Some(100 * own), unit = Some(unit))
    )

  private def text(cells: List[Cell]) = Caution(Results(List(ujson.Obj("mode" -> "quick")), Nil, cells, Nil, 0)).text

  private val logs   = twice("log", "callers-16", "rate", "records/s", 1.25)
  private val actors = twice("actors", "ask-chained", "rate", "asks/s", 1.5)

  test("a run of one study has the noise of that study"):
    assert(text(logs).contains("measured twice (brine) differed by up to 25"), text(logs))

  test("a run of logs and actors has the noise of each, and does not say that nothing is known"):
    val both = text(actors ++ logs)
    assert(both.contains("50.0 % in turns of actors (brine; 1 pair), 25.0 % in logs (brine; 1 pair)"), both)
    assert(!both.contains("not known"), both)

  test("a run without controls says so"):
    assert(text(logs.filter(_.library == "brine")).contains("No A/A control ran"))
