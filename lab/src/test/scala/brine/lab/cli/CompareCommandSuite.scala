package brine.lab.cli

import brine.lab.results.{Cell, Results}

final class CompareCommandSuite extends munit.FunSuite:
  /** A run in which each library takes 100 of a unit times a factor, in five rounds that differ a little. */
  private def run(unit: String, factors: (String, Double)*): Results =
    val cells = for (library, factor) <- factors.toList; round <- 1 to 5
    yield Cell(
      "site",
      "site-1k",
      library,
      "encode",
      round = round,
      figure = Cell.Figure(value = Some((99 + round % 3) * factor), unit = Some(unit))
    )
    Results(List(ujson.Obj("mode" -> "quick", "cpu" -> "Test CPU", "jdk" -> "25")), Nil, cells, Nil, 0)

  private def verdicts(a: Results, b: Results) =
    CompareCommand.compare(a, b).map(line => line.library -> line.verdict).toMap

  test("less time is faster, a lower rate is slower, and the noise is the same"):
    val before = List("brine" -> 1.0, "fory" -> 1.0, "kryo5" -> 1.0)
    val after  = List("brine" -> 0.5, "fory" -> 2.0, "kryo5" -> 1.01)
    val times  = verdicts(run("ns", before*), run("ns", after*))
    assertEquals(times, Map("brine" -> "faster", "fory" -> "slower", "kryo5" -> "same"))
    val rates = verdicts(run("records/s", before*), run("records/s", after*))
    assertEquals(rates, Map("brine" -> "slower", "fory" -> "faster", "kryo5" -> "same"))

  test("the table has unit, intervals, the change, the noise and the geometric mean"):
    val (a, b) = (run("ns", "brine" -> 1.0, "fory" -> 1.0), run("ns", "brine" -> 0.5, "fory" -> 1.0))
    val text   = CompareCommand.text(a, b, CompareCommand.compare(a, b))
    val lines  = text.linesIterator.toList
    assert(lines.contains("A: quick run, Test CPU, JDK 25"), text)
    assert(
      lines.exists(_.startsWith("site, encode, ns; no library ran twice, so differences up to 2.0 % count as noise")),
      text
    )
    val ours = lines.find(_.contains("brine")).get
    assert(ours.contains("-50.0 %") && ours.contains("faster (n=5+5)") && ours.contains("±"), ours)
    assert(lines.find(_.contains("fory")).get.contains("~ (+0.0 %)"), text)
    assert(lines.find(_.contains("geometric mean")).get.contains("-29.3 %"), text)

  test("the noise is that of the library that ran twice"):
    val twice = run("ns", "brine" -> 1.0, "control-brine" -> 1.1)
    val text  = CompareCommand.text(twice, twice, CompareCommand.compare(twice, twice))
    assert(text.contains("the same library differs from itself by up to 10.0 %"), text)
