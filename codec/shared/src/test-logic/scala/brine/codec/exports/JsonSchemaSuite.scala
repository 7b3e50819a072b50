package brine.codec.exports

import brine.codec.{Codec, Schema}
import brine.codec.Schema.{Case, Definition, Field, Kind, Type}

class JsonSchemaSuite extends munit.FunSuite, Exported:
  import ExportModel.*

  private def isExported(schema: Schema, file: String)(using munit.Location) =
    same(JsonSchema.of(schema), file)
    assertEquals(JsonSchema.of(Schema.fromCanonical(schema.canonical).toOption.get), JsonSchema.of(schema))

  test("a record")(isExported(schema[Reading], "reading.schema.json"))
  test("sums, enumerations, lists and maps")(isExported(schema[Order], "order.schema.json"))
  test("a sum that contains itself")(isExported(schema[Expr], "expr.schema.json"))
  test("every kind of value")(isExported(schema[Kinds], "kinds.schema.json"))
  test("tuples, Eithers and maps by numbers")(isExported(schema[Shapes], "shapes.schema.json"))
  test("Options of Options and of Unit, hand-written codecs")(isExported(schema[Odd], "odd.schema.json"))

  test("a root that is no record, and an id"):
    assertNoDiff(
      JsonSchema.of(schema[Boolean], id = "https://example.com/flag"),
      """|{
         |  "$schema": "https://json-schema.org/draft/2020-12/schema",
         |  "$id": "https://example.com/flag",
         |  "type": "boolean"
         |}
         |""".stripMargin
    )

  test("a field that is called type makes way for no one"):
    val cases = Vector(Case("A", Vector(Field("type", Type.Primitive(Kind.Int)))), Case("B", Vector.empty))
    val text  = JsonSchema.of(Schema(Type.Named(0), Vector(Definition.Sum("S", cases))))
    assert(text.contains("""{ "$type": { "const": "B" } }"""), text)

  test("two cases of one name may both be meant"):
    val cases = Vector(Case("A", Vector(Field("x", Type.Primitive(Kind.Int)))), Case("A", Vector.empty))
    val text  = JsonSchema.of(Schema(Type.Named(0), Vector(Definition.Sum("S", cases))))
    assert(text.contains("\"anyOf\"") && !text.contains("\"oneOf\""), text)

  test("the elements of a set are unique, those of a list need not be"):
    val (list, set) = (JsonSchema.of(Codec[List[Int]].schema), JsonSchema.of(Codec[Set[Int]].schema))
    assert(set.contains("\"uniqueItems\": true"), set)
    assert(!list.contains("uniqueItems"), list)
    assertEquals(set.replaceAll(",\\s*\"uniqueItems\": true", ""), list)
    assertEquals(AvroSchema.of(Codec[Set[Int]].schema, "a.b"), AvroSchema.of(Codec[List[Int]].schema, "a.b"))

  test("a shared value is its value"):
    assert(JsonSchema.of(schema[Person]).contains("""{ "$ref": "#/$defs/Person" }"""))
