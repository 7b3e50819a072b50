package brine.docs

import java.nio.file.Path
import munit.FunSuite

/** Links to a section of a page lead to its heading. */
class PageLinksSuite extends FunSuite:
  private val home  = Path.of(sys.props("brine.home"))
  private val pages = Page.all(home)

  test("every link to a section leads to one"):
    val sections = pages.map(page => page.name -> PageLinks.sections(page.text)).toMap
    val links    = for
      page <- pages
      link <- PageLinks.of(page.text)
      if link.contains('#') && !link.contains("://")
    yield
      val (file, section) = link.span(_ != '#')
      val target          =
        if file.isEmpty then page.name else Path.of(page.name).resolveSibling(file).normalize.toString
      (page.name, link, sections.get(target).forall(_.contains(section.drop(1))))
    assert(links.sizeIs > 500, links.size)
    assertEquals(links.collect { case (page, link, false) => s"$page: $link" }, Nil)

  test("sections are called as GitHub calls them"):
    val page =
      """# A page: first
        |## Why does `askBlocking` throw?
        |## [Linked](other.md) words
        |## Twice
        |## Twice
        |```
        |# no heading
        |```
        |<a id="by-hand"></a>
        |### Under_score, and 2""".stripMargin
    val expected =
      Set(
        "a-page-first",
        "why-does-askblocking-throw",
        "linked-words",
        "twice",
        "twice-1",
        "by-hand",
        "under_score-and-2"
      )
    assertEquals(PageLinks.sections(page), expected)

  test("links in code are none"):
    assertEquals(PageLinks.of("[a](b.md#c) `[d](e.md)`\n```\n[f](g.md)\n```\n[h\ni](j.md)"), List("b.md#c", "j.md"))
