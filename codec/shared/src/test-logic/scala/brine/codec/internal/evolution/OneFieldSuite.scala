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

  test("the content is read as a record that lacks the field; otherwise all fields of the record are missing"):
    assertEquals(
      Codec.decodeBare[Place](Codec.encodeBare(Stand(Spot(3, true))), Codec[Stand].schema),
      Right(Place(3, None, true))
    )
    val stone = Codec[Stone].schema
    assertEquals(Codec.decodeBare[Blank](Codec.encodeBare(Stone(Some(3))), stone), Right(Blank(None, 2)))
    assertEquals(Compatibility.of(Codec[Blank], stone).warnings.map(_.path), Vector("weight"))

  test("any other type is no record of several fields"):
    Codec.decodeBare[Blank](Codec.encodeBare(3), Codec[Int].schema) match
      case Right(value) => fail(s"it was read as $value")
      case Left(error)  =>
        assert(error.problem.contains("cannot be read as the record Blank of 2 fields"), error.problem)

object OneFieldSuite:
  final case class Spot(x: Int, on: Boolean) derives Codec
  final case class Stand(spot: Spot) derives Codec
  final case class Place(x: Int, note: Option[String], on: Boolean) derives Codec
  final case class Blank(a: Option[Int], b: Int = 2) derives Codec
  final case class Chicken(egg: Option[Egg])
  object Chicken:
    given Codec[Chicken] = Codec.derived
  final case class Egg(chicken: Option[Chicken])
  object Egg:
    given Codec[Egg] = Codec.derived
  final case class Stone(weight: Option[Int]) derives Codec
  final case class Holder(of: Stone, number: Int) derives Codec
  final case class ChickenHolder(of: Chicken, number: Int) derives Codec
