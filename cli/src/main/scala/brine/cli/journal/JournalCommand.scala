package brine.cli.journal

import brine.commandline.{Command, Nearest}
import brine.journal.JournalException
import mainargs.ParserForClass
import java.io.{IOException, InputStream, UncheckedIOException}

/** Inspects journals without the classes of the program that writes them, and repairs them.
  *
  * @param stdin
  *   input used if a file is named `-`
  */
final class JournalCommand(stdin: () => InputStream) extends Command:
  val names: List[String] = List("journal")

  private val tasks: List[JournalTask] = List(
    InfoTask,
    VerifyTask,
    DumpTask,
    TailTask,
    GrepTask,
    StatsTask,
    ExportTask,
    ImportTask(stdin),
    CopyTask,
    FollowTask(stdin),
    PromoteTask,
    FenceTask,
    BackupTask,
    RestoreTask,
    DeleteTask,
    CompactTask,
    RepairTask
  )

  def run(arguments: List[String]): Int = arguments match
    case Nil =>
      Console.err.print(help)
      2
    case name :: rest =>
      tasks.find(_.name == name) match
        case Some(task)                                => running(task, rest)
        case None if Set("--help", "-h", "help")(name) =>
          print(help)
          0
        case None => Ending.complain(s"no command 'journal $name'; ${Nearest.hint(name, tasks.map(_.name))}")

  private def running(task: JournalTask, arguments: List[String]): Int =
    try task.run(arguments)
    catch
      case error: IOException => Ending.failed(Ending.described(error))
      // Of a database that fails while it is read.
      case error: JournalException     => Ending.failed(error.error)
      case error: UncheckedIOException => Ending.failed(Ending.described(error.getCause))

  private def help: String =
    val width = tasks.map(_.name.length).max
    val rows  = tasks.map(task => s"  ${task.name.padTo(width, ' ')}  ${task.summary}\n")
    s"""Inspects a journal without the classes of the program that writes it, also while that program runs.
       |
       |usage: brine journal COMMAND [ARGUMENT…]
       |
       |commands
       |${rows.mkString}
       |brine journal COMMAND --help explains one command. DIR is the journal's folder; for
       |info, dump, tail, grep, stats, export, import, copy, follow, promote and fence also the URL of a database, such as
       |jdbc:sqlite:shop.db.
       |After --, each argument is a name, also one that begins with -.
       |""".stripMargin

/** A command of `brine journal`. */
private[journal] trait JournalTask:
  def name: String

  /** What the command does, in one line. */
  def summary: String

  /** Runs the command.
    *
    * @return
    *   the exit code
    */
  def run(arguments: List[String]): Int

  protected object options
      extends brine.commandline.Options(
        valued = Set(
          "--from",
          "--to",
          "--stream",
          "--tag",
          "--at",
          "--limit",
          "--top",
          "--out",
          "--segment-size",
          "--log",
          "--to-log",
          "--expected",
          "--fence-source",
          "--fence-log"
        ),
        flags = Set(
          "--json",
          "--whole",
          "--follow",
          "-f",
          "--ignore-case",
          "-i",
          "--apply",
          "--thorough",
          "--all",
          "--deleted",
          "--list",
          "--continue",
          "--until-caught-up",
          "--recent",
          "--adopt",
          "--end",
          "--help",
          "-h"
        )
      ):
    // Names come from scripts, which may have them from elsewhere.
    override def parse[A](parser: ParserForClass[A], arguments: List[String])(use: A => Either[String, Int]): Int =
      super.parse(parser, arguments)(parsed => use(parsed).left.map(Ending.oneLine(_)))
