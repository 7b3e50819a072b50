package brine.docs.words

import brine.docs.Page
import java.nio.file.Path
import munit.FunSuite

/** No line of a page or comment has more than 120 columns, unless it cannot be broken. */
class LineLengthSuite extends FunSuite:
  private val home = Path.of(sys.props("brine.home"))

  test("pages"):
    val findings = Page.all(home).flatMap(page => LineLength.ofPage(page.name, page.text))
    if findings.nonEmpty then fail(Finding.report(findings))

  test("comments"):
    val sources = SourceFile.all(home)
    assert(sources.sizeIs > 500, sources.size)
    val findings = sources.flatMap(file => LineLength.ofSource(file.name, file.text))
    if findings.nonEmpty then fail(Finding.report(findings))

  private val words = "word " * 25 // 125 columns

  test("a long line of prose is reported with its number; of a table or of code it is not"):
    val page = s"short\n$words\n| $words |\n```\n$words\n```\n- $words\n"
    assertEquals(LineLength.ofPage("a.md", page).map(_.line), List(2, 7))

  test("120 columns are not too many, and a character outside the basic plane is one"):
    assertEquals(LineLength.ofPage("a.md", ("ab " * 39) + "abc"), Nil)
    assertEquals(LineLength.ofPage("a.md", ("ab " * 39) + "a😀b"), Nil)
    assertEquals(LineLength.ofPage("a.md", ("ab " * 39) + "abcd").size, 1)

  test("a line with a link that is too long by itself cannot be broken"):
    assertEquals(LineLength.ofPage("a.md", s"see https://example.org/${"a" * 120}"), Nil)

  test("long comments are reported, alone or behind code; long code is the formatter's"):
    val source = s"// $words\nval a = 1 // $words\n/** $words\n  * $words\n  */\nval b = \"$words\"\n"
    assertEquals(LineLength.ofSource("A.scala", source).map(_.line), List(1, 2, 3, 4))
