package brine.lab.sample

import custom.types.*

final class UserTypeSuite extends munit.FunSuite:
  private def short(name: String): String = name.replace("custom.types.", "")

  private def kinds(types: List[UserType]): List[(String, String)] = types.map(one => short(one.name) -> one.kind)

  test("the types of the user's own, those first that others need"):
    val types = UserType.of(Seq.empty[Box])
    assertEquals(
      types.map(one => one.name.replace("custom.types.", "") -> one.kind),
      List(
        "Box"             -> "root",
        "Level"           -> "choice",
        "Circle"          -> "record",
        "Square"          -> "record",
        "Shape"           -> "sum",
        "Tree"            -> "record",
        "Pair[scala.Int]" -> "record",
        "Box"             -> "record"
      )
    )
    val shape = types.find(_.name == "custom.types.Shape").get
    assertEquals(shape.cases, List("custom.types.Circle", "custom.types.Square", "custom.types.Point"))
    assertEquals(shape.singletons, List("custom.types.Point"))
    assertEquals(types.filter(_.applied).map(_.kind), List("record"))

  test("the samples are not evaluated: only their type counts"):
    var ran                  = false
    def samples: Seq[Circle] =
      ran = true
      throw RuntimeException("the samples ran")
    val types = UserType.of(samples)
    assertEquals(kinds(types), List("Circle" -> "root", "Circle" -> "record"))
    assert(!ran)

  test("objects, enums with parameters and ordinary classes each have a kind of their own"):
    val types = UserType.of(Seq.empty[Parcel])
    assertEquals(
      kinds(types),
      List(
        "Parcel"          -> "root",
        "Content.Weighed" -> "record",
        "Content"         -> "sum",
        "Opaque"          -> "other",
        "Parcel"          -> "record"
      )
    )
    val content = types.find(_.kind == "sum").get
    assertEquals(content.cases.map(short), List("Content.Weighed", "Content.Empty"))
    assertEquals(content.singletons.map(short), List("Content.Empty"))
    assertEquals(kinds(UserType.of(Seq(Point))), List("Point" -> "root", "Point" -> "object"))

  test("a type that is used twice or contains itself is listed once"):
    val types = UserType.of(Seq.empty[Both])
    assertEquals(kinds(types).count(_ == "Tree" -> "record"), 1)
    assertEquals(kinds(types).last, "Both" -> "record")

  test("each application of a generic type counts on its own, an alias is what it stands for"):
    val types = UserType.of(Seq.empty[Pairs])
    assertEquals(
      kinds(types).tail,
      List(
        "Pair[scala.Int]" -> "record",
        "Level"           -> "choice",
        "Pair[Level]"     -> "record",
        "Pairs"           -> "record"
      )
    )
    assertEquals(types.map(_.applied), List(false, true, false, true, false))

  test("what the lab and the standard library define is not the user's own"):
    assertEquals(kinds(UserType.of(Seq.empty[Map[String, Option[Int]]])).tail, Nil)
    assertEquals(kinds(UserType.of(Seq.empty[Json.Text])).tail, Nil)
