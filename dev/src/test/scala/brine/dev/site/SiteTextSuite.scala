package brine.dev.site

import munit.FunSuite

class SiteTextSuite extends FunSuite:
  private val files = Map("codec" -> true, "codec/src/A.scala" -> false, "golden" -> true, "LICENSE" -> false)
  private val text  = SiteText(
    Set("README.md", "docs/codec.md", "docs/README.md", "golden/README.md"),
    files.get,
    "https://example.org/brine"
  )

  test("links between pages, to headings and to other sites stay as they are"):
    for link <- List("codec.md", "codec.md#a", "../README.md", "#here", "https://a.b/c", "mailto:a@b.c") do
      assertEquals(text.rewriteLink("docs/README.md", link), Some(link))

  test("links to files and folders lead to the repository, with their line"):
    def to(link: String) = text.rewriteLink("docs/codec.md", link)
    assertEquals(to("../codec"), Some("https://example.org/brine/tree/main/codec"))
    assertEquals(to("../codec/src/A.scala#L3"), Some("https://example.org/brine/blob/main/codec/src/A.scala#L3"))
    assertEquals(text.rewriteLink("README.md", "LICENSE"), Some("https://example.org/brine/blob/main/LICENSE"))

  test("links to a folder with a page lead to that page"):
    assertEquals(text.rewriteLink("docs/codec.md", "../golden/#a"), Some("../golden/README.md#a"))

  test("links to nothing are reported and kept"):
    val (rewritten, dead) = text.rewrite("docs/codec.md", "a [b](no.md) [c](../LICENSE)\n")
    assertEquals(dead, List("no.md"))
    assertEquals(rewritten, "a [b](no.md) [c](https://example.org/brine/blob/main/LICENSE)\n")

  test("code is left alone"):
    val inline = "`a[B](no.md)` and ``c[`D`](no.md)`` [e](README.md)\n"
    assertEquals(text.rewrite("README.md", inline), (inline, Nil))
    val code = "```\n[a](b.md)\n  - x\n```\n"
    assertEquals(text.rewrite("README.md", code), (code, Nil))

  test("the inside of items of lists has four spaces"):
    val page = List("- a", "  b", "", "  - c", "    d", "", "10. e", "", "    f", "g", "", "  h")
    assertEquals(
      SiteText.indentLists(page),
      List("- a", "    b", "", "    - c", "      d", "", "10. e", "", "    f", "g", "", "  h")
    )
