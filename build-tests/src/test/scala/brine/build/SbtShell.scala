package brine.build

import java.io.{BufferedReader, InputStreamReader, PrintWriter}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path
import scala.util.matching.Regex

/** An sbt shell in a checkout, which runs one command after the other. */
final class SbtShell(checkout: Path) extends AutoCloseable:
  import SbtShell.*

  private val process =
    ProcessBuilder(checkout.resolve("brine").toString, "sbt")
      .directory(checkout.toFile)
      .redirectErrorStream(true)
      .start()
  private val commands = PrintWriter(process.getOutputStream, true, UTF_8)
  private val lines    = BufferedReader(InputStreamReader(process.getInputStream, UTF_8))

  /** Runs a command to its end.
    *
    * @throws IllegalStateException
    *   if it fails, with the end of what it printed
    */
  def run(command: String): Output =
    commands.println(command)
    val output = List.newBuilder[String]
    var line   = lines.readLine
    while line != null && !isEnd(line) do
      output += line
      line = lines.readLine
    val all = output.result()
    if line == null || !line.contains("[success]") then
      throw IllegalStateException(all.takeRight(60).mkString(s"$command failed:\n", "\n", ""))
    Output(all)

  private def isEnd(line: String): Boolean =
    line.contains("[success] Total time") || line.contains("[error] Total time") || line.contains("loading failed")

  /** Ends the shell, and what it is doing. */
  def close(): Unit =
    val all = process.descendants.toList
    all.forEach(child => child.destroy(): Unit)
    process.destroy()
    process.waitFor: Unit
    // The shell's JVM deletes files of its checkout until it has ended.
    all.forEach(child => child.onExit.join(): Unit)

object SbtShell:
  private val Compiled: Regex = """compiling (\d+) Scala sources?(?: and (\d+) Java sources?)? to (\S+)""".r.unanchored

  /** What a command printed. */
  final case class Output(lines: List[String]):
    /** How many sources of a module were compiled into folders with this name; twice where one was compiled twice. */
    def compiled(module: String, folder: String): Int = lines.collect {
      case Compiled(scala, java, to) if to.contains(s"/$module/target/") && to.endsWith(s"/$folder") =>
        scala.toInt + Option(java).fold(0)(_.toInt)
    }.sum
