package brine.codec.exports

import brine.codec.Schema
import brine.codec.Schema.{Definition, Field, Kind, Type}

class AvroSchemaSuite extends munit.FunSuite, Exported:
  import ExportModel.*

  private def avro(schema: Schema) = AvroSchema.of(schema, "com.example")

  private def isExported(schema: Schema, file: String)(using munit.Location) =
    val text = exported(avro(schema))
    same(text, file)
    assertEquals(avro(Schema.fromCanonical(schema.canonical).toOption.get), Right(text))

  test("a record")(isExported(schema[Reading], "reading.avsc"))
  test("sums, enumerations, lists and maps")(isExported(schema[Order], "order.avsc"))
  test("a sum that contains itself")(isExported(schema[Expr], "expr.avsc"))
  test("every kind of value")(isExported(schema[Kinds], "kinds.avsc"))
  test("tuples, Eithers and maps by other keys")(isExported(schema[Shapes], "shapes.avsc"))
  test("Options of Options and of Unit, hand-written codecs")(isExported(schema[Odd], "odd.avsc"))

  test("a root that is no record"):
    assertEquals(avro(schema[Int]), Right("\"int\"\n"))
    assertEquals(
      avro(schema[Option[List[String]]]),
      Right("[\"null\", { \"type\": \"array\", \"items\": \"string\" }]\n")
    )

  test("types of one name are told apart, names that Avro does not have are replaced"):
    val definitions = Vector(
      Definition.Record("Größe", Vector(Field("größe", Type.Named(1)), Field("gr__e", Type.Named(2)))),
      Definition.Record("Month", Vector(Field("month", Type.Primitive(Kind.Month)))),
      Definition.Record("Gr__e", Vector.empty)
    )
    val text = exported(avro(Schema(Type.Named(0), definitions)))
    for expected <- Seq("com.example.Gr__e\"", "com.example.Gr__e_2\"", "com.example.Month_2\"", "com.example.Month\"")
    do assert(text.contains(expected), text)
    assert(text.contains("\"doc\": \"größe\"") && text.contains("\"gr__e_2\""), text)

  test("identity is refused"):
    refused(avro(schema[Person]), "Person.friends.element", "Avro has no references")

  test("a sum without cases is refused"):
    val empty = Schema(Type.Sequence(Type.Named(0)), Vector(Definition.Sum("Nothing", Vector.empty)))
    refused(avro(empty), "element", "without cases")

  test("definitions that nest deeper than Avro's readers take are refused"):
    def chain(length: Int) =
      val records = Vector.tabulate(length)(i => Definition.Record("R", Vector(Field("next", Type.Named(i + 1)))))
      Schema(Type.Named(0), records :+ Definition.Record("R", Vector.empty))
    assert(avro(chain(100)).isRight)
    assert(avro(chain(100000)).left.exists(_.reason.contains("nest more than 200 deep")))

  test("a small schema cannot ask for an endless one"):
    val cases  = Vector.tabulate(400)(i => Schema.Case(s"C$i", Vector(Field("x", Type.Primitive(Kind.Int)))))
    val fields = Vector.tabulate(400)(i => Field(s"f$i", Type.Named(1)))
    val large  = Schema(Type.Named(0), Vector(Definition.Record("R", fields), Definition.Sum("S", cases)))
    assert(avro(large).left.exists(_.reason.contains("more than 100000 types")))

  test("a namespace is identifiers with dots between them"):
    val problem = intercept[IllegalArgumentException](AvroSchema.of(schema[Int], "com-example")).getMessage
    assert(problem.contains("'com-example' is not a namespace"), problem)
