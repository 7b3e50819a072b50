package brine.codec.exports

import brine.codec.Schema
import brine.codec.Schema.{Case, Definition, Field, Kind, Type}
import org.scalacheck.Gen

/** Schemas with names that get into each other's way, or that the other languages do not have. */
object RandomSchemas:
  private val names = Gen.oneOf(
    Seq(
      "Order",
      "Order",
      "order",
      "Pair",
      "pair",
      "Kind",
      "kind",
      "Month",
      "DayOfWeek",
      "Left",
      "Some",
      "Entry",
      "element"
    ) ++
      Seq(
        "root",
        "value",
        "_1",
        "Tuple2",
        "type",
        "string",
        "message",
        "google",
        "Timestamp",
        "Empty",
        "com",
        "example"
      ) ++
      Seq(
        "größe",
        "::",
        "1st",
        "",
        "_",
        "__",
        "a b",
        "a_b",
        "aB",
        "A_B",
        "\u0000\n",
        "\ud800",
        "*/",
        "\"\\",
        "null",
        "record"
      )
  )
  private val leaves: Gen[Type] = Gen.frequency(
    8 -> Gen.oneOf(Kind.values.toSeq).map(Type.Primitive(_)),
    1 -> names.map(Type.Custom(_))
  )

  private def types(definitions: Int, depth: Int, odd: Boolean): Gen[Type] =
    val named: Gen[Type] = Gen.choose(0, definitions - 1).map(Type.Named(_))
    val plain: Gen[Type] = Gen.oneOf(Kind.values.toSeq).map(Type.Primitive(_))
    val simple           = if odd then Gen.frequency(4 -> leaves, 4 -> named) else Gen.frequency(1 -> plain, 1 -> named)
    if depth == 0 then simple
    else
      // Unless they may be odd, what stands within an Option or a collection is one value, as protobuf wants it.
      val inner = if odd then types(definitions, depth - 1, odd) else simple
      val keys = if odd then inner else Gen.oneOf(Kind.String, Kind.Int, Kind.UUID, Kind.Boolean).map(Type.Primitive(_))
      Gen.frequency(
        4 -> simple,
        2 -> inner.map(Type.Optional(_)),
        2 -> inner.map(Type.Sequence(_)),
        1 -> inner.map(Type.Set(_)),
        1 -> (for key <- keys; value <- inner yield Type.Map(key, value)),
        1 -> (for left <- inner; right <- inner yield Type.Either(left, right)),
        1 -> Gen
          .choose(0, 3)
          .flatMap(Gen.listOfN(_, types(definitions, depth - 1, odd)))
          .map(all => Type.Tuple(all.toVector)),
        1                      -> inner.map(Type.Boxed(_)),
        1                      -> inner.map(Type.Repeated(_)),
        1                      -> inner.map(Type.Wrapped("One", "of", _)),
        (if odd then 1 else 0) -> inner.map(Type.Shared(_))
      )

  private def fields(definitions: Int, odd: Boolean): Gen[Vector[Field]] =
    val field = for name <- names; of <- types(definitions, 2, odd) yield Field(name, of)
    Gen.choose(0, 4).flatMap(Gen.listOfN(_, field)).map(_.toVector)

  private def definition(definitions: Int, odd: Boolean): Gen[Definition] =
    val one     = for name <- names; all <- fields(definitions, odd) yield Case(name, all)
    val singles = names.map(Case(_, Vector.empty))
    Gen.oneOf(
      for name <- names; all <- fields(definitions, odd) yield Definition.Record(name, all),
      for name <- names; count <- Gen.choose(1, 4); all <- Gen.listOfN(count, one)
      yield Definition.Sum(name, all.toVector),
      for name <- names; count <- Gen.choose(1, 4); all <- Gen.listOfN(count, singles)
      yield Definition.Sum(name, all.toVector)
    )

  /** @param odd whether there may be what protobuf has no form for */
  def schemas(odd: Boolean): Gen[Schema] =
    for
      count       <- Gen.choose(1, 6)
      definitions <- Gen.listOfN(count, definition(count, odd))
      root        <- if odd then types(count, 2, odd) else Gen.const(Type.Named(0))
    yield Schema(root, definitions.toVector)

  /** The same ones each time. */
  def sample(count: Int, odd: Boolean): Vector[Schema] =
    val seeds = Iterator.iterate(org.scalacheck.rng.Seed(20261121L))(_.slide)
    seeds.map(seed => schemas(odd).pureApply(Gen.Parameters.default, seed)).take(count).toVector
