package brine.docs.words

import brine.docs.Page
import java.nio.file.{Files, Path}
import munit.FunSuite
import scala.jdk.CollectionConverters.*

/** No page, comment or message has one of the turns in `docs/words/banned.txt`. */
class BannedTurnsSuite extends FunSuite:
  import BannedTurnsSuite.*

  private val home     = Path.of(sys.props("brine.home"))
  private val turns    = BannedTurns.read(home)
  private val accepted = Accepted.read(home)

  private def check(prose: List[(String, Prose)], atLeast: Int = 1000): Unit =
    assert(prose.sizeIs > atLeast, prose.size)
    val findings = prose.flatMap((file, text) => turns.find(file, text)).filterNot(accepted.accepts)
    if findings.nonEmpty then fail(Finding.report(findings))

  private lazy val sources: List[(String, SourceText)] =
    SourceFile.all(home).filter(_.isMain).map(file => file.name -> SourceText.of(file.text))

  test("no page has a banned turn"):
    check(Page.all(home).flatMap(page => Markdown.prose(page.text).map(page.name -> _)))

  test("no comment of the main sources has a banned turn"):
    check(sources.flatMap((file, source) => source.comments.map(file -> _)))

  test("no message has a banned turn"):
    check(sources.flatMap((file, source) => source.literals.map(file -> _)))

  test("no help has a banned turn"):
    val folder = Files.list(home.resolve("help"))
    try
      val parts = folder.iterator.asScala.toList.sorted.flatMap: file =>
        Files.readString(file).split("\n\n").toList.map(part => s"help/${file.getFileName}" -> Prose.plain(part))
      check(parts, atLeast = 50)
    finally folder.close()

  // Most are sentences of pages as they were before these checks, some of them shortened.
  for (turn, sentence) <- Old do
    test(s"reports \"$turn\" in: $sentence"):
      val findings = Markdown.prose(s"# A title\n\n$sentence\n").flatMap(turns.find("README.md", _))
      assertEquals(findings.map(_.turn), List(turn))
      assertEquals(findings.map(_.line), List(3))
      assert(clue(findings.head.message).contains("write: "))

  test("finds words across the end of a line, in upper or lower case, and no parts of words"):
    def found(text: String) = Markdown.prose(text).flatMap(turns.find("a.md", _)).map(_.turn)
    assertEquals(found("It is told\napart here."), List("told apart"))
    assertEquals(found("Anew."), List("Anew"))
    assertEquals(found("A `canew` of canewood, `anew`."), Nil)

  test("a line without advice is an error"):
    intercept[IllegalArgumentException](BannedTurns.parse("anew"))

object BannedTurnsSuite:
  private val Old = List(
    "goes on" -> "When it fails, its parent is told and says how it goes on.",
    "takes nothing away" -> "A journal keeps them in files so that a power cut takes nothing away that was acknowledged.",
    "told apart" -> "What is told apart and how, step by step, is in durability.",
    "is to be"   -> "Opening after a crash is to be quicker.",
    "so many"    -> "Then so many may wait.",
    "anew"       -> "It has to be looked at again, anew.",
    "those who"  -> "The commands of those who work on Brine itself.",
    "let go of"  -> "Bytes that were let go of by readers."
  )
