package brine.cli

import brine.commandline.{Captured, HelpFiles}

/** The launcher's help of `journal`, `codec` and `version` is what the program prints. */
class HelpSuite extends HelpFiles:
  /** The tasks that the help of a command lists. */
  private def tasks(command: String): List[String] =
    val lines = Captured(Main.run(List(command, "--help"))).out.linesIterator.toList
    lines.dropWhile(_ != "commands").drop(1).takeWhile(_.startsWith("  ")).map(_.trim.takeWhile(_ != ' '))

  test("version"):
    checkHelpFile("version", Main.run, List("version", "--help"))

  for command <- List("journal", "codec") do
    test(command):
      checkHelpFile(command, Main.run, List(command, "--help"))

    test(s"every task of $command, and no other"):
      assert(tasks(command).size >= 5, tasks(command))
      for task <- tasks(command) do checkHelpFile(s"$command-$task", Main.run, List(command, task, "--help"))
      assertEquals(helpFiles(s"$command-"), tasks(command).map(task => s"$command-$task").sorted)
