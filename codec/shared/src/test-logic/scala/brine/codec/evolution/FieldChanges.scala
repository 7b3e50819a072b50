package brine.codec.evolution

import brine.codec.*

/** Fields of a record that come, go and change their names. */
object FieldChanges extends Changes("Fields"):
  final case class Reading(sensor: String, level: Int, on: Boolean) derives Codec
  final case class WithDefault(sensor: String, unit: String = "C", level: Int, on: Boolean) derives Codec
  final case class WithOption(note: Option[String], sensor: String, level: Int, on: Boolean) derives Codec
  final case class WithAdded(sensor: String, @added(7) rank: Long, level: Int, on: Boolean) derives Codec
  final case class WithNothing(sensor: String, level: Int, rank: Long, on: Boolean) derives Codec
  final case class WithFlags(a: Boolean = true, sensor: String, b: Option[Boolean], level: Int, on: Boolean)
      derives Codec
  final case class Without(sensor: String, on: Boolean) derives Codec
  final case class Reordered(on: Boolean, level: Int, sensor: String) derives Codec
  final case class Renamed(sensor: String, height: Int, on: Boolean) derives Codec
  final case class RenamedMarked(sensor: String, @was("depth", "level") height: Int, on: Boolean) derives Codec
  final case class Prepared(sensor: String, @was("height") level: Int, on: Boolean) derives Codec

  private val old     = List(Reading("a", 1, true), Reading("", Int.MinValue, false), Reading("Ωmega", 70000, true))
  private val missing = "it is missing in what was written"

  change("A field with a default is added")(
    read(old.map(r => r -> WithDefault(r.sensor, "C", r.level, r.on))*),
    read(WithDefault("a", "F", 1, true) -> Reading("a", 1, true))
  )
  change("An Option is added")(
    read(old.map(r => r -> WithOption(None, r.sensor, r.level, r.on))*),
    read(
      WithOption(Some("n"), "a", 1, true) -> Reading("a", 1, true),
      WithOption(None, "a", 2, false)     -> Reading("a", 2, false)
    )
  )
  change("A field marked by `@added` is added")(
    read(old.map(r => r -> WithAdded(r.sensor, 7, r.level, r.on))*),
    read(WithAdded("a", 9, 1, true) -> Reading("a", 1, true))
  )
  change("Any other field is added", "Give it a default, mark it by `@added`, or make it an Option.")(
    refuse[Reading, WithNothing](s"rank: $missing")(old*),
    read(WithNothing("a", 1, 9, true) -> Reading("a", 1, true))
  )
  change("Several fields that take bits are added")(
    read(old.map(r => r -> WithFlags(true, r.sensor, None, r.level, r.on))*),
    read(
      WithFlags(false, "a", Some(true), 1, true) -> Reading("a", 1, true),
      WithFlags(true, "a", None, 1, false)       -> Reading("a", 1, false)
    )
  )
  change("A field is removed", "Readers first; or give it a default one version before.")(
    read(old.map(r => r -> Without(r.sensor, r.on))*),
    refuse[Without, Reading](s"level: $missing")(Without("a", true))
  )
  change("A field with a default is removed")(
    read(WithDefault("a", "F", 1, true) -> Reading("a", 1, true)),
    read(old.map(r => r -> WithDefault(r.sensor, "C", r.level, r.on))*)
  )
  change("An Option is removed")(
    read(WithOption(Some("n"), "a", 1, true) -> Reading("a", 1, true)),
    read(old.map(r => r -> WithOption(None, r.sensor, r.level, r.on))*)
  )
  change("Fields are reordered")(
    read(old.map(r => r -> Reordered(r.on, r.level, r.sensor))*),
    read(Reordered(true, 1, "a") -> Reading("a", 1, true), Reordered(false, -1, "") -> Reading("", -1, false))
  )
  change("A field is renamed", "Mark it by `@was`.")(
    refuse[Reading, Renamed](s"height: $missing")(old*),
    refuse[Renamed, Reading](s"level: $missing")(Renamed("a", 1, true))
  )
  change("A field is renamed and marked by `@was`", "Readers first.")(
    read(old.map(r => r -> RenamedMarked(r.sensor, r.level, r.on))*),
    refuse[RenamedMarked, Reading](s"level: $missing")(RenamedMarked("a", 1, true))
  )
  change("A field is renamed, and the version before has the new name in `@was` already")(
    read(Prepared("a", 1, true)      -> RenamedMarked("a", 1, true)),
    read(RenamedMarked("a", 1, true) -> Prepared("a", 1, true))
  )
  final case class FormerFirst(sensor: String, @was("level") height: Int, on: Boolean, level: Option[Int]) derives Codec
  final case class Shifted(@was("sensor") level: Int, @was("level") height: Option[Int], on: Boolean) derives Codec
  final case class Shift(sensor: Int, level: Int, on: Boolean) derives Codec
  change("A field is renamed and marked by `@was`, and an Option takes its name", "Readers first.")(
    read(old.map(r => r -> FormerFirst(r.sensor, r.level, r.on, None))*),
    refuse[FormerFirst, Reading]("level: it was written as Option[Int]")(FormerFirst("a", 1, true, Some(2)))
  )
  change("Each of two fields takes the place of the next one, marked by `@was`", "Readers first.")(
    read(Shift(1, 2, true) -> Shifted(1, Some(2), true), Shift(0, -2, false) -> Shifted(0, Some(-2), false)),
    refuse[Shifted, Shift](s"sensor: $missing")(Shifted(1, Some(2), true))
  )
  final case class WithOpaque(sensor: String, level: Int, on: Boolean, note: FieldNotes.Note) derives Codec
  change("An opaque type of an Option is added")(
    read(old.map(r => r -> WithOpaque(r.sensor, r.level, r.on, FieldNotes.note(None)))*),
    read(WithOpaque("a", 1, true, FieldNotes.note(Some("n"))) -> Reading("a", 1, true))
  )
  final case class Settings(dark: Option[Boolean], size: Option[Int]) derives Codec
  final case class OtherSettings(color: Option[String], font: Option[String]) derives Codec
  change("All fields of a record of Options are replaced by others", "Do not; or mark them by `@was`.")(
    read(Settings(Some(true), Some(3))    -> OtherSettings(None, None)),
    read(OtherSettings(Some("red"), None) -> Settings(None, None))
  )
  final case class Flat(name: String, street: String, on: Boolean) derives Codec
  final case class Address(street: String = "", zip: Option[Int])
  final case class Deep(name: String, address: Address = Address("", None), on: Boolean) derives Codec
  change("A field moves into a record that has a default", "Write a migration.")(
    read(Flat("a", "Elm", true) -> Deep("a", Address("", None), true)),
    refuse[Deep, Flat](s"street: $missing")(Deep("a", Address("Elm", None), true))
  )
  change("The type is renamed")(
    read(old.map(r => r -> Moved(r.sensor, r.level, r.on))*),
    read(Moved("a", 1, true) -> Reading("a", 1, true))
  )
  final case class Moved(sensor: String, level: Int, on: Boolean) derives Codec

object FieldNotes:
  opaque type Note = Option[String]
  def note(text: Option[String]): Note = text
