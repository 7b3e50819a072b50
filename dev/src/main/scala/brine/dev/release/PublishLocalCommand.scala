package brine.dev.release

import brine.commandline.{Command, CommandLine}
import brine.dev.{BuildRun, Checkout, Effort}
import java.nio.file.Files
import mainargs.{main, ParserForClass}
import scala.jdk.CollectionConverters.*

/** Installs the published modules on this machine, for sbt, scala-cli and Maven. */
final class PublishLocalCommand(checkout: Checkout) extends Command:
  import PublishLocalCommand.Arguments

  val names: List[String] = List("publish-local")

  def run(arguments: List[String]): Int =
    CommandLine.parse(ParserForClass[Arguments], arguments): _ =>
      val log   = checkout.target.resolve("brine-publish.log")
      val build = BuildRun.start(checkout, List("publishAllLocal"), Effort.Quick, log)(showProgress)
      val said  = checkout.target.resolve("publication").resolve("local.tsv")
      if build.exitCode != 0 then
        Console.err.println(s"brine: the build failed; the whole log is $log")
        1
      else
        println(LocalPublication.parse(Files.readAllLines(said).asScala.toList).text)
        0

  private def showProgress(line: String): Unit =
    if line.startsWith("[error]") || line.startsWith("brine: ") || line.contains("] compiling ") then
      Console.err.println(line)

object PublishLocalCommand:
  @main(
    name = "./brine publish-local",
    doc = "Installs all published modules, for the JVM and JavaScript, on this machine: in the local repository of " +
      "Ivy, where sbt and scala-cli find them, and in that of Maven. Prints the lines that depend on them."
  )
  private[dev] final case class Arguments()
