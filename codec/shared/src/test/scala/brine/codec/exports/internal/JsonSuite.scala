package brine.codec.exports.internal

class JsonSuite extends munit.FunSuite:
  import Json.*

  private def line(json: Json) = json.render.stripSuffix("\n")

  test("scalars"):
    assertEquals(line(Null), "null")
    assertEquals(line(Bool(true)), "true")
    assertEquals(line(Json.number(Long.MinValue)), "-9223372036854775808")
    assertEquals(line(Number("1e400")), "1e400")
    assertEquals(line(Text("größe")), "\"größe\"")

  test("what JSON or JavaScript would take amiss is escaped"):
    assertEquals(line(Text("\"\\\n\r\t\u0000\u001f\u007f")), """"\"\\\n\r\t\u0000\u001f\u007f"""")
    assertEquals(line(Text("\u2028\u2029")), """"\u2028\u2029"""")
    assertEquals(line(Text("\ud83d\ude00")), "\"\ud83d\ude00\"")
    assertEquals(line(Text("\ude00\ud83d")), """"\ude00\ud83d"""")

  test("what is short stands in one line"):
    assertEquals(line(Json.items()), "[]")
    assertEquals(line(Json.members()), "{}")
    assertEquals(
      line(Json.members("a" -> Json.number(1), "b" -> Json.items(Text("x"), Null))),
      """{ "a": 1, "b": ["x", null] }"""
    )

  test("what is long or nested does not"):
    val long = Json.texts(List.fill(12)("ten chars."))
    assertEquals(line(long).linesIterator.size, 14)
    val nested = Json.members("a" -> Json.members("b" -> Json.members("c" -> Null)))
    assertEquals(line(nested), "{\n  \"a\": { \"b\": { \"c\": null } }\n}")
    assert(line(Json.items(nested, long)).linesIterator.forall(_.length <= 100))
