package brine.codec.evolution

import brine.codec.*

/** Changes that a [[Migration]] makes good. */
object MigrationChanges extends Changes("Migrations"):
  final case class Person(name: String, age: Int, on: Boolean) derives Codec
  final case class Split(first: String, last: String, age: Int, on: Boolean) derives Codec
  object Split:
    given Migration[Person, Split] = Migration { old =>
      val names = old.name.split(" ", 2)
      Split(names(0), names.lift(1).getOrElse(""), old.age, old.on)
    }
  final case class Dated(first: String, last: String, born: Int, on: Boolean) derives Codec
  object Dated:
    given Migration[Split, Dated] = Migration(old => Dated(old.first, old.last, 2026 - old.age, old.on))

  final case class Team(members: List[Person], lead: Person, deputies: Map[String, Person], open: Boolean) derives Codec
  final case class Crew(open: Boolean, lead: Dated, members: Vector[Dated], deputies: Map[String, Dated]) derives Codec

  final case class Text(value: String, on: Boolean) derives Codec
  final case class Number(value: Int, on: Boolean) derives Codec
  final case class Parsed(value: Int, on: Boolean) derives Codec
  object Parsed:
    given Migration[Text, Parsed] = Migration(old => Parsed(old.value.toInt, old.on))

  enum Shape derives Codec:
    case Circle(radius: Int)
    case Square(side: Int)
  final case class Polygon(corners: Int, size: Int, round: Boolean) derives Codec
  object Polygon:
    given Migration[Shape, Polygon] = Migration {
      case Shape.Circle(radius) => Polygon(0, radius, true)
      case Shape.Square(side)   => Polygon(4, side, false)
    }

  private val people           = List(Person("Ann Lee", 30, true), Person("Bo", 4, false))
  private def dated(p: Person) =
    Dated(p.name.split(" ")(0), p.name.split(" ").lift(1).getOrElse(""), 2026 - p.age, p.on)
  private val team = Team(List.tabulate(20)(i => people(i % 2)), people(1), Map("a" -> people(0)), true)
  private val crew =
    Crew(true, dated(people(1)), Vector.tabulate(20)(i => dated(people(i % 2))), Map("a" -> dated(people(0))))

  change("A type has a migration from the one before", "Readers first.")(
    read(people.map { p => p -> Split(dated(p).first, dated(p).last, p.age, p.on) }*),
    refuse[Split, Person]("name: it is missing")(Split("a", "b", 1, true))
  )
  change("A type has a chain of migrations", "Readers first.")(
    read(people.map(p => p -> dated(p))*),
    refuse[Dated, Person]("it is missing")(Dated("a", "b", 1, true))
  )
  change("A type with a migration is inside other types and their collections", "Readers first.")(
    read(team -> crew),
    refuse[Crew, Team]("lead.name: it is missing")(crew)
  )
  change("The type of a field changes", "Write a migration, or add a field of another name.")(
    refuse[Text, Number]("value: it was written as String and cannot be read as Int")(Text("1", true)),
    refuse[Number, Text]("value: it was written as Int and cannot be read as String")(Number(1, true))
  )
  change(
    "The type of a field changes, with a migration",
    "Readers first. What the migration refuses is a DecodeError."
  )(
    read(Text("1", true) -> Parsed(1, true)).except(Text("x", true), "For input string"),
    refuse[Parsed, Text]("value: it was written as Int and cannot be read as String")(Parsed(1, true))
  )
  change("A sealed type becomes a case class by a migration", "Readers first.")(
    read[Shape, Polygon](Shape.Circle(3) -> Polygon(0, 3, true), Shape.Square(4) -> Polygon(4, 4, false)),
    refuse[Polygon, Shape]("cannot be read as the sum Shape")(Polygon(1, 2, true))
  )

  final case class LengthOne(value: Double, unit: String) derives Codec
  final case class Meters(value: Double) derives Codec
  object Meters:
    given Migration[LengthOne, Meters] =
      Migration(old => Meters(if old.unit == "cm" then old.value / 100 else old.value))

  change("A record becomes a wrapper by a migration", "Readers first.")(
    read(LengthOne(250, "cm") -> Meters(2.5), LengthOne(3, "m") -> Meters(3)),
    refuse[Meters, LengthOne]("unit: it is missing in what was written")(Meters(1))
  )

  final case class Aged(name: String, age: Int, on: Boolean, adult: Option[Boolean]) derives Codec
  object Aged:
    given Migration[Person, Aged] = Migration(old => Aged(old.name, old.age, old.on, Some(old.age >= 18)))

  change("A type that can read old data also has a migration from them: the migration is used")(
    read(people.map(p => p -> Aged(p.name, p.age, p.on, Some(p.age >= 18)))*),
    read(Aged("a", 1, true, None) -> Person("a", 1, true))
  )

  final case class Cents(cents: Int, paid: Boolean) derives Codec
  final case class NotedCents(cents: Int, paid: Boolean, note: Option[String]) derives Codec
  final case class Euros(euros: Double = 0.0, paid: Boolean = true, note: Option[String]) derives Codec
  object Euros:
    given Migration[NotedCents, Euros] = Migration(old => Euros(old.cents / 100.0, old.paid, old.note))
  change("A type has defaults and a migration from a version after the one that was written")(
    read(Cents(250, true)        -> Euros(2.5, true, None), Cents(10, false) -> Euros(0.1, false, None)),
    read(Euros(2.5, false, None) -> Euros(2.5, false, None))
  )

  final case class Place(street: String) derives Codec
  final case class PlaceNow(street: String, zip: String = "") derives Codec
  final case class Shop(place: Place, cents: Int) derives Codec
  final case class ShopOld(place: PlaceNow, cents: Int) derives Codec
  final case class ShopNow(place: PlaceNow, euros: Double = 0.0) derives Codec
  object ShopNow:
    given Migration[ShopOld, ShopNow] = Migration(old => ShopNow(old.place, old.cents / 100.0))
  change("A type has a migration, and a type inside has got a default since")(
    read(Shop(Place("Elm"), 250)            -> ShopNow(PlaceNow("Elm", ""), 2.5)),
    read(ShopNow(PlaceNow("Elm", "1"), 2.5) -> ShopNow(PlaceNow("Elm", "1"), 2.5))
  )

  final case class Wide(value: Long, on: Boolean) derives Codec
  final case class Narrow(value: Int, on: Boolean) derives Codec
  object Narrow:
    given Migration[Wide, Narrow] = Migration(old => Narrow(-old.value.toInt, old.on))
  final case class Two(narrow: Narrow, more: Option[Int]) derives Codec
  final case class One(narrow: Narrow, last: Boolean) derives Codec
  change("Data that have the type already are not migrated")(
    read(One(Narrow(3, true), true) -> Two(Narrow(3, true), None)),
    refuse[Two, One]("last: it is missing")(Two(Narrow(3, true), None))
  )

  final case class Later(value: Int, on: Boolean, note: Option[String]) derives Codec
  change("A program with a migration reads data of a later version, without migrating them")(
    read(Narrow(3, true)               -> Later(3, true, None)),
    read(Later(3, true, Some("later")) -> Narrow(3, true))
  )

  final case class Opened(name: String, at: Long) derives Codec
  final case class Holder(opened: Opened) derives Codec
  final case class HolderNow(opened: Opened = Opened("", 0), by: String = "nobody") derives Codec
  object HolderNow:
    given Migration[Holder, HolderNow] = Migration(old => HolderNow(old.opened, "migrated"))
  change("A class of one field around a record gets a field with a default, and a migration")(
    read(Holder(Opened("a", 1))         -> HolderNow(Opened("a", 1), "migrated")),
    read(HolderNow(Opened("a", 2), "b") -> Holder(Opened("a", 2)))
  )

  object Old:
    sealed trait Event derives Codec
    final case class Joined(name: String, at: Int, on: Boolean) extends Event
    final case class Paid(cents: Int)                           extends Event
    case object Left                                            extends Event

  final case class JoinedOne(name: String, at: Int, on: Boolean) derives Codec
  final case class JoinedTwo(first: String, last: String, at: Int, on: Boolean) derives Codec
  object JoinedTwo:
    given Migration[JoinedOne, JoinedTwo] = Migration { old =>
      val names = old.name.split(" ", 2)
      JoinedTwo(names(0), names.lift(1).getOrElse(""), old.at, old.on)
    }
  final case class PaidOne(cents: Int) derives Codec

  sealed trait Event derives Codec
  final case class Joined(initials: String, at: Int, on: Boolean) extends Event
  object Joined:
    given Migration[JoinedTwo, Joined] =
      Migration(old => Joined(s"${old.first.take(1)}${old.last.take(1)}", old.at, old.on))
  final case class Paid(amount: BigDecimal, currency: String) extends Event
  object Paid:
    given Migration[PaidOne, Paid] = Migration(old => Paid(BigDecimal(old.cents, 2), "EUR"))
  case object Left extends Event

  change("Cases of a sealed type have migrations, also chains of them", "Readers first.")(
    read[Old.Event, Event](
      Old.Joined("Ann Lee", 3, true) -> Joined("AL", 3, true),
      Old.Paid(1250)                 -> Paid(BigDecimal("12.50"), "EUR"),
      Old.Left                       -> Left
    ),
    refuse[Event, Old.Event]("it is missing in what was written")(Joined("A", 1, true), Paid(1, "EUR"))
  )

  final case class BillOld(cents: Int, paid: Boolean) derives Codec
  final case class Bill(cents: Int, paid: Boolean, note: String = "none") derives Codec
  final case class BillNow(
      @was("cents") total: Int,
      cents: Option[Long],
      from: Option[Int],
      paid: Boolean,
      note: String = "none"
  ) derives Codec
  object BillNow:
    given Migration[BillOld, BillNow] =
      Migration(old => BillNow(old.cents, None, None, old.paid, "migrated"))
  change("A type with a migration gets two Options: no field of later data is dropped for the migration")(
    read(Bill(3, true, "paid") -> BillNow(3, None, None, true, "paid")),
    refuse[BillNow, Bill]("cents: it was written as Option[Long]")(BillNow(3, None, None, true, "paid"))
  )

  final case class TagOld(tag: Option[String]) derives Codec
  final case class Tag(text: String = "none") derives Codec
  object Tag:
    given Migration[TagOld, Tag] = Migration(old => Tag(s"was ${old.tag}"))
  change("An Option around a class with a migration is removed: its data are not of the older type")(
    refuse[Option[Tag], Tag]("it was written as Option[")(Some(Tag("a")), None),
    read(Tag("a") -> Option(Tag("a")))
  )

  final case class Time(at: Option[Int]) derives Codec
  final case class StampOld(zone: Option[String], at: Option[Int]) derives Codec
  final case class Stamp(time: Time = Time(Some(1)), by: String) derives Codec
  object Stamp:
    given Migration[StampOld, Stamp] = Migration(old => Stamp(by = s"was ${old.zone}"))
  final case class StampNow(time: Time) derives Codec
  change("A class with a migration loses a field: a program of the version before does not migrate such data")(
    read(Stamp(Time(Some(3)), "a") -> StampNow(Time(Some(3)))),
    refuse[StampNow, Stamp]("by: it is missing in what was written")(StampNow(Time(None)))
  )

  final case class Level(level: Option[Int]) derives Codec
  final case class Note(note: String = "none") derives Codec
  object Note:
    given Migration[Level, Note] = Migration(old => Note(s"level ${old.level.getOrElse(0)}"))
  final case class Noted(note: Note = Note("new")) derives Codec
  change("A class of one field is wrapped in another and has a migration, and the outer field has a default")(
    read(Level(Some(3))   -> Noted(Note("level 3")), Level(None) -> Noted(Note("level 0"))),
    read(Noted(Note("a")) -> Level(None))
  )

  object Lamps:
    enum Colour derives Codec:
      case Red, Green
    final case class Lamp(colour: Colour) derives Codec
  object LampsNow:
    enum Colour derives Codec:
      case Blue, Green
    final case class Lamp(colour: Colour, room: String = "none") derives Codec
    object Lamp:
      given Migration[Lamps.Lamp, Lamp] = Migration(old => Lamp(Colour.Green, s"was ${old.colour}"))
    final case class Bare(colour: Colour) derives Codec
  change("A class with a migration loses a field, and has a case that the older type lacks: it is not migrated")(
    read(
      LampsNow.Lamp(LampsNow.Colour.Blue, "a")  -> LampsNow.Bare(LampsNow.Colour.Blue),
      LampsNow.Lamp(LampsNow.Colour.Green, "a") -> LampsNow.Bare(LampsNow.Colour.Green)
    ),
    read(
      LampsNow.Bare(LampsNow.Colour.Blue)  -> LampsNow.Lamp(LampsNow.Colour.Blue),
      LampsNow.Bare(LampsNow.Colour.Green) -> LampsNow.Lamp(LampsNow.Colour.Green)
    )
  )
