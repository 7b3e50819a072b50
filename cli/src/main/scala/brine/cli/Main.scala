package brine.cli

import brine.cli.codec.CodecCommand
import brine.cli.journal.JournalCommand
import brine.commandline.{Command, CommandLine}
import java.io.{FileDescriptor, FileOutputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8

/** Entry point of `brine`, as `./brine` in a checkout and as a program of its own. */
object Main:
  private val commands: List[Command] =
    List(JournalCommand(() => System.in), CodecCommand(() => System.in), VersionCommand, HelpCommand)

  def main(arguments: Array[String]): Unit =
    val output   = WatchedOutput(FileOutputStream(FileDescriptor.out))
    val out      = PrintStream(output, false, UTF_8)
    val exitCode = Console.withOut(out)(run(arguments.toList))
    out.flush()
    sys.exit(output.exitCode(exitCode))

  /** Runs one command.
    *
    * @return
    *   the exit code: 0 success, 1 the command ran and failed, 2 bad arguments
    */
  def run(arguments: List[String]): Int = outOfMemory(CommandLine.run(commands, arguments))

  /** Says in a line that a command had too little memory. */
  private[cli] def outOfMemory(command: => Int): Int =
    try command
    catch
      case _: OutOfMemoryError =>
        Console.err.println(
          s"brine: the memory, ${Runtime.getRuntime.maxMemory >> 20} MiB, was not enough. Set the environment " +
            "variable JAVA_TOOL_OPTIONS to -Xmx4g, or more, and run the command again"
        )
        1
