package brine.codec.inspect.internal

import brine.codec.Schema.{Definition, Field, Kind, Type}
import brine.codec.golden.GoldenTypes.*
import brine.codec.internal.schema.SchemaLayout
import brine.codec.{Codec, Schema}

class LeastSuite extends munit.FunSuite:
  private def least(schema: Schema, codecs: Map[String, Codec[?]] = Map.empty): Int =
    Least(SchemaLayout(schema), codecs).of(schema.root)

  private def same[A](using codec: Codec[A], location: munit.Location): Unit =
    assertEquals(least(codec.schema, Map("tenths of a degree" -> Codec[Celsius])), codec.minSize)

  test("what codecs say"):
    same[Int]
    same[Unit]
    same[Double]
    same[(Int, Double, java.util.UUID)]
    same[Point]
    same[Fixed]
    same[Flags]
    same[Nothing0]
    same[Shape]
    same[Key]
    same[Key64]
    same[Tree[Int]]
    same[Nested]
    same[Pressed]
    same[Account]
    same[Room]
    same[List[Int]]
    same[java.time.LocalDateTime]

  test("nothing is known of a codec that is not there, unless there is something beside it"):
    assertEquals(least(Codec[Celsius].schema), Least.Unknown)
    assertEquals(least(Codec[(Celsius, Int)].schema), 1)

  test("a schema of doubling records is not followed to its end"):
    val unit        = Type.Primitive(Kind.Unit)
    val definitions = Vector.tabulate(100)(i =>
      Definition.Record("R", Vector("a", "b").map(Field(_, if i < 99 then Type.Named(i + 1) else unit)))
    )
    assertEquals(least(Schema(Type.Named(0), definitions)), 0)
    val cyclic = definitions.map(of =>
      Definition.Record("R", of.asInstanceOf[Definition.Record].fields.reverse :+ Field("c", Type.Named(0)))
    )
    assertEquals(least(Schema(Type.Named(1), cyclic)), Least.Unknown)
