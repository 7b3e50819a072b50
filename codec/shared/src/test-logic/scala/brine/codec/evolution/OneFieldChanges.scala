package brine.codec.evolution

import brine.codec.*

/** Classes of one field that get more fields, and classes of several that keep one. Their bits stand in the header of
  * the record around them.
  */
object OneFieldChanges extends Changes("Classes of one field"):
  object Before:
    final case class Limit(max: Option[Int]) derives Codec
    final case class Flag(on: Boolean) derives Codec
    final case class Side(of: Either[Int, String]) derives Codec
    enum Color derives Codec:
      case Red, Green, Blue
    final case class Paint(color: Color) derives Codec
    final case class Plan(limit: Limit, flag: Flag, side: Side, paint: Paint, n: Int, last: Boolean) derives Codec
    final case class Retry(max: Int = 3) derives Codec
    final case class Contact(email: Option[String]) derives Codec
    final case class Opts(verbose: Boolean = false, level: Option[Int]) derives Codec
    final case class Placed(opts: Opts, legacy: Boolean) derives Codec
    final case class Payload(at: Option[Long], note: Option[String]) derives Codec
    final case class Event(payload: Payload, at: Long) derives Codec
    final case class Price(amount: BigDecimal) derives Codec
    final case class Order(price: Price, paid: Boolean) derives Codec

  object After:
    final case class Limit(max: Option[Int], soft: Option[Int]) derives Codec
    final case class Flag(since: Option[Long], on: Boolean) derives Codec
    final case class Side(of: Either[Int, String], note: String = "none") derives Codec
    enum Color derives Codec:
      case Blue, Green, Red, Black
    final case class Paint(coats: Int = 1, color: Color) derives Codec
    final case class Plan(last: Boolean, paint: Paint, n: Long, side: Side, limit: Limit, flag: Flag) derives Codec
    final case class Retry(max: Int = 3, delayMs: Int) derives Codec
    final case class RetryWithDefault(max: Int = 3, delayMs: Int = 100) derives Codec
    final case class Contact(phone: Option[String], email: Option[String]) derives Codec
    final case class Opts(verbose: Boolean = false, level: Option[Int]) derives Codec
    final case class Placed(opts: Opts) derives Codec
    final case class PlacedAgain(opts: Opts, legacy: Boolean = true) derives Codec
    final case class Payload(at: Option[Long], note: Option[String]) derives Codec
    final case class Event(payload: Payload) derives Codec
    final case class Price(@was("amount") value: BigDecimal, currency: String = "EUR") derives Codec
    final case class Order(price: Price, paid: Boolean) derives Codec
    final case class Named(total: BigDecimal) derives Codec

  import After.Color as NewColor
  import Before.Color as OldColor

  private def before(max: Option[Int], on: Boolean, side: Either[Int, String], color: OldColor, n: Int, last: Boolean) =
    Before.Plan(Before.Limit(max), Before.Flag(on), Before.Side(side), Before.Paint(color), n, last)
  private def after(max: Option[Int], on: Boolean, side: Either[Int, String], color: NewColor, n: Int, last: Boolean) =
    val (limit, flag) = (After.Limit(max, None), After.Flag(None, on))
    After.Plan(last, After.Paint(1, color), n, After.Side(side, "none"), limit, flag)

  change("Classes of one field in a record get further fields with defaults or Options", "Readers first.")(
    read(
      before(Some(0), true, Left(7), OldColor.Red, 5, true)    -> after(Some(0), true, Left(7), NewColor.Red, 5, true),
      before(None, false, Right("r"), OldColor.Blue, 6, false) ->
        after(None, false, Right("r"), NewColor.Blue, 6, false),
      before(Some(9), false, Left(-1), OldColor.Green, 7, true) ->
        after(Some(9), false, Left(-1), NewColor.Green, 7, true)
    ),
    refuse[After.Plan, Before.Plan]("n: it was written as Long and cannot be read as Int")(
      after(None, true, Left(7), NewColor.Red, 5, true)
    )
  )
  change("A class of one Option gets another Option before it")(
    read(
      Before.Contact(Some("a@b")) -> After.Contact(None, Some("a@b")),
      Before.Contact(None)        -> After.Contact(None, None)
    ),
    read(After.Contact(Some("1"), Some("a@b")) -> Before.Contact(Some("a@b")))
  )
  change("A class of one field with a default gets one without")(
    refuse[Before.Retry, After.Retry]("delayMs: it is missing in what was written")(Before.Retry(5)),
    read(After.Retry(5, 20) -> Before.Retry(5))
  )
  change("A class of one field with a default gets another one with a default")(
    read(Before.Retry(5)               -> After.RetryWithDefault(5, 100)),
    read(After.RetryWithDefault(5, 20) -> Before.Retry(5))
  )
  change("A class keeps only the field that is a record", "Readers first, if the others had no defaults.")(
    read(
      Before.Placed(Before.Opts(true, Some(4)), false) -> After.Placed(After.Opts(true, Some(4))),
      Before.Placed(Before.Opts(false, None), true)    -> After.Placed(After.Opts(false, None))
    ),
    refuse[After.Placed, Before.Placed]("legacy: it is missing")(After.Placed(After.Opts(true, None)))
  )
  change("A class of one field, which is a record of defaults and Options, gets another one with a default")(
    read(
      After.Placed(After.Opts(true, Some(4))) -> After.PlacedAgain(After.Opts(true, Some(4)), true),
      After.Placed(After.Opts(false, None))   -> After.PlacedAgain(After.Opts(false, None), true)
    ),
    read(After.PlacedAgain(After.Opts(true, Some(4)), false) -> After.Placed(After.Opts(true, Some(4))))
  )
  change("A class keeps only a record that has a field of the same name as a removed one", "Readers first.")(
    read(
      Before.Event(Before.Payload(Some(1), Some("x")), 99) -> After.Event(After.Payload(Some(1), Some("x"))),
      Before.Event(Before.Payload(None, None), 98)         -> After.Event(After.Payload(None, None))
    ),
    refuse[After.Event, Before.Event]("at: it is missing")(After.Event(After.Payload(Some(1), None)))
  )
  change("The field of a class is renamed, marked by `@was`, and joined by another", "Readers first.")(
    read(
      Before.Order(Before.Price(1), true)  -> After.Order(After.Price(1, "EUR"), true),
      Before.Order(Before.Price(2), false) -> After.Order(After.Price(2, "EUR"), false)
    ),
    refuse[After.Order, Before.Order]("amount: it is missing")(After.Order(After.Price(1, "EUR"), true))
  )
  change("The only field of a class is renamed", "Mark it by `@was`.")(
    refuse[Before.Price, After.Named]("total: it is missing in what was written")(Before.Price(1)),
    refuse[After.Named, Before.Price]("amount: it is missing in what was written")(After.Named(1))
  )

  final case class Inner(a: Int, b: Boolean) derives Codec
  final case class Outer(inner: Inner) derives Codec
  final case class WithDefault(inner: Inner = Inner(0, false), on: Boolean) derives Codec
  final case class WithInnerDefault(inner: InnerMore) derives Codec
  final case class InnerMore(a: Int, b: Boolean, c: Int = 8) derives Codec
  final case class Other(on: Boolean) derives Codec
  final case class NowDefault(inner: Inner = Inner(7, true)) derives Codec

  change("A class of one field around a record gets another field")(
    read(Outer(Inner(1, true))                    -> WithDefaultLast(Inner(1, true), None)),
    read(WithDefaultLast(Inner(1, true), Some(2)) -> Outer(Inner(1, true)))
  )
  final case class WithDefaultLast(inner: Inner, c: Option[Int]) derives Codec
  change("A class of one field around a record, whose record gets a default")(
    read(Outer(Inner(1, true))                   -> WithInnerDefault(InnerMore(1, true, 8))),
    read(WithInnerDefault(InnerMore(1, true, 9)) -> Outer(Inner(1, true)))
  )
  change("A class of one field gets a default, and data lack the field")(
    read(Other(true) -> NowDefault(Inner(7, true))),
    refuse[NowDefault, Other]("on: it is missing")(NowDefault(Inner(1, true)))
  )

  final case class Key(number: Int) derives Codec
  final case class Held(
      byKey: Map[Key, Before.Flag],
      flags: List[Before.Flag],
      keys: Set[Key],
      limits: Vector[Before.Limit],
      pair: (Before.Flag, Key),
      paint: Option[Before.Paint],
      last: Boolean
  ) derives Codec
  final case class HeldAfter(
      last: Boolean,
      byKey: Map[Int, After.Flag],
      flags: Vector[After.Flag],
      keys: Set[Int],
      limits: List[After.Limit],
      pair: (After.Flag, Int),
      paint: Option[After.Paint]
  ) derives Codec
  private def held(size: Int, on: Int => Boolean) =
    val all = (0 until size).toList
    Held(
      all.map(i => Key(i) -> Before.Flag(on(i))).toMap,
      all.map(i => Before.Flag(!on(i))),
      all.map(Key(_)).toSet,
      all.map(i => Before.Limit(Option.when(on(i))(i))).toVector,
      (Before.Flag(true), Key(-1)),
      Option.when(size > 1)(Before.Paint(OldColor.Green)),
      true
    )
  private def heldAfter(size: Int, on: Int => Boolean) =
    val all = (0 until size).toList
    HeldAfter(
      true,
      all.map(i => i -> After.Flag(None, on(i))).toMap,
      all.map(i => After.Flag(None, !on(i))).toVector,
      all.toSet,
      all.map(i => After.Limit(Option.when(on(i))(i), None)),
      (After.Flag(None, true), -1),
      Option.when(size > 1)(After.Paint(1, NewColor.Green))
    )
  change("Classes of one field in collections, maps, tuples and Options get further fields, or are unwrapped")(
    read(List(0, 1, 5, 40).map(size => held(size, _ % 3 == 0) -> heldAfter(size, _ % 3 == 0))*),
    read(
      List(0, 1, 5, 40).map(size =>
        heldAfter(size, _ % 3 == 0).copy(paint = None) -> held(size, _ % 3 == 0).copy(paint = None)
      )*
    )
  )

  object Known:
    enum Event derives Codec:
      case Opened(name: String)
      case Limited(limit: Before.Limit, flag: Before.Flag, side: Before.Side, paint: Before.Paint, key: Key)
  object Unknown:
    enum Event derives Codec:
      case Opened(name: String)
      @fallback case Other(kept: UnknownCase)
  object KnownLater:
    enum Event derives Codec:
      case Limited(limit: After.Limit, flag: After.Flag, side: After.Side, paint: After.Paint, key: Int)
      case Opened(name: String)
      @fallback case Other(kept: UnknownCase)

  private def kept(of: Known.Event): Unknown.Event =
    Codec.decodeBare[Unknown.Event](Codec.encodeBare(of), Codec[Known.Event].schema).fold(throw _, identity)
  private def limited(max: Option[Int], on: Boolean) = Known.Event.Limited(
    Before.Limit(max),
    Before.Flag(on),
    Before.Side(if on then Left(3) else Right("r")),
    Before.Paint(if on then OldColor.Green else OldColor.Red),
    Key(7)
  )
  private def limitedLater(max: Option[Int], on: Boolean) = KnownLater.Event.Limited(
    After.Limit(max, None),
    After.Flag(None, on),
    After.Side(if on then Left(3) else Right("r")),
    After.Paint(1, if on then NewColor.Green else NewColor.Red),
    7
  )
  change("A case with classes of one field was kept by `@fallback`; it comes back, and they have further fields")(
    read[Unknown.Event, KnownLater.Event](
      kept(limited(Some(3), true)) -> limitedLater(Some(3), true),
      kept(limited(None, false))   -> limitedLater(None, false),
      Unknown.Event.Opened("a")    -> KnownLater.Event.Opened("a")
    ),
    read[KnownLater.Event, Unknown.Event](KnownLater.Event.Opened("a") -> Unknown.Event.Opened("a"))
  )

  final case class Cash(cents: Option[Int]) derives Codec
  object Pay:
    sealed trait Payment derives Codec
    final case class Card(number: String)                         extends Payment
    final case class Cash(cents: Option[Int], on: Boolean = true) extends Payment
  change("A class of one field becomes a case of a sealed type", "Readers first.")(
    read[Cash, Pay.Payment](Cash(Some(1)) -> Pay.Cash(Some(1), true), Cash(None) -> Pay.Cash(None, true)),
    refuse[Pay.Payment, Cash]("cannot be read as")(Pay.Cash(Some(1), true))
  )

  final case class UserId(value: Long) derives Codec
  final case class Member(user: UserId, admin: Boolean) derives Codec
  final case class Account(user: UserId) derives Codec
  final case class Holder(account: Account, open: Boolean) derives Codec
  final case class Direct(account: UserId, open: Boolean) derives Codec
  final case class Bare(account: Long, open: Boolean) derives Codec

  change("A class of one field is wrapped in another, or unwrapped")(
    read(Direct(UserId(3), true)          -> Holder(Account(UserId(3)), true)),
    read(Holder(Account(UserId(4)), true) -> Direct(UserId(4), true))
  )
  change("A value gets two classes of one field around it, or loses both")(
    read(Bare(3, true) -> Holder(Account(UserId(3)), true), Bare(0, false) -> Holder(Account(UserId(0)), false)),
    read(Holder(Account(UserId(4)), true) -> Bare(4, true))
  )

  object Shelved:
    final case class Slot(width: Int) derives Codec
    final case class Shelf(slot: Slot) derives Codec
    final case class Crate(width: Int, note: Option[String]) derives Codec
    final case class Rack(crate: Crate) derives Codec
    final case class Hall(rack: Rack) derives Codec
    final case class Held(shelf: Option[Shelf], racks: List[Rack], hall: Hall, last: Boolean) derives Codec
  object Sized:
    final case class Size(width: Int) derives Codec
    final case class Slot(size: Size = Size(7)) derives Codec
    final case class Extent(width: Int, note: Option[String]) derives Codec
    final case class Crate(extent: Extent = Extent(8, None)) derives Codec
    final case class Held(shelf: Option[Slot], racks: List[Crate], hall: Crate, last: Boolean) derives Codec
    final case class Text(width: Boolean) derives Codec
    object Unfit:
      final case class Slot(size: Text = Text(true)) derives Codec
    object Renamed:
      final case class Place(size: Size = Size(7)) derives Codec
      final case class Shelf(size: Size = Size(7)) derives Codec

  change("A class of one field is unwrapped, and the fields within it get a class of their own")(
    read(
      Shelved.Held(
        Some(Shelved.Shelf(Shelved.Slot(3))),
        List(Shelved.Rack(Shelved.Crate(4, Some("n")))),
        Shelved.Hall(Shelved.Rack(Shelved.Crate(5, None))),
        true
      ) -> Sized.Held(
        Some(Sized.Slot(Sized.Size(3))),
        List(Sized.Crate(Sized.Extent(4, Some("n")))),
        Sized.Crate(Sized.Extent(5, None)),
        true
      ),
      Shelved.Held(None, Nil, Shelved.Hall(Shelved.Rack(Shelved.Crate(0, Some("m")))), false) ->
        Sized.Held(None, Nil, Sized.Crate(Sized.Extent(0, Some("m"))), false)
    ),
    read(
      Sized.Held(
        Some(Sized.Slot(Sized.Size(3))),
        List(Sized.Crate(Sized.Extent(4, Some("n")))),
        Sized.Crate(Sized.Extent(5, None)),
        true
      ) -> Shelved.Held(
        Some(Shelved.Shelf(Shelved.Slot(3))),
        List(Shelved.Rack(Shelved.Crate(4, Some("n")))),
        Shelved.Hall(Shelved.Rack(Shelved.Crate(5, None))),
        true
      )
    )
  )
  change("The same, but the field is of a type that does not fit", "Give it another name.")(
    refuse[Shelved.Shelf, Sized.Unfit.Slot]("it was written as Int and cannot be read as Boolean")(
      Shelved.Shelf(Shelved.Slot(3))
    ),
    refuse[Sized.Unfit.Slot, Shelved.Shelf]("it was written as Boolean and cannot be read as Int")(Sized.Unfit.Slot())
  )
  change("The same, but the class has another name too", "Mark the field by `@was`, or give the class its old name.")(
    read(Shelved.Shelf(Shelved.Slot(3)) -> Sized.Renamed.Place(Sized.Size(7))),
    refuse[Sized.Renamed.Place, Shelved.Shelf]("slot: it is missing")(Sized.Renamed.Place(Sized.Size(3)))
  )
  change("The only field of a class becomes another class with a field of the same name", "Mark it by `@was`.")(
    read(Shelved.Shelf(Shelved.Slot(3)) -> Sized.Renamed.Shelf(Sized.Size(7))),
    refuse[Sized.Renamed.Shelf, Shelved.Shelf]("slot: it is missing")(Sized.Renamed.Shelf(Sized.Size(3)))
  )

  final case class MaybeLimit(limit: Option[Before.Limit], on: Boolean) derives Codec
  final case class SureLimit(limit: Before.Limit, on: Boolean) derives Codec
  final case class MaybeInt(limit: Option[Int], on: Boolean) derives Codec
  final case class Shortest(limit: Option[Limited], on: Boolean) derives Codec
  final case class Limited(max: Int) derives Codec

  change("A class of one Option becomes an Option of the class", "Readers first.")(
    read(
      SureLimit(Before.Limit(Some(1)), true) -> MaybeLimit(Some(Before.Limit(Some(1))), true),
      SureLimit(Before.Limit(None), true)    -> MaybeLimit(Some(Before.Limit(None)), true)
    ),
    refuse[MaybeLimit, SureLimit]("cannot be read as")(MaybeLimit(None, true))
  )
  change("A class of one Option becomes an Option of what it contained, or the other way round")(
    read(
      SureLimit(Before.Limit(Some(1)), true) -> MaybeInt(Some(1), true),
      SureLimit(Before.Limit(None), false)   -> MaybeInt(None, false)
    ),
    read(
      MaybeInt(Some(1), true) -> SureLimit(Before.Limit(Some(1)), true),
      MaybeInt(None, true)    -> SureLimit(Before.Limit(None), true)
    )
  )

  final case class Deepest(depth: Option[Option[Int]]) derives Codec
  final case class Around(inner: Deepest) derives Codec
  final case class Flat(depth: Option[Int]) derives Codec
  final case class DeepPair(depth: Option[Option[Int]], on: Boolean) derives Codec
  final case class AroundPair(inner: DeepPair) derives Codec
  final case class FlatPair(depth: Option[Int], on: Boolean = false) derives Codec
  final case class AroundFlat(inner: FlatPair = FlatPair(None)) derives Codec

  change("A class of one field is unwrapped, and its content loses an Option", "Add a field of another name.")(
    refuse[Around, Flat]("cannot be read as")(Around(Deepest(Some(Some(1)))), Around(Deepest(None))),
    read(Flat(Some(1)) -> Around(Deepest(Some(Some(1)))), Flat(None) -> Around(Deepest(None)))
  )
  change("A class around a record is unwrapped, and a field loses an Option", "Add a field of another name.")(
    refuse[AroundPair, FlatPair]("cannot be read as")(AroundPair(DeepPair(Some(Some(1)), true))),
    read(FlatPair(Some(1), true) -> AroundPair(DeepPair(Some(Some(1)), true)))
  )
  change("A record is wrapped, and a field loses an Option", "Add a field of another name.")(
    refuse[DeepPair, AroundFlat]("cannot be read as")(DeepPair(Some(Some(1)), true)),
    read(AroundFlat(FlatPair(Some(1), true)) -> DeepPair(Some(Some(1)), true))
  )

  final case class Three(a: Option[Int], b: Option[Int], c: Option[Int]) derives Codec
  final case class Box(three: Three, more: Flat) derives Codec
  final case class Text(text: Option[Int]) derives Codec
  final case class OnlyText(c: Text) derives Codec
  final case class BoxOfOne(three: OnlyText) derives Codec
  change("Two classes keep one field each, and that field is wrapped", "Readers first.")(
    read(Box(Three(Some(1), Some(2), Some(3)), Flat(Some(4))) -> BoxOfOne(OnlyText(Text(Some(3))))),
    refuse[BoxOfOne, Box]("more: it is missing")(BoxOfOne(OnlyText(Text(Some(3)))))
  )
