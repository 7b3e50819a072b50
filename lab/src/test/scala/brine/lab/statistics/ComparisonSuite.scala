package brine.lab.statistics

import brine.lab.Fixtures.timed
import brine.lab.results.{Cell, Results}
import brine.lab.statistics.Comparison.Verdict
import brine.lab.statistics.Statistics.Estimate

final class ComparisonSuite extends munit.FunSuite:

  test("ratios pair cells of the same round"):
    val row  = List(timed("a", "site-1k", "encode", 1, 20), timed("a", "site-1k", "encode", 3, 90))
    val base = List(
      timed("b", "site-1k", "encode", 1, 10),
      timed("b", "site-1k", "encode", 2, 10),
      timed("b", "site-1k", "encode", 3, 30)
    )
    assertEquals(Comparison.ratios(row, base), Seq(2.0, 3.0))

  test("a difference counts only when the whole interval clears the noise band"):
    assertEquals(Comparison.verdict(Estimate(1.5, 1.3, 1.7, 6, true), 1.1), Verdict.Slower)
    assertEquals(Comparison.verdict(Estimate(0.5, 0.4, 0.6, 6, true), 1.1), Verdict.Faster)
    assertEquals(Comparison.verdict(Estimate(1.5, 1.05, 1.7, 6, true), 1.1), Verdict.Inconclusive)
    assertEquals(Comparison.verdict(Estimate(1.5, 1.3, 1.7, 2, false), 1.1), Verdict.TooFew)

  private def run(control: Double*): Results =
    val rows = control.zipWithIndex.flatMap: (value, at) =>
      List(
        timed("a", "site-1k", "encode", at + 1, 100),
        timed(Cell.controlPrefix + "a", "site-1k", "encode", at + 1, value)
      )
    Results(Nil, Nil, rows.toList, Nil, 0)

  test("the noise band is what a library differs from itself, either way"):
    assertEqualsDouble(NoiseBand.of(run(125)).band, 1.25, 1e-9)
    assertEqualsDouble(NoiseBand.of(run(80)).band, 1.25, 1e-9)

  test("the noise band is never below two percent, and tells when nothing is known"):
    assertEquals(NoiseBand.of(run(100, 100)), NoiseBand(1.02, 2, List("a")))
    assertEquals(NoiseBand.of(Results.empty), NoiseBand(1.02, 0))

  test("actors have two bands: of whole runs, and of turns"):
    def cells(op: String, control: Double, turns: Boolean) =
      for (library, value) <- List("a" -> 100.0, "control-a" -> control)
      yield timed(library, "case", op, 1, value)
        .copy(study = "actors", turns = if turns then List.fill(10)(value) else Nil)
    val run = Results.empty.copy(cells = cells("run", 160, turns = false) ++ cells("p50", 110, turns = true))
    assertEqualsDouble(NoiseBand.of(run, "actors").band, 1.6, 1e-9)
    assertEqualsDouble(NoiseBand.inTurns(run, "actors").band, 1.1, 1e-9)
    assertEquals(NoiseBand.of(run).pairs, 0)

  test("programs that a JVM runs alone do not widen the band of those that took turns"):
    val alone = List("a" -> 100.0, "control-a" -> 190.0).map((library, value) =>
      timed(library, "events-1000", "run", 1, value).copy(study = "evactor")
    )
    val turned = List("a" -> 100.0, "control-a" -> 104.0).map((library, value) =>
      timed(library, "site-2k", "encode", 1, value).copy(turns = List.fill(10)(value))
    )
    assertEqualsDouble(NoiseBand.of(Results.empty.copy(cells = alone)).band, 1.9, 1e-9)
    val band = NoiseBand.of(Results.empty.copy(cells = alone ++ turned))
    assertEqualsDouble(band.band, 1.04, 1e-9)
    assertEquals(band.pairs, 1)

  test("the controls of several libraries make one band, each against its own library"):
    def turned(library: String, round: Int, value: Double) =
      timed(library, "site-2k", "encode", round, value).copy(turns = List.fill(10)(value))
    val cells = for (library, control) <- List("a" -> 103.0, "b" -> 880.0) yield
      val own = if library == "a" then 100.0 else 800.0
      List(turned(library, 1, own), turned(Cell.controlPrefix + library, 1, control))
    val band = NoiseBand.of(Results.empty.copy(cells = cells.flatten))
    assertEquals(band.pairs, 2)
    assertEquals(band.libraries, List("a", "b"))
    assert(band.band > 1.09 && band.band <= 1.1, band)
