package brine.codec.evolution

import brine.codec.*

/** What changes the bytes of a value but not what it is: codecs of one's own, `@dict`, `Shared`. */
object MarkChanges extends Changes("Your own codecs, `@dict`, `Shared`"):
  final case class Hall(building: String, floor: Int, lit: Boolean) derives Codec
  @dict final case class MarkedHall(building: String, floor: Int, lit: Boolean) derives Codec
  final case class Placed(name: String, hall: Hall, open: Boolean, twin: Hall) derives Codec
  final case class PlacedMarked(name: String, @dict hall: Hall, @dict open: Boolean, twin: Hall) derives Codec
  final case class PlacedOfMarked(name: String, hall: MarkedHall, open: Boolean, twin: MarkedHall) derives Codec
  final case class PlacedShared(name: String, hall: Shared[Hall], open: Boolean, twin: Shared[Hall]) derives Codec
  final case class PlacedWithout(name: String, open: Boolean) derives Codec

  final case class Switch(on: Boolean)
  object Switch:
    given Codec[Switch] = Codec[Boolean].imap(Switch(_))(_.on)
  final case class Lamp(name: String, on: Switch, other: Boolean) derives Codec
  final case class PlainLamp(name: String, on: Boolean, other: Boolean) derives Codec

  final case class Tenths(value: Int)
  object Tenths:
    given Codec[Tenths] = Codec.of[Tenths]("tenths", 1)((out, t) => out.writeInt(t.value))(in => Tenths(in.readInt()))
  final case class Warm(name: String, degrees: Tenths, on: Boolean) derives Codec
  final case class Warmer(on: Boolean, degrees: Tenths, note: Option[String], name: String) derives Codec
  final case class Cold(name: String, on: Boolean) derives Codec
  final case class WarmPlain(name: String, degrees: Int, on: Boolean) derives Codec

  private val north = Hall("north", 2, true)
  private val south = Hall("south, the long one", -1, false)
  private val halls =
    List(Placed("a", north, true, south), Placed("b", north, false, north), Placed("c", south, true, north))
  private def marked(hall: Hall) = MarkedHall(hall.building, hall.floor, hall.lit)

  change("A field gets a codec made by `imap`, or loses it")(
    read(
      PlainLamp("a", true, false) -> Lamp("a", Switch(true), false),
      PlainLamp("", false, true)  -> Lamp("", Switch(false), true)
    ),
    read(
      Lamp("a", Switch(true), false) -> PlainLamp("a", true, false),
      Lamp("", Switch(false), true)  -> PlainLamp("", false, true)
    )
  )
  enum Hue derives Codec:
    case Red, Green, Blue
  final case class Bits(maybe: Option[Boolean], side: Either[Int, String], hue: Hue, last: Boolean) derives Codec
  final case class MaybeOf(of: Option[Boolean])
  object MaybeOf:
    given Codec[MaybeOf] = Codec[Option[Boolean]].imap(MaybeOf(_))(_.of)
  final case class SideOf(of: Either[Int, String])
  object SideOf:
    given Codec[SideOf] = Codec[Either[Int, String]].imap(SideOf(_))(_.of)
  final case class HueOf(of: Hue)
  object HueOf:
    given Codec[HueOf] = Codec[Hue].imap(HueOf(_))(_.of)
  final case class BitsOf(maybe: MaybeOf, side: SideOf, hue: HueOf, last: Boolean) derives Codec
  private val bits = List(
    Bits(Some(true), Left(3), Hue.Blue, false) -> BitsOf(MaybeOf(Some(true)), SideOf(Left(3)), HueOf(Hue.Blue), false),
    Bits(None, Right("r"), Hue.Green, true)    -> BitsOf(MaybeOf(None), SideOf(Right("r")), HueOf(Hue.Green), true)
  )
  change("Fields that take bits get codecs made by `imap`, or lose them")(read(bits*), read(bits.map(_.swap)*))
  change("A whole value gets a codec made by `imap`, or loses it")(
    read(true         -> Switch(true), false -> Switch(false)),
    read(Switch(true) -> true, Switch(false) -> false)
  )
  change("A field is marked by `@dict`, or its mark is removed")(
    read(halls.map(p => p -> PlacedMarked(p.name, p.hall, p.open, p.twin))*),
    read(halls.map(p => PlacedMarked(p.name, p.hall, p.open, p.twin) -> p)*)
  )
  change("A type is marked by `@dict`, or its mark is removed")(
    read(halls.map(p => p -> PlacedOfMarked(p.name, marked(p.hall), p.open, marked(p.twin)))*),
    read(halls.map(p => PlacedOfMarked(p.name, marked(p.hall), p.open, marked(p.twin)) -> p)*)
  )
  change("Fields marked by `@dict` are removed", "Readers first.")(
    read(
      halls.map(p => PlacedOfMarked(p.name, marked(p.hall), p.open, marked(p.twin)) -> PlacedWithout(p.name, p.open))*
    ),
    refuse[PlacedWithout, PlacedOfMarked]("hall: it is missing")(PlacedWithout("a", true))
  )
  change("A value becomes Shared, or stops being Shared")(
    read(halls.map(p => p -> PlacedShared(p.name, Shared(p.hall), p.open, Shared(p.twin)))*),
    read(halls.map(p => PlacedShared(p.name, Shared(p.hall), p.open, Shared(p.twin)) -> p)*)
  )
  change("Shared values are removed", "Readers first.")(
    read(
      halls.map(p => PlacedShared(p.name, Shared(p.hall), p.open, Shared(p.twin)) -> PlacedWithout(p.name, p.open))*
    ),
    refuse[PlacedWithout, PlacedShared]("hall: it is missing")(PlacedWithout("a", true))
  )
  change("A field with a hand-written codec stays, while other fields change")(
    read(Warm("a", Tenths(215), true)            -> Warmer(true, Tenths(215), None, "a")),
    read(Warmer(true, Tenths(3), Some("n"), "a") -> Warm("a", Tenths(3), true))
  )
  change("A field with a hand-written codec is removed", "Keep the field.")(
    refuse[Warm, Cold]("only the hand-written codec tenths knows")(Warm("a", Tenths(215), true)),
    refuse[Cold, Warm]("degrees: it is missing")(Cold("a", true))
  )
  change("A hand-written codec replaces another codec, or is replaced by one", "Add a new field.")(
    refuse[WarmPlain, Warm]("degrees: it was written as Int and cannot be read as custom tenths")(
      WarmPlain("a", 1, true)
    ),
    refuse[Warm, WarmPlain]("degrees: it was written as custom tenths and cannot be read as Int")(
      Warm("a", Tenths(1), true)
    )
  )

  final case class Held[A](number: Int, value: A, other: Option[A]) derives Codec

  object Earlier:
    enum Kind derives Codec { case One(x: Int); case Two(x: Int) }
    final case class Flags(on: Boolean, size: Option[Int]) derives Codec

  object Later:
    enum Kind derives Codec { case Zero; case One(x: Int); case Two(x: Int, y: Int = 1) }
    final case class Flags(on: Boolean, size: Option[Int], more: Boolean = true) derives Codec

  // The codec of the class gets that of the type argument when it is created, not when it is derived.
  change("The type argument of a generic class gets a case and a field")(
    read(
      Held(0, Earlier.Kind.Two(0), None)                       -> Held[Later.Kind](0, Later.Kind.Two(0, 1), None),
      Held(-1, Earlier.Kind.One(5), Some(Earlier.Kind.Two(7))) ->
        Held[Later.Kind](-1, Later.Kind.One(5), Some(Later.Kind.Two(7, 1)))
    ),
    read(Held[Later.Kind](1, Later.Kind.Two(3, 2), None) -> Held[Earlier.Kind](1, Earlier.Kind.Two(3), None))
  )

  change("The type argument of a generic class gets a field")(
    read(
      Held(1, Earlier.Flags(true, Some(5)), None) -> Held(1, Later.Flags(true, Some(5), true), None),
      Held(0, Earlier.Flags(false, None), Some(Earlier.Flags(true, None))) ->
        Held(0, Later.Flags(false, None, true), Some(Later.Flags(true, None, true)))
    ),
    read(Held(0, Later.Flags(false, None, false), None) -> Held(0, Earlier.Flags(false, None), None))
  )

  change("The type argument of a generic class is an Option of a class that gets a field")(
    read(
      Held(1, Option(Earlier.Flags(true, Some(5))), Some(None)) ->
        Held(1, Option(Later.Flags(true, Some(5), true)), Some(None)),
      Held(-1, Option.empty[Earlier.Flags], None) -> Held(-1, Option.empty[Later.Flags], None)
    ),
    read(
      Held(0, Option(Later.Flags(false, Some(1), false)), None) ->
        Held(0, Option(Earlier.Flags(false, Some(1))), None)
    )
  )

  final case class Box[A](value: A, other: Option[A], on: Boolean) derives Codec
  final case class Boxes(flag: Box[Boolean], side: Box[Either[Int, String]], on: Boolean) derives Codec
  final case class FlagBox(value: Boolean, other: Option[Boolean], on: Boolean) derives Codec
  final case class SideBox(value: Either[Int, String], other: Option[Either[Int, String]], on: Boolean) derives Codec
  final case class PlainBoxes(flag: FlagBox, side: SideBox, on: Boolean) derives Codec

  change("A generic class becomes a class without type parameters, or the other way round")(
    read(
      Boxes(Box(true, None, false), Box(Left(1), Some(Right("a")), true), false) ->
        PlainBoxes(FlagBox(true, None, false), SideBox(Left(1), Some(Right("a")), true), false)
    ),
    read(
      PlainBoxes(FlagBox(false, Some(true), true), SideBox(Right("b"), None, false), true) ->
        Boxes(Box(false, Some(true), true), Box(Right("b"), None, false), true)
    )
  )
