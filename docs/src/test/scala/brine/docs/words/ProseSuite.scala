package brine.docs.words

import munit.FunSuite

class ProseSuite extends FunSuite:
  private def of(text: String): Prose =
    Prose.of(text.linesIterator.zipWithIndex.map((line, at) => (at + 1, line)).toList)

  test("code, links, images, emphasis and escapes are taken out"):
    assertEquals(of("**Bold** and *this*, 2 * 3").text, "Bold and this, 2 * 3")
    assertEquals(of("[the text](a/b.md#c) ![a picture](x.png) [one][two]").text, "the text a picture one")
    assertEquals(of("`one`, ``two ` ticks`` and an open ` tick").text, "Xqa, Xqb and an open ` tick")
    assertEquals(of("<https://a.b/c> or https://a.b/c) <b>bold</b> a < b").text, "Xqa or Xqb) bold a < b")
    assertEquals(of("a\\*b").text, "a*b")

  test("characters know their lines"):
    val prose = of("one `code\ncode` two\nthree")
    assertEquals(prose.text, "one Xqa two three")
    assertEquals(List("one", "two", "three").map(word => prose.line(prose.text.indexOf(word))), List(1, 2, 3))
    assertEquals(prose.line(1000), 3)

  test("sentences end with a mark before a capital letter, not after an abbreviation"):
    val prose = of("First one. Second, e.g. This (see v. 2.0 there)! “Third?” Yes")
    val found = prose.sentences
    assertEquals(found.map(_._2), List("First one.", "Second, e.g. This (see v.", "2.0 there)!", "“Third?”", "Yes"))
    assertEquals(prose.sentence(0), "First one.")
    assertEquals(prose.sentence(prose.text.indexOf("Yes")), "Yes")

  test("words for code are recognized"):
    assert(Prose.isCode(Prose.code(0)) && Prose.isCode(Prose.code(30)) && !Prose.isCode("code"))
