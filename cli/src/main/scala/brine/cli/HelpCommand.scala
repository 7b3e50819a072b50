package brine.cli

import brine.commandline.Command
import java.nio.charset.StandardCharsets.UTF_8

/** Lists the commands. The launcher prints the same text when nothing is built yet. */
object HelpCommand extends Command:
  val names: List[String] = List("help", "--help", "-h")

  def text: String =
    val stream = getClass.getResourceAsStream("/brine/cli/help.txt")
    try String(stream.readAllBytes, UTF_8)
    finally stream.close()

  def run(arguments: List[String]): Int =
    print(text)
    0
