package brine.commandline

final class NearestSuite extends munit.FunSuite:
  private val known = List("boopickle", "boopickle-dedup", "kryo5", "jsoniter", "java")

  test("distances count single edits"):
    assertEquals(Nearest.distance("kryo", "kryo5"), 1)
    assertEquals(Nearest.distance("abc", "abc"), 0)
    assertEquals(Nearest.distance("", "abc"), 3)

  test("a mistyped name finds what was meant first"):
    assertEquals(Nearest.to("krio5", known).headOption, Some("kryo5"))
    assertEquals(Nearest.to("boopikle", known).headOption, Some("boopickle"))
    assert(Nearest.hint("kryo", known).contains("kryo5"))

  test("a name like nothing known gets the whole list"):
    assert(Nearest.hint("zzzzzzzz", known).startsWith("known: "))
