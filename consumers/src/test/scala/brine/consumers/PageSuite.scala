package brine.consumers

import brine.consumers.Page.Said
import munit.FunSuite

class PageSuite extends FunSuite:
  private def page(
      after: String,
      code: String = "@main def some(): Unit = ()\n",
      language: String = "scala mdoc:reset-object"
  ) =
    Page(s"Text.\n\n```$language\n$code```\n\n$after\n\n## Next\n")

  private def said(after: String): Said = page(after).programs.head.said

  test("a program is a complete block with a main method"):
    assertEquals(page("").programs.map(_.main), List("some"))
    assertEquals(page("").programs.map(_.source), List("@main def some(): Unit = ()\n"))
    assertEquals(page("", code = "val a = 1\n").programs, Nil)
    assertEquals(page("", language = "scala mdoc").programs, Nil)

  test("what it prints is in the sentence behind it, as code"):
    assertEquals(said("It prints `1.5` and `b`."), Said(List("1.5", "b"), isAll = true))
    assertEquals(said("It prints `1`,\n`2` and `3`. Then `no`."), Said(List("1", "2", "3"), isAll = true))
    assertEquals(said("It prints `1` and then a command. `no`"), Said(List("1"), isAll = false))
    assertEquals(said("Nothing is said of `it`."), Said(Nil, isAll = true))

  test("a page that says nothing, too little or too much is not right"):
    assert(Said(List("1", "2"), isAll = true).fits(List("1", "2")))
    assert(!Said(List("1"), isAll = true).fits(List("1", "2")))
    assert(!Said(List("1", "2"), isAll = true).fits(List("1")))
    assert(!Said(List("2"), isAll = true).fits(List("1")))
    assert(Said(List("1"), isAll = false).fits(List("1", "2")))
    assert(!Said(List("1"), isAll = false).fits(List("1")))
    assert(!Said(Nil, isAll = true).fits(Nil))

  test("blocks are found by their language and a text, code within text by its start"):
    val one = page("Add `b := 2` to it.", "a := 1\n", "")
    assertEquals(one.block("", ":=").code, "a := 1\n")
    intercept[NoSuchElementException](one.block("xml", ":="))
    assertEquals(one.code("b :="), "b := 2")
    intercept[NoSuchElementException](one.code("a :="))

  test("artifacts are found in every form that build tools have"):
    val text = """|  "io.github.brine" %% "brine-a"  % "1",
                  |`"io.github.brine" %%% "brine-b" % "2" % Test`
                  |//> using dep io.github.brine::brine-c:3-RC1
                  |<groupId>io.github.brine</groupId>
                  |<artifactId>brine-d_3</artifactId><version>4</version>
                  |  "org.scalameta" %% "munit" % "5"
                  |""".stripMargin
    val expected = List("brine-a_3" -> "1", "brine-b_sjs1_3" -> "2", "brine-c_3" -> "3-RC1", "brine-d_3" -> "4")
    assertEquals(Page(text).artifacts, expected)
