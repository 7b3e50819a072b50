package brine.lab

import brine.lab.cli.*
import java.nio.file.Path

/** Entry point of the lab, called by the `brine` launcher. */
object LabMain:
  def main(arguments: Array[String]): Unit =
    val home = Path.of(sys.props.getOrElse("brine.home", ".")).toAbsolutePath
    sys.exit(run(arguments.toSeq, home.resolve("target/stage"), Path.of(sys.props("java.home"), "bin", "java")))

  /** Runs one lab command.
    *
    * @param args
    *   the arguments after `lab`
    * @param stage
    *   folder with the staged class paths: `labHarness.classpath`, `peers/NAME.classpath` or `peers/NAME.unavailable`
    * @param java
    *   Java executable for child JVMs
    * @return
    *   the exit code: 0 success (a failing peer is a row, not a failure), 1 the run failed, 2 bad arguments, 130 ended
    *   by a signal
    */
  def run(args: Seq[String], stage: Path, java: Path): Int =
    try
      args.toList match
        case ("--help" | "-h" | "help") :: _ => Help.print()
        case "list" :: rest                  => ListCommand.run(rest, stage, java)
        case "doctor" :: rest                => DoctorCommand.run(rest, stage, java)
        case "compare" :: rest               => CompareCommand.run(rest)
        case "report" :: rest                => ReportCommand.run(rest)
        case "serve" :: rest                 => RunCommand.run(rest, stage, java, serve = true)
        case all                             => RunCommand.run(all, stage, java)
    catch
      case refusal: Refusal                    => complain(refusal.getMessage, 2)
      case failure: RunFailure                 => complain(failure.getMessage, 1)
      case failure: _root_.java.io.IOException =>
        complain(s"${failure.getClass.getSimpleName}: ${failure.getMessage}", 1)

  private def complain(message: String, code: Int): Int =
    System.err.println("brine lab: " + message.linesIterator.mkString(" "))
    code
