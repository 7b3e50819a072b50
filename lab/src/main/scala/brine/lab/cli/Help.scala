package brine.lab.cli

import java.nio.charset.StandardCharsets.UTF_8

/** Help texts of the lab's commands: the files that the launcher prints, which the build copies into the lab's
  * resources.
  */
object Help:
  /** The commands with help of their own; a run's is that of the lab. */
  val commands: List[String] =
    List("plan", "list", "doctor", "compare", "custom", "serve", "report", "targets", "figures", "record")

  /** The help of a command, or of the lab for an empty name. */
  def text(command: String = ""): String =
    val stream =
      getClass.getResourceAsStream(s"/brine/lab/help/${if command.isEmpty then "lab" else s"lab-$command"}.txt")
    try String(stream.readAllBytes, UTF_8)
    finally stream.close()

  def print(command: String = ""): Int =
    Predef.print(text(command))
    0

  /** Whether somebody asks for help. */
  def wanted(args: Seq[String]): Boolean = args.exists(arg => arg == "--help" || arg == "-h")
