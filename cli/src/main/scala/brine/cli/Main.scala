package brine.cli

import brine.cli.codec.CodecCommand
import brine.cli.journal.JournalCommand
import brine.commandline.{Command, CommandLine}

/** Entry point of `brine`, as `./brine` in a checkout and as a program of its own. */
object Main:
  private val commands: List[Command] =
    List(JournalCommand(() => System.in), CodecCommand(() => System.in), VersionCommand, HelpCommand)

  def main(arguments: Array[String]): Unit = sys.exit(run(arguments.toList))

  /** Runs one command.
    *
    * @return
    *   the exit code: 0 success, 1 the command ran and failed, 2 bad arguments
    */
  def run(arguments: List[String]): Int = CommandLine.run(commands, arguments)
