package brine.lab.sample

import custom.types.*
import java.time.Instant
import java.util.UUID

final class JsonFormSuite extends munit.FunSuite:
  private def check[A](json: String, value: A)(using form: JsonForm[A]): Unit =
    assertEquals(form.read(JsonReader.all(s"[$json]").head), value)
    assertEquals(form.write(value).text, json)

  private def refused[A](json: String)(using form: JsonForm[A]): String =
    intercept[BadJson](form.read(JsonReader.all(s"[$json]").head)).getMessage

  test("a record, with renamed and missing fields"):
    check("""{"id":1,"odd name":"x"}""", Record(1, "x", None))
    check("""{"id":1,"odd name":"x","note":"y"}""", Record(1, "x", Some("y")))
    assertEquals(
      summon[JsonForm[Record]].read(JsonReader.all("""{"id":1,"odd name":"x","note":null}""").head).note,
      None
    )

  test("what does not fit says where, what was expected and what was met"):
    assertEquals(
      refused[Record]("""{"id":"x","odd name":"y"}"""),
      "line 1, $.id: expected an Int, met the string \"x\""
    )
    assertEquals(
      refused[Record]("""{"id":2147483648,"odd name":"y"}"""),
      "line 1, $.id: expected an Int, met the number 2147483648"
    )
    assertEquals(refused[Record]("""{"id":1}"""), "line 1, $: expected the field \"odd name\", which is missing")
    assertEquals(refused[Record]("[]"), "line 1, $: expected an object, met an array")
    assertEquals(
      refused[Level](""""debug2""""),
      "line 1, $: expected one of \"debug\", \"warn it\", met the string \"debug2\""
    )
    assertEquals(
      refused[Shape]("""{"kind":"oval"}"""),
      "line 1, $.kind: expected one of \"round\", \"Square\", \"Point\", met the string \"oval\""
    )
    assertEquals(refused[Shape]("{}"), "line 1, $: expected the field \"kind\", which is missing")

  test("choices, unions, recursive types, bare records"):
    check(""""warn it"""", Level.Warn)
    check[Shape]("""{"kind":"round","radius":1.5}""", Circle(1.5))
    check[Shape]("""{"kind":"Square","side":{"kind":"round","radius":1.0}}""", Square(Circle(1)))
    check[Shape]("""{"kind":"Point"}""", Point)
    check("""{"value":1,"children":[{"value":2,"children":[]}]}""", Tree(1, Vector(Tree(2, Vector()))))
    check("[1,2]", Row(Vector(1, 2)))

  test("scalars of the sample keep every digit"):
    check(
      """{"at":"2026-01-31T12:00:00.123456789Z","id":"6b1d5e2c-7d41-4a5b-8f0e-1d2c3b4a5f60","sum":1E+400,"large":9007199254740993}""",
      All(
        Instant.parse("2026-01-31T12:00:00.123456789Z"),
        UUID.fromString("6b1d5e2c-7d41-4a5b-8f0e-1d2c3b4a5f60"),
        BigDecimal.exact("1E+400"),
        9007199254740993L
      )
    )
