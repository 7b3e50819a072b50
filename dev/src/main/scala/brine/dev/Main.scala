package brine.dev

import brine.commandline.CommandLine
import brine.dev.release.{PublishLocalCommand, ReleaseBundleCommand}
import brine.dev.site.DocsCommand
import java.nio.file.Path

/** The program behind the launcher's commands for developing Brine itself. They need a checkout. */
object Main:
  def main(arguments: Array[String]): Unit =
    val home     = Path.of(sys.props.getOrElse("brine.home", ".")).toAbsolutePath
    val checkout = Checkout(home, withLab = sys.props.get("brine.lab").contains("true"))
    sys.exit(run(arguments.toList, checkout))

  /** Runs one command.
    *
    * @return
    *   the exit code: 0 success, 1 it ran and failed, 2 bad input, 69 something has to be installed first
    */
  def run(arguments: List[String], checkout: Checkout): Int =
    val release  = ReleaseBundleCommand(checkout, sys.env.getOrElse("PATH", ""))
    val commands =
      List(
        TestCommand(checkout, WaitingBuild.ofLauncher),
        FuzzCommand(checkout),
        DocsCommand(checkout),
        PublishLocalCommand(checkout),
        release
      )
    CommandLine.run(commands, arguments)
