package brine.lab.harness

import brine.lab.Fixtures
import scala.concurrent.duration.*

/** The program that lets builds of an actor runtime take turns, in a JVM of its own. */
final class AskTurnsSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 2.minutes

  private def turns(arguments: String*): (Int, String) =
    val program = List("-cp", Fixtures.harnessPath, "brine.lab.harness.AskTurns")
    val command = Fixtures.java.toString :: Fixtures.shortLived ++ program ++ arguments
    val process = ProcessBuilder(command*).redirectErrorStream(true).start()
    val said    = String(process.getInputStream.readAllBytes())
    (process.waitFor(), said)

  private def contender(library: String) = s"$library=${Fixtures.harnessPath}:${Fixtures.peerPath}"

  for row <- List("ask-chained", "ask-threads") do
    test(s"contenders of $row take turns in one JVM, and the first is the measure"):
      val (code, said) = turns(row, "0.3", contender("steady"), contender("steady"))
      assertEquals(code, 0, said)
      val lines = said.linesIterator.filter(_.startsWith("steady")).toList
      assertEquals(lines.size, 2, said)
      assertEquals("""\(1\.000\)""".r.findAllIn(lines.head).size, 3, said)
      val medians = """p50 +([0-9.]+) us.*p99 +([0-9.]+) us""".r.unanchored
      for line <- lines do
        line match
          case medians(p50, p99) => assert(p50.toDouble > 0 && p50.toDouble <= p99.toDouble, line)
          case _                 => fail(line)

  test("wrong answers end the program, and arguments that it does not know"):
    val (wrong, said) = turns("ask-threads", "0.3", contender("actors-wrong"))
    assertEquals(wrong, 1, said)
    assert(said.contains("answers are wrong or did not come"), said)
    assertEquals(turns("ask-nobody", "1", contender("steady"))._1, 2)
