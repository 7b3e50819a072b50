package brine.codec.evolution

import brine.codec.*

import java.time.Instant
import java.util.UUID

/** Cases that a version does not know, keeps by its fallback, and gives back. */
object UnknownChanges extends Changes("Unknown cases with fields of every kind"):
  enum Rich derives Codec:
    case Closed
    case Full(
        on: Boolean,
        pixels: List[CollectionChanges.Pixel],
        flags: Vector[Boolean],
        events: Map[String, Option[CaseChanges.Event]],
        halls: List[Shared[MarkChanges.Hall]],
        marked: List[MarkChanges.MarkedHall],
        side: Either[Boolean, CaseChanges.Event],
        deep: Option[Option[Boolean]],
        instants: List[Instant],
        pair: (Boolean, Option[Int], CaseChanges.Light),
        lights: Vector[CaseChanges.Light],
        light: Option[CaseChanges.Light],
        tree: ManyChanges.Tree,
        texts: List[String],
        ids: List[UUID],
        lamp: MarkChanges.Lamp,
        amount: BigDecimal,
        open: CaseChanges.Open,
        next: Option[Rich]
    )
    case Wide(a: Numbers, b: Numbers, c: Numbers, on: Boolean, many: List[Numbers])
  final case class Numbers(
      a: Option[Boolean],
      b: Option[Boolean],
      c: Option[Boolean],
      d: Option[Boolean],
      e: Option[Option[Boolean]],
      f: Option[CaseChanges.Light],
      g: Either[Int, Double],
      h: Boolean,
      i: Option[Boolean],
      j: Option[Boolean],
      k: Option[Boolean],
      l: Option[CaseChanges.Light],
      m: Option[Option[CaseChanges.Light]],
      n: Option[Double]
  ) derives Codec

  enum Poor derives Codec:
    case Closed
    @fallback case Other(event: UnknownCase)

  final case class Held(before: Boolean, event: Rich, maybe: Option[Rich], after: Boolean) derives Codec
  final case class HeldPoor(maybe: Option[Poor], event: Poor, after: Boolean) derives Codec

  private def full(n: Int, next: Option[Rich]): Rich =
    import CaseChanges.{Event, Light, Open}
    val hall  = Shared(MarkChanges.Hall("east", 3, true))
    val north = MarkChanges.MarkedHall("north", n, true)
    Rich.Full(
      n % 2 == 0,
      List.tabulate(n)(i => CollectionChanges.Pixel(i, -i)),
      Vector.tabulate(n)(_ % 3 == 0),
      Map("x" -> None, "y" -> Some(Event.Moved(n)), "z" -> Some(Event.Closed)),
      List.fill(n % 4)(hall),
      List.fill(n % 5)(north),
      if n % 2 == 0 then Left(true) else Right(Event.Opened("a", false)),
      List(None, Some(None), Some(Some(true)))(n % 3),
      List.tabulate(n)(i => Instant.ofEpochSecond(1700000000L + i * 60, i)),
      (true, Option.when(n % 2 == 0)(n), Light.Green),
      Vector.tabulate(n)(i => Light.fromOrdinal(i % 3)),
      Option.when(n % 2 == 1)(Light.Amber),
      ManyChanges.Tree(1, false, List.fill(n % 3)(ManyChanges.Tree(2, true, Nil))),
      List.fill(3)("the same text"),
      List.fill(3)(UUID(1, n)),
      MarkChanges.Lamp("l", MarkChanges.Switch(true), false),
      BigDecimal(n) / 8,
      if n == 1 then Open.Closed else Open.Moved(n),
      next
    )

  private def numbers(n: Int): Numbers =
    import CaseChanges.Light
    def flag(i: Int)  = List(None, Some(true), Some(false))((n + i) % 3)
    def light(i: Int) = Option.when((n + i) % 4 > 0)(Light.fromOrdinal((n + i) % 3))
    Numbers(
      flag(0),
      flag(1),
      flag(2),
      flag(3),
      List(None, Some(None), Some(flag(n)))(n % 3),
      light(1),
      if n % 2 == 0 then Left(n) else Right(n / 4.0),
      n % 2 == 0,
      flag(4),
      flag(5),
      flag(6),
      light(2),
      List(None, Some(None), Some(light(n)))(n % 3),
      Option.when(n % 2 == 0)(12.5)
    )

  private val rich = List[Rich](
    full(0, None),
    full(1, Some(Rich.Closed)),
    full(20, Some(full(2, None))),
    Rich.Wide(numbers(0), numbers(1), numbers(2), true, Nil),
    Rich.Wide(numbers(3), numbers(4), numbers(5), false, List.tabulate(30)(numbers))
  )

  private def kept(value: Rich): Poor =
    if value == Rich.Closed then Poor.Closed
    else Codec.decodeBare[Poor](Codec.encodeBare(value), Codec[Rich].schema).fold(throw _, identity)

  change("Cases with fields of every kind are kept by `@fallback`, and come back")(
    read[Poor, Rich](rich.map(value => kept(value) -> value)*),
    read[Rich, Poor](rich.map(value => value -> kept(value))*)
  )
  change("Cases in the fields of a record are kept by `@fallback`, and come back")(
    read[HeldPoor, HeldBack](
      rich.map(value => HeldPoor(Some(kept(value)), kept(value), true) -> HeldBack(value, Some(value), true))*
    ),
    read[Held, HeldPoor](
      rich.map(value => Held(false, value, None, true) -> HeldPoor(None, kept(value), true)) :+
        (Held(true, Rich.Closed, Some(rich.head), false) -> HeldPoor(Some(kept(rich.head)), Poor.Closed, false))*
    )
  )
  final case class HeldBack(event: Rich, maybe: Option[Rich], after: Boolean) derives Codec
