package brine.commandline

final class OptionsSuite extends munit.FunSuite:
  private val options = Options(valued = Set("--out", "--limit"), flags = Set("--json"))

  private def ordered(arguments: String*) = options.ordered(arguments.toList)

  test("options come before names, whatever the order they are given in"):
    assertEquals(ordered("a", "--json", "b", "--out", "c"), Right(List("--json", "--out", "c", "a", "b")))
    assertEquals(ordered(), Right(Nil))

  test("a value may follow an equals sign, and may look like an option"):
    assertEquals(ordered("--out=x=y", "a"), Right(List("--out", "x=y", "a")))
    assertEquals(ordered("--limit", "-1"), Right(List("--limit", "-1")))

  test("a dash is the name of standard input"):
    assertEquals(ordered("-", "--json"), Right(List("--json", "-")))

  test("after two dashes are names only, whatever they look like"):
    assertEquals(ordered("--json", "--", "a", "b"), Right(List("--json", "a", "b")))
    assertEquals(ordered("a", "--json", "--", "-b"), Right(List("--json", "--", "a", "-b")))
    assertEquals(ordered("--", "--json", "--"), Right(List("--", "--json", "--")))
    assertEquals(ordered("--out", "--", "a"), Right(List("--out", "--", "a")))

  test("what is left over has the names, or an option that the parser does not know"):
    assertEquals(Options.names(Seq("a", "-")), Right(Seq("a", "-")))
    assertEquals(Options.names(Seq("--", "a", "-b", "--")), Right(Seq("a", "-b", "--")))
    assertEquals(Options.names(Seq("--", "--")), Right(Seq("--")))
    assertEquals(Options.names(Seq("--top", "3", "--", "-b")), Left("unknown option '--top'; --help lists the options"))

  test("an option without its value is refused"):
    assertEquals(ordered("a", "--out"), Left("--out wants a value; --help lists the options"))

  test("an unknown option is refused with the nearest known one"):
    assert(clue(ordered("--jsn")).left.exists(_.startsWith("unknown option '--jsn'; did you mean --json")))
    assert(clue(ordered("-x")).left.exists(_.contains("after --")))
