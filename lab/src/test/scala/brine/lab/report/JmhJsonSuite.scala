package brine.lab.report

import brine.lab.Fixtures
import brine.lab.results.{Cell, Results}
import brine.lab.statistics.Statistics
import brine.lab.studies.evactor.EvactorStudy
import brine.lab.studies.site.SiteStudy

/** The fields that programs which draw JMH's files read, and the figures in them. */
final class JmhJsonSuite extends munit.FunSuite:
  private val results = PageFixture.results()
  private val all     = ujson.read(JmhJson.of(results)).arr.toList

  private def found(benchmark: String, name: String, library: String, platform: String = "jvm"): ujson.Value =
    val hits = all.filter: one =>
      val params = one("params")
      one("benchmark").str == s"brine.lab.$benchmark" && params("case").str == name && params(
        "library"
      ).str == library &&
      params("platform").str == platform
    assertEquals(hits.size, 1)
    hits.head

  test("every timed cell is a benchmark, the control and sizes are none"):
    val timed = results.measured.filter(cell => cell.value.nonEmpty && Set("encode", "decode", "run")(cell.op))
    val keys  = timed.map(cell => (cell.study, cell.op, cell.name, cell.library, cell.platform)).distinct
    assertEquals(all.size, keys.size)
    assert(!all.exists(_("params")("library").str.startsWith(Cell.controlPrefix)))

  test("score, interval and raw data are the children's"):
    val cells =
      results.measured.filter(c => c.study == "site" && c.name == "site-8k" && c.library == "brine" && c.op == "encode")
    val one = found("site.encode", "site-8k", "brine")
    assertEquals(one("mode").str, "avgt")
    assertEquals(one("forks").num.toInt, 5)
    val metric   = one("primaryMetric")
    val estimate = Statistics.estimate(cells.flatMap(_.value))
    assertEquals(metric("score").num, estimate.value)
    assertEquals(metric("scoreUnit").str, "ns/op")
    assertEquals(metric("scoreConfidence").arr.map(_.num).toList, List(estimate.lo, estimate.hi))
    assertEquals(metric("rawData").arr.map(_(0).num).toList, cells.flatMap(_.value))
    assertEquals(metric("scorePercentiles")("50.0").num, estimate.value)
    assertEquals(
      one("secondaryMetrics")("gc.alloc.rate.norm")("score").num,
      Statistics.median(cells.flatMap(_.allocB))
    )

  test("few children give no interval, as JMH writes it; single shots have their mode"):
    assertEquals(found("books.encode", "tree", "brine", "browser")("primaryMetric")("scoreError").str, "NaN")
    val shot = found("evactor.run", s"events-${EvactorStudy.quick.head}", "kryo5")
    assertEquals(shot("mode").str, "ss")
    assertEquals(shot("primaryMetric")("scoreUnit").str, "ms/op")

  test("the options of a cell from turns are those of its study, or of all"):
    val turns = ujson.Obj("flags" -> "-Xmn32M", "actors" -> ujson.Obj("flags" -> "-Xmn128M"), "log" -> ujson.Obj())
    for (study, options) <- List("site" -> "-Xmn32M", "log" -> "-Xmn32M", "actors" -> "-Xmn128M") do
      val cell = Fixtures.timed("brine", "one", "run", 1, 2).copy(study = study, turns = List(1, 2, 3))
      val said = Results(List(ujson.Obj("turns" -> turns, "jmh" -> "1.37", "jdk" -> "25")), Nil, List(cell), Nil, 0)
      assertEquals(ujson.read(JmhJson.of(said)).arr.head("jvmArgs").arr.map(_.str).toList, List(options), study)

  test("iterations and options are those of the environment"):
    val said = Results(
      List(
        ujson.Obj(
          "warmUp"  -> "3 x 60 ms",
          "measure" -> "5 x 9 ms",
          "jmh"     -> "1.37",
          "jdk"     -> "25.0.3",
          "flags"   -> ujson.Obj("site" -> "-Xmx2048M -XX:+UseG1GC")
        )
      ),
      Nil,
      results.cells.filter(cell => cell.study == "site" && cell.name == SiteStudy.cases.head),
      Nil,
      0
    )
    val one           = ujson.read(JmhJson.of(said)).arr.head
    assertEquals(one("warmupIterations").num.toInt      -> one("warmupTime").str, 3      -> "60 ms")
    assertEquals(one("measurementIterations").num.toInt -> one("measurementTime").str, 5 -> "9 ms")
    assertEquals(one("jvmArgs").arr.map(_.str).toList, List("-Xmx2048M", "-XX:+UseG1GC"))
    assertEquals(one("jmhVersion").str -> one("jdkVersion").str, "1.37" -> "25.0.3")
