package brine.commandline

import mainargs.{arg, main, Flag, Leftover, ParserForClass}

final class CommandLineSuite extends munit.FunSuite:
  import CommandLineSuite.*

  private object Count extends Command:
    val names: List[String]               = List("count", "--count")
    def run(arguments: List[String]): Int =
      CommandLine.parse(ParserForClass[Arguments], arguments): parsed =>
        println(s"${parsed.names.value.size * parsed.times}${if parsed.loud.value then "!" else ""}")
        parsed.names.value.size

  private object Other extends Command:
    val names: List[String]               = List("other")
    def run(arguments: List[String]): Int = 7

  private def run(arguments: String*) = Captured(CommandLine.run(List(Count, Other), arguments.toList))

  test("a command gets what follows its name, and its exit code is that of the program"):
    assertEquals(run("count", "--loud", "a", "b"), Captured(2, "2!\n", ""))
    assertEquals(run("--count"), Captured(0, "0\n", ""))
    assertEquals(run("other", "a").value, 7)

  test("without a command, and with an unknown one, it is one line and exit code 2"):
    assertEquals(run(), Captured(2, "", "brine: which command? count, other; brine help says more\n"))
    assertEquals(run("cont"), Captured(2, "", "brine: no command 'cont'; did you mean count?\n"))

  test("bad options are one line and exit code 2"):
    val ended = run("count", "--times", "often")
    assertEquals(ended.value, 2)
    assertEquals(ended.err, "brine: --times is 'often': it must be a number; --help lists the options\n")

  test("help comes from the parser, wherever it is asked for"):
    for help <- List("--help", "-h") do
      val ended = run("count", "a", help)
      assertEquals(ended.value, 0)
      assert(clue(ended.out).startsWith("count names\n"))

  test("after two dashes nobody asks for help"):
    assert(!CommandLine.isHelp(List("--loud", "--", "-h", "--help")))
    assert(CommandLine.isHelp(List("-h", "--", "a")))

object CommandLineSuite:
  @main(name = "count names", doc = "Counts names.")
  private final case class Arguments(
      @arg(doc = "with an exclamation mark") loud: Flag = Flag(),
      @arg(doc = "how often") times: Int = 1,
      names: Leftover[String] = Leftover()
  )
