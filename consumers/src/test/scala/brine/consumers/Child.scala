package brine.consumers

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

/** Runs programs in processes of their own, and waits for them. */
object Child:
  /** How a process ended.
    *
    * @param out
    *   what it printed, without its errors
    * @param all
    *   what it printed with its errors, for the message of a failed test
    */
  final case class Ended(code: Int, out: List[String], all: String)

  /** @param environment
    *   added to that of this process
    */
  def run(folder: Path, environment: Map[String, String], command: String*): Ended =
    val out     = Files.createTempFile(folder, "out", ".log")
    val errors  = Files.createTempFile(folder, "errors", ".log")
    val builder = ProcessBuilder(command*)
      .directory(folder.toFile)
      .redirectInput(ProcessBuilder.Redirect.from(java.io.File("/dev/null")))
      .redirectOutput(out.toFile)
      .redirectError(errors.toFile)
    for name <- List("BRINE_LAB", "BRINE_EFFORT", "JAVA_TOOL_OPTIONS") do builder.environment.remove(name)
    environment.foreach((name, value) => builder.environment.put(name, value))
    val process = builder.start()
    val code    =
      try process.waitFor
      catch
        case interrupted: InterruptedException =>
          process.descendants.forEach(child => child.destroy(): Unit)
          process.destroy()
          throw interrupted
    val printed = Files.readString(out, UTF_8)
    val all     = s"${command.mkString(" ")} ended with $code:\n$printed\n${Files.readString(errors, UTF_8)}"
    List(out, errors).foreach(Files.delete)
    Ended(code, printed.linesIterator.toList, all)

  /** Runs a program that must succeed.
    *
    * @throws IllegalStateException
    *   with what it printed, if it ends with another code than 0
    */
  def succeed(folder: Path, environment: Map[String, String], command: String*): Ended =
    val ended = run(folder, environment, command*)
    if ended.code != 0 then throw IllegalStateException(ended.all)
    ended
