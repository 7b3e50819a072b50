package brine.codec.exports.internal

class UniqueNamesSuite extends munit.FunSuite:

  test("each name is given out once"):
    val names = UniqueNames(identity, taken = Seq("Month"))
    assertEquals(
      Seq("A", "A", "B", "A", "A_2", "Month").map(names.of),
      Seq("A", "A_2", "B", "A_3", "A_2_2", "Month_2")
    )
    assert(names.has("A_3") && !names.has("A_4"))

  test("names of equal keys are the same name"):
    val names = UniqueNames(_.toLowerCase)
    assertEquals(Seq("Ab", "aB", "AB_2").map(names.of), Seq("Ab", "aB_2", "AB_2_2"))

  test("many equal names take no longer than as many different ones"):
    val names = UniqueNames(identity)
    val all   = Iterator.fill(50000)(names.of("x")).toSet
    assertEquals(all.size, 50000)

  test("identifiers"):
    assertEquals(
      Seq("Order", "größe", "::", "1st", "", "a.b", "_1").map(UniqueNames.identifier),
      Seq("Order", "gr__e", "__", "_1st", "_", "a_b", "_1")
    )
    assert(Seq("a", "com.example", "_a._1").forall(UniqueNames.isDotted))
    assert(Seq("", ".", "a.", ".a", "a..b", "1a", "a.1", "a-b", "größe").forall(!UniqueNames.isDotted(_)))
