package brine.lab.studies.actors

import brine.lab.page.PageContext
import brine.lab.results.{Cell, LibraryRow, Results}

final class ActorAnswerSuite extends munit.FunSuite:
  private val names = List("brine", "pekko-typed")
  private val rows  = names.map(name => LibraryRow(name, name, "1", studies = List("actors")))

  private def cell(name: String, library: String, op: String, start: Int, value: Double, unit: String) =
    Cell(
      "actors",
      name,
      library,
      op,
      round = start,
      mode = "quick",
      figure = Cell.Figure(value = Some(value), unit = Some(unit))
    )

  private val noise = List(0.99, 1, 1.01, 1, 0.99, 1, 1.01, 1, 1, 1)

  private val whole =
    for
      (name, op)       <- ActorsStudy.headline if op == "run"
      (library, nanos) <- List("brine" -> 1e6, "control-brine" -> 1e6, "pekko-typed" -> 9e6)
    yield cell(name, library, op, 1, nanos, "ns")

  private def asks(rates: (String, Double)*) =
    for
      start           <- (1 to 3).toList
      (library, rate) <- rates
    yield cell("ask-chained", library, "rate", start, rate, "asks/s").copy(turns = noise.map(_ * rate))

  private def sentence(cells: List[Cell]) =
    ActorsStudy.answer(PageContext(Results(List(ujson.Obj("mode" -> "quick")), rows, cells, Nil, 0))).sentence

  /** Whole runs in turns: a runtime's milliseconds in all programs but for those named. */
  private def inTurns(millis: Map[String, Double], but: Map[(String, String), Double] = Map.empty) =
    for
      start         <- (1 to 3).toList
      (name, op)    <- ActorsStudy.headline if op == "run"
      (library, ms) <- millis.toList
      own = but.getOrElse(library.stripPrefix("control-") -> name, ms)
    yield cell(name, library, op, start, own, "ms").copy(turns = noise.map(_ * own))

  test("whole runs in turns decide who is first, and each program has its own verdict"):
    val millis = Map("brine" -> 4.0, "control-brine" -> 4.0, "pekko-typed" -> 80.0)
    val cells  = inTurns(millis, Map(("pekko-typed", "merge-sort") -> 4.01))
    val page   = PageContext(Results(List(ujson.Obj("mode" -> "quick")), rows, cells, Nil, 0))
    val said   = ActorsStudy.answer(page).sentence
    assert(said.contains("brine ran 7.3"), said)
    val verdicts = ActorsStudy.verdicts(page)
    assertEquals(verdicts.map(_.takeWhile(_ != ':')), List("sequential", "parallel", "merge-sort"))
    for sentence <- verdicts.init do assert(sentence.contains("brine ran 20"), sentence)
    assert(verdicts.last.contains("brine and pekko-typed are level within"), verdicts.last)

  test("a runtime that failed a program has no place among those that ran all of them"):
    val millis = Map("brine" -> 4.0, "control-brine" -> 4.0, "pekko-typed" -> 1.0)
    val cells  = inTurns(millis).map: cell =>
      if cell.library == "pekko-typed" && cell.name == "parallel" then
        cell.copy(status = "unsettled", turns = Nil).withFigure(_.copy(value = None, unit = None))
      else cell
    assert(sentence(cells).contains("only brine finished"), sentence(cells))

  test("asks in turns decide what one whole run leaves open"):
    val said = sentence(whole ++ asks("brine" -> 3e6, "control-brine" -> 3e6, "pekko-typed" -> 1.5e6))
    assert(said.contains("in running them, the first place is not decided: one start of the JVMs is too few"), said)
    assert(said.contains("brine answered asks 2"), said)

  test("a run without turns answers by whole runs alone"):
    assert(!sentence(whole).contains("asks"), sentence(whole))
