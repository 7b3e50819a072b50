package brine.codec.internal.evolution

import brine.codec.Schema.{Definition, Field, Kind, Type}
import brine.codec.internal.matching.{Findings, Incompatible}
import brine.codec.{Codec, Schema}

object ResolverSuite:
  final case class Pair(n: Int, s: String) derives Codec
  final case class Long3(n: Long, s: String) derives Codec
  final case class Twice(first: Pair, second: Pair, all: List[Pair]) derives Codec
  final case class Longer(first: Long3, second: Long3, all: List[Long3]) derives Codec

final class ResolverSuite extends munit.FunSuite:
  import ResolverSuite.*

  private def resolver(written: Schema) = Resolver(written)

  test("data of the same schema are read directly"):
    val codec = Codec[List[Pair]]
    assert(resolver(codec.schema).plan(Target.Whole(codec)) eq codec)

  test("a pair of definitions has one reader, however often it occurs"):
    val once  = resolver(Codec[Pair].schema)
    val twice = resolver(Codec[Twice].schema)
    once.plan(Target.Whole(Codec[Long3])): Unit
    twice.plan(Target.Whole(Codec[Longer])): Unit
    // The fields of Pair are resolved once: the other steps are the fields of Twice, and its list.
    assert(twice.weight < 3 * once.weight, s"${twice.weight}, ${once.weight}")

  test("a schema of too many definitions is refused"):
    val many = Vector.tabulate(Resolver.MostDefinitions + 1) { i =>
      Definition.Record(s"R$i", Vector(Field("a", Type.Primitive(Kind.Int)), Field("b", Type.Primitive(Kind.Int))))
    }
    val error = intercept[Incompatible](resolver(Schema(Type.Named(0), many)).plan(Target.Anything))
    assert(error.problem.contains(s"the most is ${Resolver.MostDefinitions}"), error.problem)

  test("types that nest too deeply are refused"):
    def deep(levels: Int): Type =
      (1 to levels).foldLeft[Type](Type.Primitive(Kind.Int))((inner, _) => Type.Optional(inner))
    resolver(Schema(deep(Resolver.MostDepth - 1), Vector.empty)).plan(Target.Anything): Unit
    val error = intercept[Incompatible](resolver(Schema(deep(Resolver.MostDepth), Vector.empty)).plan(Target.Anything))
    assert(error.problem.contains("nested deeper"), error.problem)

  test("check collects all problems, with their paths"):
    val findings = Findings()
    Resolver(Codec[Longer].schema, findings).check(Target.Whole(Codec[Twice]))
    assertEquals(findings.all.map(_.path).take(2), Vector("first.n", "second.n").take(findings.all.size))
    assert(findings.all.forall(_.problem.contains("Long")))
