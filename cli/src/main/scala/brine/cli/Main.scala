package brine.cli

import brine.cli.codec.CodecCommand
import brine.cli.journal.JournalCommand
import brine.commandline.{Command, CommandLine}

/** The program `brine`: looks into journals and bytes without the classes of the programs that wrote them. */
object Main:
  private val commands: List[Command] =
    List(JournalCommand(() => System.in), CodecCommand(() => System.in), VersionCommand, HelpCommand)

  def main(arguments: Array[String]): Unit = sys.exit(run(arguments.toList))

  /** Runs one command.
    *
    * @return
    *   the exit code: 0 success, 1 it ran and failed, 2 bad input
    */
  def run(arguments: List[String]): Int = CommandLine.run(commands, arguments)
