package brine.codec.evolution

import brine.codec.*

/** All at once, in the fields of one record, and in types that contain themselves. */
object ManyChanges extends Changes("Several at once"):
  final case class Before(
      reading: FieldChanges.Reading,
      on: Boolean,
      event: CaseChanges.Event,
      light: Option[CaseChanges.Light],
      maybe: Option[Boolean],
      id: ShapeChanges.Id,
      side: Either[Int, CaseChanges.Light],
      lamp: MarkChanges.Lamp,
      placed: MarkChanges.PlacedOfMarked,
      shared: List[Shared[MarkChanges.Hall]],
      warm: MarkChanges.Warm,
      person: MigrationChanges.Person,
      pixels: List[CollectionChanges.Pixel],
      lights: Vector[CaseChanges.Light],
      events: List[CaseChanges.Event],
      pair: (Int, Boolean),
      unwanted: Map[String, Option[CaseChanges.Event]]
  ) derives Codec

  final case class After(
      added: Option[Boolean],
      unwritten: Boolean = true,
      events: Vector[CaseChanges.More],
      warm: MarkChanges.Warmer,
      lights: Array[CaseChanges.Coloured],
      maybe: Option[Option[Boolean]],
      light: Option[Option[CaseChanges.Lights]],
      reading: Option[FieldChanges.RenamedMarked],
      pixels: Vector[CollectionChanges.Voxel],
      person: MigrationChanges.Dated,
      lamp: MarkChanges.PlainLamp,
      @was("on") active: Option[Boolean],
      id: ShapeChanges.IdAndUnit,
      side: Either[Long, CaseChanges.Lights],
      event: CaseChanges.More,
      placed: MarkChanges.Placed,
      shared: Vector[MarkChanges.Hall],
      pair: (Long, Option[Boolean])
  ) derives Codec

  private val hall  = Shared(MarkChanges.Hall("east", 3, true))
  private val north = MarkChanges.MarkedHall("north", 1, true)

  private def before(n: Int): Before =
    import CaseChanges.{Event, Light}
    val all = List[Event](Event.Closed, Event.Opened("a", n % 2 == 0), Event.Moved(n))
    Before(
      FieldChanges.Reading(s"s$n", n, n % 2 == 1),
      n % 3 == 0,
      all(n % 3),
      Option.when(n % 2 == 0)(Light.fromOrdinal(n % 3)),
      Option.when(n % 3 == 0)(n % 2 == 0),
      ShapeChanges.Id(n),
      if n % 2 == 0 then Left(n) else Right(Light.fromOrdinal(n % 3)),
      MarkChanges.Lamp("l", MarkChanges.Switch(n % 2 == 0), n % 4 == 0),
      MarkChanges.PlacedOfMarked("p", north, n                % 2 == 0, north),
      List.fill(n % 4)(hall),
      MarkChanges.Warm("w", MarkChanges.Tenths(n), n % 2 == 0),
      MigrationChanges.Person("Ann Lee", n, n        % 2 == 0),
      List.tabulate(n)(i => CollectionChanges.Pixel(i, -i)),
      Vector.tabulate(n)(i => Light.fromOrdinal(i % 3)),
      List.tabulate(n)(i => all(i % 3)),
      (n, n % 2 == 0),
      Map("x" -> None, "y" -> Some(all(n % 3)))
    )

  private def after(n: Int): After =
    import CaseChanges.{Coloured, Lights, More}
    val all     = List[More](More.Closed, More.Opened("a", n % 2 == 0), More.Moved(n))
    val lights  = List(Lights.Red, Lights.Amber, Lights.Green)
    val colours = List[Coloured](Coloured.Red(false), Coloured.Amber, Coloured.Green(3))
    val plain   = MarkChanges.Hall("north", 1, true)
    After(
      None,
      true,
      Vector.tabulate(n)(i => all(i % 3)),
      MarkChanges.Warmer(n % 2 == 0, MarkChanges.Tenths(n), None, "w"),
      Array.tabulate(n)(i => colours(i % 3)),
      Option.when(n % 3 == 0)(Some(n % 2 == 0)),
      Option.when(n % 2 == 0)(Some(lights(n % 3))),
      Some(FieldChanges.RenamedMarked(s"s$n", n, n % 2 == 1)),
      Vector.tabulate(n)(i => CollectionChanges.Voxel(i, 9, -i)),
      MigrationChanges.Dated("Ann", "Lee", 2026 - n, n % 2 == 0),
      MarkChanges.PlainLamp("l", n                     % 2 == 0, n % 4 == 0),
      Some(n                                           % 3 == 0),
      ShapeChanges.IdAndUnit("C", n),
      if n                            % 2 == 0 then Left(n.toLong) else Right(lights(n % 3)),
      all(n                            % 3),
      MarkChanges.Placed("p", plain, n % 2 == 0, plain),
      Vector.fill(n % 4)(hall.value),
      (n.toLong, Some(n % 2 == 0))
    )

  change("Every kind of change in the fields of one record", "Readers first.")(
    read(List(0, 1, 2, 3, 17, 40).map(n => before(n) -> after(n))*),
    refuse[After, Before]("maybe: it was written as Option[Boolean] and cannot be read as Boolean")(after(1))
  )

  final case class Tree(value: Int, leaf: Boolean, children: List[Tree]) derives Codec
  final case class Wider(children: Vector[Wider], name: Option[String], value: Long, leaf: Boolean) derives Codec
  enum Expression derives Codec:
    case Number(value: Int)
    case Add(left: Expression, right: Expression)
  enum Formula derives Codec:
    case Call(name: String, arguments: List[Formula])
    case Add(left: Formula, right: Formula, checked: Boolean = false)
    case Number(value: BigInt)

  private def tree(depth: Int): Tree = Tree(depth, depth == 0, List.fill(if depth == 0 then 0 else 2)(tree(depth - 1)))
  private def wider(depth: Int): Wider =
    Wider(Vector.fill(if depth == 0 then 0 else 2)(wider(depth - 1)), None, depth, depth == 0)

  change("Recursive types", "Readers first.")(
    read(tree(0) -> wider(0), tree(4) -> wider(4)),
    refuse[Wider, Tree]("value: it was written as Long")(wider(2))
  )
  change("Recursive sealed types", "Readers first.")(
    read[Expression, Formula](
      Expression.Add(Expression.Number(1), Expression.Add(Expression.Number(2), Expression.Number(-3))) ->
        Formula.Add(Formula.Number(1), Formula.Add(Formula.Number(2), Formula.Number(-3)))
    ),
    refuse[Formula, Expression]("value: it was written as BigInt")(Formula.Number(1))
  )
