package brine.codec.internal.matching

import brine.codec.Schema.{Definition, Field, Kind, Type}
import brine.codec.{Codec, Schema}

object WeightsSuite:
  final case class Inner(a: Int, b: Option[String]) derives Codec
  final case class Outer(inner: List[Inner], n: Int) derives Codec

final class WeightsSuite extends munit.FunSuite:
  import WeightsSuite.*

  private val int = Type.Primitive(Kind.Int)

  test("a field counts as many fields as it contains, and a plain one counts as one"):
    val schema  = Codec[Outer].schema
    val weights = Weights(schema)
    assertEquals((weights.of(Field("x", int)), weights.of(Field("x", schema.root))), (1L, 3L))

  test("types that contain themselves, and hostile ones, have an upper bound"):
    val endless = Schema(Type.Named(0), Vector(Definition.Record("R", Vector(Field("r", Type.Named(0))))))
    assertEquals(Weights(endless).of(Field("x", endless.root)), 1L)
    val twice = Vector.tabulate(100)(i =>
      val next = if i < 99 then Type.Named(i + 1) else int
      Definition.Record(s"R$i", Vector(Field("a", next), Field("b", next)))
    )
    val weight = Weights(Schema(Type.Named(0), twice)).of(Field("x", Type.Named(0)))
    assert(weight > 1000 && weight <= (1L << 16), weight.toString)
