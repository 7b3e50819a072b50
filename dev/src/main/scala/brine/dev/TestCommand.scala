package brine.dev

import brine.commandline.{Command, CommandLine, Nearest}
import java.nio.file.Path
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Runs the tests of all modules, or of those named, on every platform they are built for, and sums up the results.
  * The launcher has checked that the programs they need are there.
  *
  * @param waiting
  *   the build that has just made this program, if it waits for the tests to run
  */
final class TestCommand(checkout: Checkout, waiting: Option[WaitingBuild] = None) extends Command:
  import TestCommand.Arguments

  val names: List[String] = List("test")

  def run(arguments: List[String]): Int =
    CommandLine.parse(ParserForClass[Arguments], arguments): parsed =>
      (parsed.soak, parsed.crash) match
        case (Some(_), Some(_))   => CommandLine.complain("--soak and --crash are two runs: give one of them")
        case (Some(time), None)   => SoakRun.run(time, parsed.seed, checkout)
        case (None, Some(rounds)) => CrashRun.run(rounds, parsed.seed, checkout)
        case (None, None)         => tests(parsed)

  private def tests(parsed: Arguments): Int =
    val projects = checkout.testedProjects
    val modules  = projects.map(_.module).distinct
    val named    = parsed.modules.value.toList.map(_.stripSuffix("/")).distinct
    named.find(!modules.contains(_)) match
      case Some(unknown) if unknown.startsWith("-") =>
        CommandLine.complain(s"unknown option '$unknown'; --help lists the options")
      case Some(unknown) =>
        CommandLine.complain(
          s"no module '$unknown' with tests; ${Nearest.hint(unknown, modules)} (modules: ${modules.mkString(", ")})"
        )
      case None =>
        val chosen = if named.isEmpty then projects else projects.filter(project => named.contains(project.module))
        Effort.of(parsed.effort) match
          case Left(wrong)   => CommandLine.complain(wrong)
          case Right(effort) => test(chosen, wholeBuild = named.isEmpty, effort, parsed.json.value)

  private def test(chosen: List[TestedProject], wholeBuild: Boolean, effort: Effort, json: Boolean): Int =
    val full             = effort == Effort.Full
    val (left, projects) = if full then (Nil, chosen) else chosen.partition(_.leftToFull)
    if projects.isEmpty && left.nonEmpty then
      CommandLine.complain(s"effort quick leaves ${left.map(_.tests).mkString(" and ")} to full: add --effort full")
    else run(projects, left, wholeBuild, effort, json)

  private def run(
      projects: List[TestedProject],
      left: List[TestedProject],
      wholeBuild: Boolean,
      effort: Effort,
      json: Boolean
  ): Int =
    val full   = effort == Effort.Full
    val format = if wholeBuild && full then List("scalafmtCheckAll", "scalafmtSbtCheck") else Nil
    val pages  = if (full || !wholeBuild) && projects.exists(_.module == "docs") then List("docs/compilePages") else Nil
    val log    = checkout.target.resolve("brine-test.log")
    val first  = outcome(projects, identity, Nil, pages ::: format, effort, log, waiting)
    val others = if full then projects.flatMap(_.otherScala).distinct else Nil
    val further = others.map: version =>
      val tested = projects.filter(_.otherScala.contains(version))
      val ownLog = checkout.target.resolve(s"brine-test-$version.log")
      // A compiler that translates something wrongly shows it in any test; searching twice as long would not find more.
      outcome(
        tested,
        module => s"$module, Scala $version",
        List(s"++$version"),
        Nil,
        Effort.Quick,
        ownLog,
        None,
        everySuite = true
      )
    val all = further.foldLeft(first)(_ ++ _).copy(leftToFull = left.map(_.tests))
    if json then println(ujson.write(all.toJson)) else println(all.text)
    all.exitCode

  /** Runs the tests of these projects in one run of the build. The Scala version is part of a module's name where it is
    * not the build's own.
    */
  private def outcome(
      projects: List[TestedProject],
      name: String => String,
      before: List[String],
      more: List[String],
      effort: Effort,
      log: Path,
      waiting: Option[WaitingBuild],
      everySuite: Boolean = false
  ): TestOutcome =
    projects.foreach(project => TestReport.clear(project.reports))
    val tests = ("withoutProgress all" :: projects.map(_.id + "/test") ::: more).mkString(" ")
    val build = waiting match
      case Some(build) => build.run(before :+ tests, log)(showProgress)
      case None        => BuildRun.start(checkout, before :+ tests, effort, log, everySuite)(showProgress)
    TestOutcome.of(
      projects.groupMap(project => name(project.module))(project => TestReport.read(project.reports)),
      build,
      log
    )

  /** Shows the lines of the build's log that matter while it runs: compilation, failed tests, errors. */
  private def showProgress(coloured: String): Unit =
    val line = coloured.replaceAll("\u001b\\[[;\\d]*m", "")
    if line.startsWith("[error]") || line.startsWith("brine: ") || line.contains("] compiling ") || line.contains(
        "==> X "
      )
    then Console.err.println(line)

object TestCommand:
  @main(
    name = "./brine test",
    doc = "Runs every test of every module, or of the modules named (a module is a folder: codec, lab, cli). " +
      "With --effort full, the searching tests search as long as for a release, the code of all pages is compiled, " +
      "the format of all sources is checked, and the published modules are also tested with the other Scala " +
      "versions, with small counts. `./brine test docs` compiles the pages too. " +
      "The last line is `N passed, N failed, N skipped`."
  )
  private[dev] final case class Arguments(
      @arg(doc = "quick (default): all suites on the JVM, small counts; full: all, long searches") effort: String =
        "quick",
      @arg(doc = "one JSON object on standard output instead of text") json: Flag = Flag(),
      @arg(doc = "instead, run the soak test of the actors for this long: 60m, 90s, 1h") soak: Option[String] = None,
      @arg(doc =
        "instead, kill a process that writes a journal this many times and verify what is left: 1000"
      ) crash: Option[
        String
      ] = None,
      @arg(doc = "the seed of the first soak run or crash round; a number") seed: Option[Long] = None,
      @arg(name = "module", doc = "modules to test; all by default") modules: Leftover[String] = Leftover()
  )
