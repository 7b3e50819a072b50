package brine.codec.exports

import brine.codec.{Codec, Schema, Shared}
import brine.codec.Schema.{Case, Definition, Field, Kind, Type}

object ProtobufSchemaSuite:
  final case class Holder[A](value: A, next: Int) derives Codec

class ProtobufSchemaSuite extends munit.FunSuite, Exported:
  import ExportModel.*
  import ProtobufSchemaSuite.Holder

  private def protobuf(schema: Schema) = ProtobufSchema.of(schema, "com.example")

  private def isExported(schema: Schema, file: String)(using munit.Location) =
    val text = exported(protobuf(schema))
    same(text, file)
    assertEquals(protobuf(Schema.fromCanonical(schema.canonical).toOption.get), Right(text))

  test("a record")(isExported(schema[Reading], "reading.proto"))
  test("sums, enumerations, lists and maps")(isExported(schema[Order], "order.proto"))
  test("a sum that contains itself")(isExported(schema[Expr], "expr.proto"))
  test("every kind of value")(isExported(schema[Kinds], "kinds.proto"))
  test("tuples, Eithers and maps by numbers")(isExported(schema[Shapes], "shapes.proto"))

  test("what protobuf cannot say is refused, with the place"):
    refused(protobuf(schema[Odd]), "Odd.twice", "an Option of an Option")
    refused(protobuf(schema[Holder[Option[List[Int]]]]), "Holder.value", "an Option of a sequence")
    refused(protobuf(schema[Holder[Option[Map[Int, Int]]]]), "Holder.value", "an Option of a map")
    refused(protobuf(schema[Holder[List[Option[Int]]]]), "Holder.value.element", "a sequence of an Option")
    refused(protobuf(schema[Holder[List[List[Int]]]]), "Holder.value.element", "a sequence of a sequence")
    refused(protobuf(schema[Holder[Map[Int, List[Int]]]]), "Holder.value.value", "a map of a sequence")
    refused(protobuf(schema[Holder[Map[Double, Int]]]), "Holder.value.key", "no maps by a value of kind Double")
    refused(protobuf(schema[Holder[Map[Level, Int]]]), "Holder.value.key", "no maps by Level")
    refused(protobuf(schema[Holder[Map[(Int, Int), Int]]]), "Holder.value.key", "no maps by a tuple")
    refused(protobuf(schema[Holder[Either[Int, List[Int]]]]), "Holder.value.right", "an Either of a sequence")
    refused(protobuf(schema[Holder[(Int, Option[Option[Int]])]]), "Holder.value.element2", "an Option of an Option")
    refused(protobuf(schema[Holder[Rgb]]), "Holder.value", "only the hand-written codec 'rgb' knows")
    refused(protobuf(schema[Holder[Shared[Int]]]), "Holder.value", "protobuf has no references")

  test("a root that is no record and no sum is refused"):
    refused(protobuf(schema[Int]), "", "the root is a value of kind Int")
    refused(protobuf(schema[List[Reading]]), "", "the root is a sequence")

  test("without a package"):
    val text = exported(ProtobufSchema.of(schema[Expr]))
    assertNoDiff(text, pinned("expr.proto").replace("package com.example;\n\n", ""))

  test("a case that hides a message of the file makes the reference a full one"):
    val cases = Vector(Case("Point", Vector(Field("at", Type.Named(1)))), Case("None", Vector.empty))
    val point = Definition.Record("Point", Vector(Field("x", Type.Primitive(Kind.Int))))
    val text  = exported(protobuf(Schema(Type.Named(0), Vector(Definition.Sum("Shape", cases), point))))
    assert(text.contains("    .com.example.Point at = 1;"), text)
    assert(text.contains("    Point point = 1;"), text)

  test("a message made for a tuple hides none of the file"):
    val fields = Vector(
      Field("all", Type.Named(1)),
      Field("pair", Type.Tuple(Vector(Type.Primitive(Kind.Int), Type.Named(1))))
    )
    val text = exported(
      protobuf(Schema(Type.Named(0), Vector(Definition.Record("R", fields), Definition.Record("Pair", Vector.empty))))
    )
    assert(text.contains("  Pair all = 1;\n  Pair_2 pair = 2;"), text)

  test("names that protoc takes for the same are told apart, with the original beside them"):
    val fields = Vector("fooBar", "foo_bar", "größe", "größte").map(Field(_, Type.Primitive(Kind.Int)))
    val text   = exported(protobuf(Schema(Type.Named(0), Vector(Definition.Record("R", fields)))))
    val lines  = Seq("foo_bar = 1;", "foo_bar_2 = 2; // foo_bar", "gr_e = 3; // größe", "gr_te = 4; // größte")
    for line <- lines do assert(text.contains(s"  int32 $line\n"), text)

  test("values of enums are told apart within the file"):
    def enumeration(name: String, cases: String*) = Definition.Sum(name, cases.toVector.map(Case(_, Vector.empty)))
    val record                                    =
      Definition.Record("R", Vector(Field("a", Type.Named(1)), Field("b", Type.Named(2))))
    val definitions = Vector(record, enumeration("A", "bC", "bc", "Unspecified"), enumeration("A_B", "C"))
    val text        = exported(protobuf(Schema(Type.Named(0), definitions)))
    for line <- Seq("A_UNSPECIFIED = 0;", "A_B_C = 1;", "A_BC_2 = 2;", "A_UNSPECIFIED_2 = 3;", "A_B_C_2 = 1;") do
      assert(text.contains(line), text)

  test("numbers that belong to protobuf are left out"):
    val fields = Vector.tabulate(19001)(i => Field(s"f$i", Type.Primitive(Kind.Int)))
    val text   = exported(protobuf(Schema(Type.Named(0), Vector(Definition.Record("R", fields)))))
    assert(text.contains(" f18998 = 18999;\n") && text.contains(" f18999 = 20000;\n"))

  test("a package is identifiers with dots between them"):
    val problem = intercept[IllegalArgumentException](ProtobufSchema.of(schema[Expr], "com..example")).getMessage
    assert(problem.contains("'com..example' is not a package name"), problem)
