package brine.lab.sample

import custom.types.*

/** Forms that are derived: what they refuse and where, and what they leave out. */
final class DerivedFormsSuite extends munit.FunSuite:
  private def read[A](json: String)(using form: JsonForm[A]): A = form.read(JsonReader.all(s"[$json]").head)

  private def text[A](value: A)(using form: JsonForm[A]): String = form.write(value).text

  private def refused[A](json: String)(using form: JsonForm[A]): String =
    val bad = intercept[BadJson](form.read(JsonReader.all(s"[$json]").head))
    s"${bad.path}: ${bad.problem}"

  test("fields stand in any order, and those of no field of the type are passed over"):
    assertEquals(read[Record]("""{"odd name":"x","more":[{}],"id":1}"""), Record(1, "x", None))
    assertEquals(read[Shape]("""{"radius":2.0,"kind":"round","more":null}"""), Circle(2))

  test("null is a value of optional fields alone"):
    assertEquals(read[Record]("""{"id":1,"odd name":"x","note":null}"""), Record(1, "x", None))
    assertEquals(refused[Record]("""{"id":null,"odd name":"x"}"""), "$.id: expected an Int, met null")
    assertEquals(refused[Record]("null"), "$: expected an object, met null")
    assertEquals(refused[Level]("null"), "$: expected one of \"debug\", \"warn it\", met null")
    assertEquals(refused[Shape]("null"), "$: expected an object, met null")

  test("the name in the source does not stand for a renamed field, case or choice"):
    assertEquals(
      refused[Record]("""{"id":1,"title":"x"}"""),
      "$: expected the field \"odd name\", which is missing"
    )
    assert(refused[Shape]("""{"kind":"Circle","radius":1}""").endsWith("met the string \"Circle\""))
    assert(refused[Level](""""Debug"""").endsWith("met the string \"Debug\""))
    assert(refused[Shape]("""{"type":"round","radius":1}""").contains("the field \"kind\", which is missing"))

  test("the path leads through unions, collections, options and odd names to what does not fit"):
    assertEquals(
      refused[Shape]("""{"kind":"Square","side":{"kind":"Square","side":{"kind":"round","radius":"x"}}}"""),
      "$.side.side.radius: expected a Double, met the string \"x\""
    )
    assertEquals(
      refused[Tree]("""{"value":1,"children":[{"value":2,"children":[]},{"value":true,"children":[]}]}"""),
      "$.children[1].value: expected an Int, met true"
    )
    assertEquals(refused[Record]("""{"id":1,"odd name":2}"""), "$[\"odd name\"]: expected a string, met the number 2")
    assertEquals(
      refused[Vector[Shape]]("""[{"kind":"Point"},{"kind":7}]"""),
      "$[1].kind: expected one of \"round\", \"Square\", \"Point\", met the number 7"
    )

  test("a bare record is its only field, in collections and inside records too"):
    assertEquals(read[Vector[Row]]("[[1],[]]"), Vector(Row(Vector(1)), Row(Vector())))
    assertEquals(text(Vector(Row(Vector(1)), Row(Vector()))), "[[1],[]]")
    assertEquals(refused[Row]("""{"value":[1]}"""), "$: expected an array, met an object")
    assertEquals(refused[Row]("[1,null]"), "$[1]: expected an Int, met null")

  test("a record of which all fields may be missing is an empty object"):
    assertEquals(text(Loose(None, None)), "{}")
    assertEquals(read[Loose]("{}"), Loose(None, None))
    assertEquals(text(Loose(None, Some(Vector()))), """{"all":[]}""")
    assertEquals(read[Loose]("""{"all":[]}"""), Loose(None, Some(Vector())))

  test("the case comes first when a union is written, and is no field of the case"):
    assertEquals(text[Shape](Square(Point)), """{"kind":"Square","side":{"kind":"Point"}}""")
    assertEquals(text(Circle(0.5)), """{"radius":0.5}""")
    assertEquals(read[Circle]("""{"radius":0.5}"""), Circle(0.5))

  test("a record of many levels is read and written"):
    val deep = (1 to 200).foldLeft(Tree(0, Vector()))((inner, value) => Tree(value, Vector(inner)))
    assertEquals(read[Tree](text(deep)), deep)
