package brine.docs

import java.nio.file.{Files, Path}
import munit.FunSuite

/** What a compiler does not see in the pages: links that lead nowhere, code that is not compiled, decisions not listed.
  */
class PagesSuite extends FunSuite:
  private val home = Path.of(sys.props("brine.home"))

  private val pages: List[Path] = Page.all(home).map(page => home.resolve(page.name))

  private def name(page: Path) = home.relativize(page).toString
  private def text(page: Path) = Files.readString(page)

  test("there are pages"):
    assert(clue(pages.map(name)).contains("README.md"))

  for page <- pages do
    test(s"${name(page)}: every link leads to a file"):
      val dead = PageLinks
        .of(text(page))
        .filterNot(link => link.contains("://") || link.startsWith("#"))
        .filterNot: link =>
          Files.exists(page.resolveSibling(link.takeWhile(_ != '#')))
      assertEquals(dead, Nil)

    test(s"${name(page)}: all Scala in it is compiled"):
      val plain =
        text(page).linesIterator.filter(line => line.startsWith("```scala") && !line.startsWith("```scala mdoc")).toList
      assertEquals(plain, Nil)

  test("every decision is listed, numbered without a gap, dated and complete"):
    val folder    = home.resolve("docs/adr")
    val decisions = pages.filter(page => page.getParent == folder && page.getFileName.toString.matches("\\d{4}-.*"))
    val listed    = text(folder.resolve("README.md"))
    assertEquals(decisions.map(_.getFileName.toString.take(4).toInt), (0 until decisions.size).toList)
    for decision <- decisions do
      assert(listed.contains(s"(${decision.getFileName})"), s"${name(decision)} is not in docs/adr/README.md")
      for heading <- List("## Context", "## Decision", "## Consequences") do
        assert(text(decision).contains(s"\n$heading\n"), s"${name(decision)} has no '$heading'")
      assert(
        text(decision).contains("\nDate: 20") || decision.getFileName.toString.startsWith("0000"),
        s"${name(decision)} has no date"
      )
