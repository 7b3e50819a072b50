package brine.dev

import java.io.InputStream
import java.nio.file.{Files, Path, StandardCopyOption}

/** The build that made this program and waits for commands, so that it need not be started again. It runs commands once
  * and ends.
  *
  * @param folder
  *   where it looks for a file `commands`, and where its exit code is written to the file `exit` before its output ends
  * @param output
  *   what it prints from now on
  */
final class WaitingBuild(folder: Path, output: InputStream):

  /** Runs these commands.
    *
    * @param log
    *   file that receives all output of the build
    * @param show
    *   called with each line, to show progress
    */
  def run(commands: List[String], log: Path)(show: String => Unit): BuildRun =
    // Whole or not at all, since the build reads it as soon as it is there.
    val part = Files.writeString(folder.resolve("commands.part"), commands.map(_ + "\n").mkString)
    Files.move(part, folder.resolve("commands"), StandardCopyOption.ATOMIC_MOVE)
    val steps = BuildRun.read(output, log)(show)
    val exit  = folder.resolve("exit")
    // A build that was killed has left no code.
    val code = if Files.exists(exit) then Files.readString(exit).trim.toIntOption.getOrElse(1) else 1
    BuildRun(code, steps)

object WaitingBuild:
  /** The environment variable with the folder of the build that waits. */
  val Variable = "BRINE_WAITING_BUILD"

  /** The build that the launcher says is waiting; its output is this process' standard input. */
  def ofLauncher: Option[WaitingBuild] = sys.env.get(Variable).map(folder => WaitingBuild(Path.of(folder), System.in))
