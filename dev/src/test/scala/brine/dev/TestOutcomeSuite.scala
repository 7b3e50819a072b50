package brine.dev

import java.nio.file.Path
import munit.FunSuite

class TestOutcomeSuite extends FunSuite:
  private val log  = Path.of("brine-test.log")
  private val fine = BuildRun(0, Nil)

  test("the last line sums up all modules"):
    val outcome = TestOutcome.of(
      Map("codec" -> List(TestReport(3, Nil, 1), TestReport(2, Nil, 0)), "cli" -> List(TestReport(4, Nil, 0))),
      fine,
      log
    )
    assertEquals(outcome.text.linesIterator.toList.last, "9 passed, 0 failed, 1 skipped")
    assertEquals(outcome.exitCode, 0)
    assertEquals(outcome.modules.map(_._1), List("cli", "codec"))

  test("failed tests are named before the last line"):
    val outcome = TestOutcome.of(Map("cli" -> List(TestReport(1, List("a.Suite: breaks"), 0))), BuildRun(1, Nil), log)
    assertEquals(
      outcome.text,
      """  cli  1 passed, 1 failed, 0 skipped
        |failed:
        |  cli: a.Suite: breaks
        |the whole log is brine-test.log
        |1 passed, 1 failed, 0 skipped""".stripMargin
    )
    assertEquals(outcome.exitCode, 1)

  test("the ten slowest suites are named, the slowest first"):
    def report(times: Double*) = TestReport(1, Nil, 0, times.map(time => SuiteTime(s"a.S$time", time)).toList)
    val outcome = TestOutcome.of(Map("cli" -> List(report(1.25, 30)), "codec" -> List(report(2))), fine, log)
    assertEquals(
      outcome.text,
      """  cli    1 passed, 0 failed, 0 skipped
        |  codec  1 passed, 0 failed, 0 skipped
        |slowest suites:
        |    30.0 s  cli: a.S30.0
        |     2.0 s  codec: a.S2.0
        |     1.3 s  cli: a.S1.25
        |2 passed, 0 failed, 0 skipped""".stripMargin
    )
    assertEquals(outcome.toJson("slowest")(1)("suite").str, "a.S2.0")
    val many = TestOutcome.of(Map("cli" -> List(report((1 to 20).map(_.toDouble)*))), fine, log).toJson("slowest").arr
    assertEquals(many.size, 10)
    assertEquals(many.map(_("seconds").num).head, 20d)

  test("what was left to full is named after the modules"):
    val outcome = TestOutcome.of(Map("cli" -> List(TestReport(1, Nil, 0))), fine, log).copy(leftToFull = List("a", "b"))
    assertEquals(
      outcome.text,
      """  cli  1 passed, 0 failed, 0 skipped
        |left to full: a, b (see docs/faults.md)
        |1 passed, 0 failed, 0 skipped""".stripMargin
    )
    assertEquals((outcome ++ TestOutcome.of(Map.empty, fine, log)).leftToFull, List("a", "b"))
    assertEquals(outcome.toJson("leftToFull").arr.map(_.str).toList, List("a", "b"))

  test("two runs add up"):
    val one  = TestOutcome.of(Map("cli" -> List(TestReport(4, Nil, 0))), fine, log)
    val two  = TestOutcome.of(Map("cli, Scala 3.8.3" -> List(TestReport(3, List("a.Suite: breaks"), 0))), fine, log)
    val both = one ++ two
    assertEquals(both.text.linesIterator.toList.last, "7 passed, 1 failed, 0 skipped")
    assertEquals(both.exitCode, 1)
    assertEquals(both.modules.map(_._1), List("cli", "cli, Scala 3.8.3"))

  test("no tests at all is a failure"):
    val outcome = TestOutcome.of(Map.empty, fine, log)
    assertEquals(outcome.text.linesIterator.toList.last, "0 passed, 1 failed, 0 skipped")
    assertEquals(outcome.exitCode, 1)

  test("a platform of a module without a single test is a failure"):
    val outcome = TestOutcome.of(Map("codec" -> List(TestReport(3, Nil, 0), TestReport.empty)), fine, log)
    assertEquals(outcome.failures, List("codec: no tests found"))
    assertEquals(outcome.exitCode, 1)

  test("a step that failed counts although all tests passed"):
    val outcome = TestOutcome.of(
      Map("cli" -> List(TestReport(1, Nil, 0))),
      BuildRun(1, List("docs / mdoc: mdoc failed")),
      log
    )
    assertEquals(outcome.failures, List("docs / mdoc: mdoc failed"))
    assertEquals(outcome.text.linesIterator.toList.last, "1 passed, 1 failed, 0 skipped")

  test("a build that failed for no reason given is a failure"):
    val outcome = TestOutcome.of(Map("cli" -> List(TestReport(1, Nil, 0))), BuildRun(137, Nil), log)
    assertEquals(outcome.failures, List("the build ended with code 137"))

  test("the same as JSON"):
    val json =
      TestOutcome.of(Map("cli" -> List(TestReport(1, List("a.Suite: breaks"), 2))), BuildRun(1, Nil), log).toJson
    assertEquals(json("passed").num, 1d)
    assertEquals(json("failed").num, 1d)
    assertEquals(json("skipped").num, 2d)
    assertEquals(json("failures")(0).str, "cli: a.Suite: breaks")
    assertEquals(json("modules")(0)("module").str, "cli")
