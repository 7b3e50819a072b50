package brine.dev

import java.nio.file.Path

/** The result of a whole test run.
  *
  * @param failures
  *   names of all failed tests and failed build steps
  * @param leftToFull
  *   which tests this effort did not run
  */
final case class TestOutcome(
    modules: List[(String, TestReport)],
    failures: List[String],
    log: Path,
    leftToFull: List[String] = Nil
):
  private def slowest: List[(String, SuiteTime)] =
    val suites = modules.flatMap((module, report) => report.suites.map(module -> _))
    suites.sortBy(-_._2.seconds).take(TestOutcome.MostSlow)

  /** Both runs together. */
  def ++(other: TestOutcome): TestOutcome =
    copy(modules ++ other.modules, failures ++ other.failures, if failures.isEmpty then other.log else log)

  private val all = modules.map(_._2).foldLeft(TestReport.empty)(_ ++ _)

  def exitCode: Int = if failures.isEmpty then 0 else 1

  /** One line per module, one for what was left to full, one line per failure, and last
    * `N passed, N failed, N skipped`.
    */
  def text: String =
    val width = modules.map(_._1.length).maxOption.getOrElse(0)
    val rows  = modules.map((module, report) =>
      s"  ${module.padTo(width, ' ')}  ${counts(report.passed, report.failed.size, report.skipped)}"
    )
    val left =
      if leftToFull.isEmpty then Nil else List(leftToFull.mkString("left to full: ", ", ", " (see docs/faults.md)"))
    val slow =
      if slowest.isEmpty then Nil
      else
        "slowest suites:" :: slowest.map: (module, suite) =>
          String.format(java.util.Locale.ROOT, "  %6.1f s  %s: %s", suite.seconds, module, suite.name)
    val trail = if failures.isEmpty then Nil else "failed:" :: failures.map("  " + _) ::: List(s"the whole log is $log")
    (rows ::: left ::: slow ::: trail ::: List(counts(all.passed, failures.size, all.skipped))).mkString("\n")

  def toJson: ujson.Value = ujson.Obj(
    "passed"     -> all.passed,
    "failed"     -> failures.size,
    "skipped"    -> all.skipped,
    "failures"   -> failures,
    "leftToFull" -> leftToFull,
    "slowest"    -> slowest.map((module, suite) =>
      ujson.Obj("module" -> module, "suite" -> suite.name, "seconds" -> suite.seconds)
    ),
    "modules" -> modules.map: (module, report) =>
      ujson.Obj(
        "module"  -> module,
        "passed"  -> report.passed,
        "failed"  -> report.failed.size,
        "skipped" -> report.skipped
      )
  )

  private def counts(passed: Int, failed: Int, skipped: Int) = s"$passed passed, $failed failed, $skipped skipped"

object TestOutcome:
  private val MostSlow = 10

  /** Combines the test reports with the result of the build. A module without a test counts as a failure, and so does a
    * build that failed although all reports are fine.
    *
    * @param reports
    *   reports by module, one per project of the module
    */
  def of(reports: Map[String, List[TestReport]], build: BuildRun, log: Path): TestOutcome =
    val modules = reports.view.mapValues(_.foldLeft(TestReport.empty)(_ ++ _)).toList.sortBy(_._1)
    val failed  = modules.flatMap((module, report) => report.failed.map(test => s"$module: $test")) ++ build.failedSteps
    val empty   =
      reports.toList.sortBy(_._1).collect { case (module, of) if of.exists(_.total == 0) => s"$module: no tests found" }
    val known   = if modules.isEmpty then List("no tests found") else if failed.isEmpty then empty else failed ++ empty
    val unknown =
      if known.isEmpty && build.exitCode != 0 then List(s"the build ended with code ${build.exitCode}") else Nil
    TestOutcome(modules, known ++ unknown, log)
