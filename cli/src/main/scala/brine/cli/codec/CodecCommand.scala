package brine.cli.codec

import brine.commandline.{Command, CommandLine, Nearest}
import java.io.InputStream

/** Inspects bytes without the classes of the program that wrote them.
  *
  * @param stdin
  *   input used if a file is named `-`
  */
final class CodecCommand(stdin: () => InputStream) extends Command:
  val names: List[String] = List("codec")

  private val commands: List[CodecTask] =
    List(DumpTask(Input(stdin)), SchemaTask(Input(stdin)), DiffTask(Input(stdin)), ProfileTask(Input(stdin)), CheckTask)

  def run(arguments: List[String]): Int = arguments match
    case Nil =>
      Console.err.print(CodecCommand.help(commands))
      2
    case name :: rest =>
      commands.find(_.name == name) match
        case Some(command)                             => command.run(rest)
        case None if Set("--help", "-h", "help")(name) =>
          print(CodecCommand.help(commands))
          0
        case None => CommandLine.complain(s"no command 'codec $name'; ${Nearest.hint(name, commands.map(_.name))}")

object CodecCommand:
  private def help(commands: List[CodecTask]): String =
    val width = commands.map(_.name.length).max
    val rows  = commands.map(command => s"  ${command.name.padTo(width, ' ')}  ${command.summary}\n")
    s"""Inspects bytes without the classes of the program that wrote them.
       |
       |usage: brine codec COMMAND [ARGUMENT…]
       |
       |commands
       |${rows.mkString}
       |brine codec COMMAND --help explains one command. A container contains its schemas; other messages need --schema.
       |After --, each argument is a name, also one that begins with -.
       |""".stripMargin

/** A command of `brine codec`. */
private[codec] trait CodecTask:
  def name: String

  /** What the command does, in one line. */
  def summary: String

  /** Runs the command.
    *
    * @return
    *   the exit code
    */
  def run(arguments: List[String]): Int
