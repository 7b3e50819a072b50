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
