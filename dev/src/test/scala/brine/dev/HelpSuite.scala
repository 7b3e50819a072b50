package brine.dev

import brine.commandline.HelpFiles
import java.nio.file.{Files, Path}

/** The launcher's help of these commands is what the program prints; every command of the launcher has help. */
class HelpSuite extends HelpFiles:
  private val home = Path.of(sys.props("brine.home"))

  for command <- List("test", "docs", "publish-local", "release-bundle") do
    test(command):
      checkHelpFile(command, Main.run(_, Checkout(home)), List(command, "--help"))

  test("the list of commands names those that the launcher has, each with a help of its own"):
    val launcher = Files.readString(home.resolve("brine"))
    val commands = raw"(?m)^do_([a-z_]+)\(\)".r.findAllMatchIn(launcher).map(_.group(1).replace('_', '-')).toSet
    val listed   = Files
      .readString(home.resolve("help/brine.txt"))
      .linesIterator
      .toList
      .dropWhile(_ != "commands")
      .drop(1)
      .takeWhile(_.nonEmpty)
      .map(_.trim.takeWhile(_ != ' '))
    assert(commands("journal"), commands)
    assertEquals(listed.toSet, commands + "help")
    for command <- listed do assert(Files.isRegularFile(home.resolve(s"help/$command.txt")), command)

  test("help fits a terminal"):
    for name <- helpFiles(""); line <- Files.readString(home.resolve(s"help/$name.txt")).linesIterator do
      assert(line.length <= 120, s"$name: $line")
