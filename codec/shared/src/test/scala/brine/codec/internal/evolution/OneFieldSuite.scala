package brine.codec.internal.evolution

import brine.codec.*

/** Classes of one field, each with a codec of its own, that contain each other. */
final class OneFieldSuite extends munit.FunSuite:
  import OneFieldSuite.*

  test("such classes are written and read"):
    val value = Chicken(Some(Egg(Some(Chicken(None)))))
    assertEquals(Codec.decodeBare[Chicken](Codec.encodeBare(value)), Right(value))

  test("a name that is nowhere in them is looked for in a bounded number of steps"):
    val stone = Codec.encodeBare(Stone(Some(3)))
    assertEquals(Codec.decodeBare[Chicken](stone, Codec[Stone].schema), Right(Chicken(None)))
    val holder = Codec.encodeBare(Holder(Stone(Some(3)), 1))
    assertEquals(
      Codec.decodeBare[ChickenHolder](holder, Codec[Holder].schema),
      Right(ChickenHolder(Chicken(None), 1))
    )

object OneFieldSuite:
  final case class Chicken(egg: Option[Egg])
  object Chicken:
    given Codec[Chicken] = Codec.derived
  final case class Egg(chicken: Option[Chicken])
  object Egg:
    given Codec[Egg] = Codec.derived
  final case class Stone(weight: Option[Int]) derives Codec
  final case class Holder(of: Stone, number: Int) derives Codec
  final case class ChickenHolder(of: Chicken, number: Int) derives Codec
