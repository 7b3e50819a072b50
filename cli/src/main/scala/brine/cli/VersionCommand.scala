package brine.cli

import brine.commandline.{Command, CommandLine}
import mainargs.{arg, main, Flag, ParserForClass}

/** Prints the version of Brine, and of the Java that runs it. */
object VersionCommand extends Command:
  val names: List[String] = List("version", "--version")

  @main(name = "brine version", doc = "Prints the version of Brine and of the Java that runs it.")
  private[cli] final case class Arguments(@arg(doc = "one JSON object instead of a line of text") json: Flag = Flag())

  def run(arguments: List[String]): Int =
    CommandLine.parse(ParserForClass[Arguments], arguments): parsed =>
      val brine = version
      val java  = Runtime.version.toString
      println(if parsed.json.value then ujson.write(ujson.Obj("brine" -> brine, "java" -> java))
      else s"brine $brine (Java $java)")
      0

  private def version: String =
    val properties = java.util.Properties()
    val stream     = getClass.getResourceAsStream("/brine/cli/version.properties")
    try properties.load(stream)
    finally stream.close()
    properties.getProperty("version")
