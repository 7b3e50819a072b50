package brine.lab

import brine.lab.cli.*
import brine.lab.failure.{Refusal, RunFailure}
import brine.lab.report.Recorded
import brine.lab.results.Disk
import brine.lab.run.{Stage, StageBuild}
import java.nio.file.Path

/** Entry point of the lab, called by the `brine` launcher. */
object LabMain:
  def main(arguments: Array[String]): Unit =
    val home  = Path.of(sys.props.getOrElse("brine.home", ".")).toAbsolutePath
    val java  = Path.of(sys.props("java.home"), "bin", "java")
    val build = StageBuild.byLauncher(home.resolve("brine"), sys.props.getOrElse("brine.stale", ""))
    sys.exit(run(arguments.toSeq, home.resolve("target/stage"), java, build, Some(home)))

  /** Runs one lab command.
    *
    * @param args
    *   the arguments after `lab`
    * @param stage
    *   folder with the staged class paths: `labHarness.classpath`, `peers/NAME.classpath` or `peers/NAME.unavailable`
    * @param java
    *   Java executable for child JVMs
    * @param build
    *   builds the parts of the stage that are out of date
    * @param checkout
    *   the folder of Brine, whose recorded runs reports show beside the user's own
    * @return
    *   the exit code: 0 success (a failing peer is a row, not a failure), 1 the run failed, 2 bad arguments, 130 ended
    *   by a signal
    */
  def run(
      args: Seq[String],
      stage: Path,
      java: Path,
      build: StageBuild = StageBuild.Complete,
      checkout: Option[Path] = None
  ): Int =
    def recorded() = checkout.toList.flatMap(Recorded.in)
    try
      args.toList match
        case "help" :: rest            => Help.print(command(rest))
        case args if Help.wanted(args) => Help.print(command(args))
        case "list" :: rest            => ListCommand.run(rest, stage, java)
        case "plan" :: rest            => PlanCommand.run(rest, stage, java)
        case "doctor" :: rest          => DoctorCommand.run(rest, stage, java)
        case "compare" :: rest         => CompareCommand.run(rest)
        case "report" :: rest          => ReportCommand.run(rest, recorded)
        case "record" :: rest          => RecordCommand.run(rest, Recorded.folder(checkout.getOrElse(Path.of("."))))
        case "targets" :: rest         => TargetsCommand.run(rest)
        case "figures" :: rest         => FiguresCommand.run(rest)
        case "custom" :: rest          => CustomCommand.run(rest, Stage.read(stage), java)
        case "serve" :: rest           => RunCommand.run(rest, stage, java, build, recorded, serve = true)
        case all                       => RunCommand.run(all, stage, java, build, recorded)
    catch
      case refusal: Refusal                    => complain(refusal.getMessage, 2)
      case failure: RunFailure                 => complain(failure.getMessage, 1)
      case failure: _root_.java.io.IOException =>
        val full = if Disk.isFull(failure) then "the disk is full; " else ""
        complain(s"$full${failure.getClass.getSimpleName}: ${failure.getMessage}", 1)

  /** The command that help is asked for; empty for a run. */
  private def command(args: List[String]): String = args.headOption.filter(Help.commands.contains).getOrElse("")

  private def complain(message: String, code: Int): Int =
    System.err.println("brine lab: " + message.linesIterator.mkString(" "))
    code
