package brine.cli.codec

import brine.commandline.{Command, CommandLine, Nearest}
import java.io.InputStream

/** Looks into bytes without the classes of the program that wrote them.
  *
  * @param stdin
  *   what is read where a file is named `-`
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
    s"""Looks into bytes without the classes of the program that wrote them.
       |
       |usage: brine codec COMMAND [ARGUMENT…]
       |
       |commands
       |${rows.mkString}
       |brine codec COMMAND --help says more of one command. A segment brings its schemas; other messages need --schema.
       |""".stripMargin

/** One word after `brine codec`. */
private[codec] trait CodecTask:
  def name: String

  /** What it does, in a line. */
  def summary: String

  /** @return
    *   the exit code
    */
  def run(arguments: List[String]): Int
