package brine.docs.words

import munit.FunSuite

class SourceTextSuite extends FunSuite:
  private val source =
    "/** First\n  * sentence.\n  *\n  * {{{\n  * code // no\n  * }}}\n" +
      "  * Second `code`.\n  *\n  * @param a\n  *   third\n  */\n" +
      "val a = \"a /* text */ with ${b.c} and \\\"quotes\\\"\" // fourth\n" +
      "// fifth\n" +
      "// line\n" +
      "val quote = '\"'; val c = \"\"\"three \"quotes\"\n  // inside\"\"\"\n"

  test("comments by paragraph, without code and tags"):
    val found = SourceText.of(source).comments.map(block => block.text -> block.line(0))
    assertEquals(
      found,
      List("First sentence." -> 1, "Second Xqa." -> 7, "third" -> 10, "fourth fifth line" -> 12)
    )

  test("literals, with what is inserted as code"):
    val found = SourceText.of(source).literals
    assertEquals(found.map(_.text), List("a /* text */ with Xqa and \"quotes\"", "three \"quotes\"   // inside"))
    assertEquals(found.map(_.line(0)), List(12, 15))
    assertEquals(found.last.line(found.last.text.indexOf("inside")), 16)
