package brine.docs

import java.nio.file.{Files, Path}
import munit.FunSuite
import scala.util.matching.Regex

/** `docs/evolution.md` names tests beside its claims: `NameSuite`, or `NameSuite` with names of its tests in brackets.
  */
class EvolutionPageSuite extends FunSuite:
  import EvolutionPageSuite.*

  private val home = Path.of(sys.props("brine.home"))
  private val page = Files.readString(home.resolve("docs/evolution.md"))

  private val suites: Map[String, String] =
    CheckoutFiles
      .of(home, "Suite.scala")
      .map(path => path.getFileName.toString.stripSuffix(".scala") -> Files.readString(home.resolve(path)))
      .groupMapReduce(_._1)(_._2)(_ + _)

  // The rows of the matrix are in files of their own.
  private val rows = CheckoutFiles
    .of(home, "Changes.scala")
    .filter(_.toString.contains("brine/codec/evolution/"))
    .map(path => Files.readString(home.resolve(path)))
    .mkString

  private def source(suite: String): Option[String] =
    suites.get(suite).map(text => if suite == "EvolutionMatrixSuite" then text + rows else text)

  test("every section names a suite"):
    val all = sections(page)
    assert(clue(all.size) > 10)
    assertEquals(all.filter(section => named(section.text).isEmpty).map(_.title), Nil)

  test("every row of a table of tests names a suite, and so does each thing to avoid"):
    val tested = tables(page).filter(_.head.matches("(?s).*\\| (tests?|.*Suite` and) \\|"))
    assert(clue(tested.size) >= 7)
    assertEquals(tested.flatMap(_.drop(2)).filter(row => named(row).isEmpty), Nil)
    val avoided = sections(page).find(_.title == "What to avoid").fold(fail("no such section"))(_.text)
    val bullets = avoided.split("\n- ").toList.drop(1)
    assert(clue(bullets.size) >= 10)
    assertEquals(bullets.filter(bullet => named(bullet).isEmpty), Nil)

  test("every suite and every test that the page names is there"):
    val all = named(page)
    assert(clue(all.size) > 40)
    assert(clue(all.flatMap(_.tests).size) > 50)
    assertEquals(missing(all), Nil)

  test("wrong names are found"):
    val text =
      """Tests: `NoSuchSuite`, `EvolutionPageSuite` (`no such test`, `wrong names are found`),
        |`EvolutionMatrixSuite` (`An Option is added`, `An Option is
        |lost`), `MatchingSuite` (`chains`).""".stripMargin
    assertEquals(
      missing(named(text)),
      List("NoSuchSuite", "EvolutionPageSuite: no such test", "EvolutionMatrixSuite: An Option is lost")
    )
    assertEquals(sections("# A\n## B\nprose\n```scala\n## C\n```\n### D\nmore").map(_.title), List("B", "D"))

  private def missing(all: List[Named]): List[String] = all.flatMap: suite =>
    source(suite.name) match
      case None       => List(suite.name)
      case Some(text) => suite.tests.filterNot(isTest(text, _)).map(test => s"${suite.name}: $test")

object EvolutionPageSuite:
  final case class Section(title: String, text: String)
  final case class Named(name: String, tests: List[String])

  private val Suite: Regex = """`([A-Za-z]+Suite)`(?:\s+\(((?:`[^`]+`(?:,\s+)?)+)\))?""".r
  private val Code: Regex  = """`([^`]+)`""".r

  /** The suites that a text names, with the tests in brackets after each. */
  private def named(text: String): List[Named] = Suite
    .findAllMatchIn(text)
    .map: found =>
      val tests = Option(found.group(2)).toList.flatMap(Code.findAllMatchIn(_).map(_.group(1).replaceAll("\\s+", " ")))
      Named(found.group(1), tests)
    .toList

  // A test, or a row or group of the matrix.
  private def isTest(source: String, name: String): Boolean =
    s"""(test|change|Changes)\\(\\s*"${Regex.quote(name)}"""".r.findFirstIn(source).nonEmpty

  private def withoutCode(page: String): String = page.replaceAll("(?s)```.*?```", "")

  private def sections(page: String): List[Section] =
    withoutCode(page)
      .split("(?m)^(?=###? )")
      .toList
      .drop(1)
      .map(text => Section(text.linesIterator.next().dropWhile(_ == '#').trim, text))

  /** The lines of each table. */
  private def tables(page: String): List[List[String]] =
    withoutCode(page).split("\n(?!\\|)").toList.map(_.linesIterator.filter(_.startsWith("|")).toList).filter(_.nonEmpty)
