package brine.lab.cli

import brine.lab.Fixtures
import brine.lab.failure.Refusal
import brine.lab.report.PageFixture
import brine.lab.results.{Cell, Results}
import brine.lab.studies.site.{SiteStudy, SiteTargets}

final class TargetsCommandSuite extends munit.FunSuite:
  private def targets(results: Results, options: String*): (Int, String) =
    Fixtures.in("targets"): folder =>
      val run = RunFolder.write(results, folder.resolve("run"))
      RunFolder.printed(TargetsCommand.run(run.toString :: options.toList))

  private def refused(results: Results): String = intercept[Refusal](targets(results)).getMessage

  /** A run of Brine's sizes alone, at the goal times a factor. */
  private def sized(factor: Double, mode: String = "quick"): Results =
    val cells = SiteStudy.cases.zipWithIndex.map: (name, at) =>
      val bytes = Some(SiteTargets.siteLimits(at % 5) * factor)
      Cell(
        "site",
        name,
        "brine",
        "size",
        n = Some(1),
        sizes = Cell.Sizes(sizeB = bytes, gzipB = bytes, gzipTogetherB = bytes, zstdB = bytes)
      )
    Results(List(ujson.Obj("mode" -> mode)), Nil, cells, Nil, 0)

  private def line(printed: String, name: String): String =
    printed.linesIterator.find(_.contains(name)).getOrElse(fail(s"no line of $name in\n$printed"))

  test("a goal is met, missed by so much, or not known; the last line counts them"):
    val (code, met) = targets(sized(1))
    assertEquals(code, 0)
    assert(line(met, "size, bare").startsWith("met "), met)
    assert(line(met, "time, encode").startsWith("not known "), met)
    val (missedCode, missed) = targets(sized(1.5))
    assertEquals(missedCode, 0, "a goal that is missed is no error")
    assert(line(missed, "size, bare").startsWith("missed "), missed)
    assert(line(missed, "size, bare").contains("50.0 %"), missed)
    for printed <- List(met, missed) do
      val lines    = printed.linesIterator.toList
      val verdicts = List("met ", "missed ", "not known ").map(word => lines.init.count(_.startsWith(word)))
      assertEquals(lines.last, s"${verdicts(0)} met, ${verdicts(1)} missed, ${verdicts(2)} not known")
      assertEquals(verdicts.sum, lines.size - 1)

  test("with --json every goal is an object with the same verdict"):
    val text = targets(sized(1.5))._2.linesIterator.toList.init
    val all  = ujson.read(targets(sized(1.5), "--json")._2).arr
    assertEquals(all.size, text.size)
    for (goal, line) <- all.zip(text) do
      assertEquals(goal.obj.keySet.toSet, Set("name", "verdict", "goal", "measured", "missedBy"))
      assert(line.startsWith(goal("verdict").str) && line.contains(goal("name").str), line)
      if goal("verdict").str == "missed" then assert(line.endsWith(goal("missedBy").str), line)

  test("a smoke run is told to be one before its first line"):
    val lines = targets(sized(1, "smoke"))._2.linesIterator.toList
    assertEquals(lines.head, "a smoke run: its times mean nothing")
    assertEquals(lines.size, targets(sized(1))._2.linesIterator.size + 1)

  test("a run without Brine, no run, two runs and a file of something else are refused"):
    val others = PageFixture.results()
    assert(refused(others.copy(cells = others.cells.filter(_.library == "kryo5"))).contains("no row of Brine"))
    assert(intercept[Refusal](TargetsCommand.run(Nil)).getMessage.contains("takes one run"))
    assert(intercept[Refusal](targets(others, "another")).getMessage.contains("not 2"))
    assert(refused(Results.empty).contains("no environment line"))
