package brine.lab.studies.actors

import brine.lab.page.PageContext
import brine.lab.results.{Cell, LibraryRow, Results}

final class ActorAnswerSuite extends munit.FunSuite:
  private val names = List("brine", "pekko-typed")
  private val rows  = names.map(name => LibraryRow(name, name, "1", studies = List("actors")))

  private def cell(name: String, library: String, op: String, start: Int, value: Double, unit: String) =
    Cell("actors", name, library, op, round = start, mode = "quick", value = Some(value), unit = Some(unit))

  private val whole =
    for
      (name, op)       <- ActorsStudy.headline if op == "run"
      (library, nanos) <- List("brine" -> 1e6, "control-brine" -> 1e6, "pekko-typed" -> 9e6)
    yield cell(name, library, op, 1, nanos, "ns")

  private def asks(rates: (String, Double)*) =
    for
      start           <- (1 to 3).toList
      (library, rate) <- rates
      noise = List(0.99, 1, 1.01, 1, 0.99, 1, 1.01, 1, 1, 1)
    yield cell("ask-chained", library, "rate", start, rate, "asks/s").copy(turns = noise.map(_ * rate))

  private def sentence(cells: List[Cell]) =
    ActorsStudy.answer(PageContext(Results(List(ujson.Obj("mode" -> "quick")), rows, cells, Nil, 0))).sentence

  test("asks in turns decide what one whole run leaves open"):
    val said = sentence(whole ++ asks("brine" -> 3e6, "control-brine" -> 3e6, "pekko-typed" -> 1.5e6))
    assert(said.contains("in running them, the first place is not decided: one start of the JVMs is too few"), said)
    assert(said.contains("brine answered asks 2"), said)

  test("a run without turns answers by whole runs alone"):
    assert(!sentence(whole).contains("asks"), sentence(whole))
