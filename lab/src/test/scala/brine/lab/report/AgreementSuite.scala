package brine.lab.report

import brine.effort.Effort
import brine.lab.cli.{Decisions, RunFolder}
import brine.lab.report.Agreement.Verdict
import brine.lab.results.{Cell, Results}
import scala.util.Random

final class AgreementSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(10, "min")

  /** A run of study `books` in which libraries take these multiples of a time that drifts from turn to turn.
    *
    * @param noise
    *   relative difference of neighbouring turns
    */
  private def run(seed: Int, noise: Double, libraries: (String, Double)*): Results =
    val random = Random(seed)
    val cells  = for
      start <- (1 to 3).toList
      phases = List.fill(10)(1000 * math.exp(random.nextGaussian() * 0.5))
      (library, multiple) <- libraries.toList :+ ("control-brine" -> libraries.toMap.apply("brine"))
      op                  <- List("encode", "decode")
    yield
      val turns = phases.map(_ * multiple * math.exp(random.nextGaussian() * noise))
      Cell(
        "books",
        "books-random-ids",
        library,
        op,
        round = start,
        turns = turns,
        figure = Cell.Figure(value = Some(turns.min), unit = Some("ns")),
        costs = Cell.Costs(cpuNs = Some(turns.min))
      )
    Results(List(ujson.Obj("mode" -> "quick", "cpu" -> "Test CPU")), Nil, cells, Nil, 0)

  private def verdicts(a: Results, b: Results) = Agreement.of(a, b).map(_.verdict)

  private val usual = List("brine" -> 1.0, "fory" -> 1.5, "kryo5" -> 3.0)

  test("two runs with the same order agree, on first places and on every pair"):
    val found = Agreement.of(run(1, 0.01, usual*), run(2, 0.01, usual*))
    assertEquals(found.map(_.verdict), List(Verdict.Agrees, Verdict.Agrees))
    assertEquals(found.map(_.task.noun), List("writing", "reading"))
    assertEquals(found.map(_.pairs.size), List(3, 3))
    assert(!found.exists(_.pairs.exists(_.isContradicted)))

  test("two runs that decide otherwise contradict each other"):
    val found = Agreement.of(run(1, 0.01, usual*), run(2, 0.01, "brine" -> 1.5, "fory" -> 1.0, "kryo5" -> 3.0))
    assertEquals(found.map(_.verdict).distinct, List(Verdict.Contradicts))
    assertEquals(found.head.pairs.filter(_.isContradicted).map(pair => pair.row -> pair.base), List("brine" -> "fory"))

  test("behind the first place, a pair that is ordered otherwise contradicts too"):
    val found = Agreement.of(run(1, 0.01, usual*), run(2, 0.01, "brine" -> 1.0, "fory" -> 3.0, "kryo5" -> 1.5))
    assertEquals(found.map(_.verdict).distinct, List(Verdict.Agrees))
    assertEquals(found.flatMap(_.pairs).count(_.isContradicted), 2)

  test("a run that decides less does not contradict, unless it rules out what the other one decides"):
    val sure  = run(1, 0.01, usual*)
    val vague = run(2, 2.0, usual*)
    assertEquals(verdicts(sure, vague), List(Verdict.ByA, Verdict.ByA))
    assertEquals(verdicts(vague, sure), List(Verdict.ByB, Verdict.ByB))
    assertEquals(verdicts(vague, vague), List(Verdict.Open, Verdict.Open))
    val level = run(3, 0.01, "brine" -> 1.0, "fory" -> 1.01, "kryo5" -> 3.0)
    assertEquals(verdicts(sure, level).distinct, List(Verdict.Contradicts))
    assertEquals(verdicts(level, sure).distinct, List(Verdict.Contradicts))
    assertEquals(verdicts(level, level).distinct, List(Verdict.Open))

  test("only libraries that both runs have are compared"):
    val found = Agreement.of(run(1, 0.01, usual*), run(2, 0.01, "brine" -> 2.0, "kryo5" -> 3.0, "circe" -> 1.0))
    assertEquals(found.map(_.verdict).distinct, List(Verdict.Agrees))
    assertEquals(found.head.pairs.map(pair => pair.row -> pair.base), List("brine" -> "kryo5"))

  test("a smoke run, and runs of other studies, decide nothing"):
    val smoke = run(1, 0.01, usual*).copy(environments = List(ujson.Obj("mode" -> "smoke")))
    assertEquals(Agreement.of(smoke, run(1, 0.01, usual*)), Nil)
    val other = run(1, 0.01, usual*)
    assertEquals(Agreement.of(other.copy(cells = other.cells.map(_.copy(study = "log"))), other), Nil)

  test("noise in the same order never contradicts: random runs of the same libraries"):
    val random = Random(5)
    for at <- 1 to Effort.comparedRuns do
      val libraries    = List("brine", "fory", "kryo5", "circe").map(_ -> math.exp(random.nextGaussian() * 0.5))
      def one(by: Int) = run(at * 2 + by, random.nextDouble() * 0.3, libraries*)
      val wrong        = Agreement.of(one(0), one(1)).flatMap(_.pairs).filter(_.isContradicted)
      assert(wrong.isEmpty, s"$libraries: ${wrong.map(_.words)}")

  test("decisions alone: a line each, and the exit code tells a contradiction"):
    val (a, b)           = (run(1, 0.01, usual*), run(2, 0.01, "brine" -> 1.5, "fory" -> 1.0, "kryo5" -> 3.0))
    val (code, printed)  = RunFolder.printed(Decisions.print(a, b, json = false))
    val (same, agreeing) = RunFolder.printed(Decisions.print(a, run(9, 0.01, usual*), json = false))
    assertEquals(List(code, same), List(1, 0))
    assert(printed.contains("books, writing: contradicts") && printed.contains("A: brine wrote 1.5"), printed)
    assert(printed.contains("2 of 2 first places can be compared: 0 agree, 2 contradict"), printed)
    assert(agreeing.contains("2 of 2 first places can be compared: 2 agree, 0 contradict"), agreeing)
    val json = ujson.read(RunFolder.printed(Decisions.print(a, b, json = true))._2)
    assertEquals(json.arr.map(_("verdict").str).toList, List("contradicts", "contradicts"))
    assertEquals(json(0)("contradicts").arr.size, 1)
