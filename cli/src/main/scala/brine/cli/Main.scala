package brine.cli

import brine.cli.codec.CodecCommand
import brine.cli.journal.JournalCommand
import brine.lab.run.Nearest
import java.nio.file.Path

/** Entry point of `./brine`, started by the launcher after the build. */
object Main:
  private val commands: List[Command] =
    List(
      LabCommand,
      CodecCommand(() => System.in),
      JournalCommand(() => System.in),
      TestCommand(sys.env.getOrElse("PATH", "")),
      FuzzCommand,
      VersionCommand,
      HelpCommand
    )

  def main(arguments: Array[String]): Unit =
    sys.exit(run(arguments.toList, Checkout(Path.of(sys.props.getOrElse("brine.home", ".")).toAbsolutePath)))

  /** Runs one command.
    *
    * @return
    *   the exit code: 0 success, 1 the command ran and failed, 2 bad arguments, 69 something must be installed first
    */
  def run(arguments: List[String], checkout: Checkout): Int = arguments match
    case Nil          => complain(s"which command? ${names.mkString(", ")}; ./brine help says more")
    case name :: rest =>
      commands.find(_.names.contains(name)) match
        case Some(command) => command.run(rest, checkout)
        case None          => complain(s"no command '$name'; ${Nearest.hint(name, names)}")

  private def names: List[String] = commands.map(_.names.head)

  /** Prints what is wrong with the arguments on standard error, in one line. */
  private[cli] def complain(message: String): Int =
    Console.err.println(s"brine: $message")
    2
