package brine.codec.evolution

import brine.codec.*

/** Values that get a wrapper, an Option, names for their parts, or lose them. */
object ShapeChanges extends Changes("Wrappers, options, tuples"):
  final case class Id(value: Int) derives Codec
  final case class Flag(value: Boolean) derives Codec
  final case class IdAndUnit(unit: String = "C", value: Int) derives Codec
  final case class Two(value: Int, other: Int) derives Codec
  final case class Line(id: Int, on: Boolean, name: String) derives Codec
  final case class Stamped(id: Int, on: Boolean, name: String, at: Long = 5) derives Codec
  final case class Plain(id: Int, level: Int, on: Boolean) derives Codec
  final case class Wrapped(id: Id, level: Int, on: Flag) derives Codec
  final case class Maybe(id: Int, level: Option[Int], on: Option[Boolean]) derives Codec
  final case class MaybeTwice(id: Int, level: Option[Option[Int]], on: Option[Option[Boolean]]) derives Codec
  final case class Sides(side: Either[Int, Boolean], name: String) derives Codec
  final case class WiderSides(side: Either[Long, Option[Boolean]], name: String) derives Codec

  change("A value is wrapped in a case class, value class or opaque type of its own")(
    read(1     -> Id(1), -1000000 -> Id(-1000000)),
    read(Id(1) -> 1)
  )
  change("Fields are wrapped, booleans among them")(
    read(Plain(1, 2, true) -> Wrapped(Id(1), 2, Flag(true)), Plain(-1, 0, false) -> Wrapped(Id(-1), 0, Flag(false))),
    read(Wrapped(Id(1), 2, Flag(true)) -> Plain(1, 2, true))
  )
  change("A becomes Option[A]", "Readers first.")(
    read(1 -> Option(1), 0 -> Option(0)),
    refuse[Option[Int], Int]("cannot be read as Int")(Some(1), None)
  )
  change("Fields become Options", "Readers first.")(
    read(Plain(1, 2, true) -> Maybe(1, Some(2), Some(true)), Plain(3, 4, false) -> Maybe(3, Some(4), Some(false))),
    refuse[Maybe, Plain]("level: it was written as Option[Int] and cannot be read as Int")(Maybe(1, None, None))
  )
  change("Options become Options of Options, where None stays None", "Readers first.")(
    read(
      Maybe(1, Some(2), None)     -> MaybeTwice(1, Some(Some(2)), None),
      Maybe(1, None, Some(false)) -> MaybeTwice(1, None, Some(Some(false)))
    ),
    refuse[MaybeTwice, Maybe]("level: it was written as Option[Int] and cannot be read as Int")(
      MaybeTwice(1, Some(None), None)
    )
  )
  change("Option[A] becomes A", "Write a migration: old data may contain None.")(
    refuse[Maybe, Plain]("level: it was written as Option[Int] and cannot be read as Int")(
      Maybe(1, Some(2), Some(true))
    ),
    read(Plain(1, 2, true) -> Maybe(1, Some(2), Some(true)))
  )
  change("The sides of an Either are widened", "Readers first.")(
    read(
      Sides(Left(1), "a")     -> WiderSides(Left(1L), "a"),
      Sides(Right(true), "b") -> WiderSides(Right(Some(true)), "b")
    ),
    refuse[WiderSides, Sides]("side.left: it was written as Long and cannot be read as Int")(WiderSides(Left(1L), "a"))
  )
  change("A tuple becomes a case class of as many fields")(
    read((1, true, "a")     -> Line(1, true, "a"), (2, false, "") -> Line(2, false, "")),
    read(Line(1, true, "a") -> (1, true, "a"), Line(2, false, "") -> (2, false, ""))
  )
  change("A tuple becomes a case class of more fields, the others with a default", "Readers first.")(
    read((1, true, "a") -> Stamped(1, true, "a", 5)),
    refuse[Stamped, (Int, Boolean, String)]("cannot be read as a tuple of 3")(Stamped(1, true, "a", 6))
  )
  final case class Swapped(@was("_2") on: Boolean, @was("_1") id: Int, @was("_3") name: String) derives Codec
  change("A tuple becomes a case class with another order, its fields marked by `@was(\"_1\")` and so on")(
    read((1, true, "a") -> Swapped(true, 1, "a"), (2, false, "") -> Swapped(false, 2, "")),
    refuse[Swapped, (Int, Boolean, String)]("on: it was written as Boolean and cannot be read as Int")(
      Swapped(true, 1, "a")
    )
  )
  final case class Chained(@was("x") y: Int = 5, z: Int, @was("y") w: Int = 7) derives Codec
  change("A tuple becomes a case class, and the name of one field then passes to another one")(
    read((1, 2) -> Chained(1, 2, 7)),
    refuse[Chained, (Int, Int)]("cannot be read as a tuple of 2")(Chained(1, 2, 3))
  )
  change("A tuple grows", "Make it a case class first.")(
    refuse[(Int, Boolean), (Int, Boolean, Option[Int])]("cannot be read as a tuple of 3")((1, true)),
    refuse[(Int, Boolean, Option[Int]), (Int, Boolean)]("cannot be read as a tuple of 2")((1, true, None))
  )
  change("A case class of one field gets another one with a default")(
    read(Id(1)               -> IdAndUnit("C", 1), Id(-1) -> IdAndUnit("C", -1)),
    read(IdAndUnit("F", 300) -> Id(300))
  )
  change("A case class loses all fields but one", "Readers first, if the others had no defaults.")(
    read(Two(1, 2) -> Id(1)),
    refuse[Id, Two]("other: it is missing in what was written")(Id(1))
  )
