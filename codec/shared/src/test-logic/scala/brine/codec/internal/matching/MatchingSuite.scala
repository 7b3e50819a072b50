package brine.codec.internal.matching

final class MatchingSuite extends munit.FunSuite:
  private def of(written: String*)(here: (String, Vector[String])*) = Matching(written.toVector, here.toVector)

  private def was(names: String*) = names.toVector

  test("by name"):
    assertEquals(of("a", "b", "c")("c" -> was(), "a" -> was(), "d" -> was()), Vector(1, -1, 0))

  test("by a former name, if the current one was not written"):
    assertEquals(of("a")("b" -> was("x", "a")), Vector(0))
    assertEquals(of("a", "b")("b" -> was("a")), Vector(-1, 0))

  test("a new name may be the former one of another"):
    assertEquals(of("a")("b" -> was("a"), "a" -> was()), Vector(0))
    assertEquals(of("a", "b")("b" -> was("a"), "a" -> was()), Vector(1, 0))

  test("chains"):
    assertEquals(of("a", "b")("b" -> was("a"), "c" -> was("b")), Vector(0, 1))
    assertEquals(of("a", "b", "c")("c" -> was("b"), "d" -> was("c"), "b" -> was("a")), Vector(2, 0, 1))
    assertEquals(of("b")("c" -> was("b", "a")), Vector(0))

  test("hostile names: the same one twice, and many"):
    assertEquals(of("a", "a")("a" -> was()), Vector(0, 0))
    val many = Vector.tabulate(20000)(i => s"f$i")
    assertEquals(Matching(many, many.reverse.map(_ -> was())), many.indices.reverse.toVector)
