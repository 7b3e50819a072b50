package brine.codec.evolution.oracle

import brine.codec.{dict, Codec}

import java.time.Instant

/** Compiled types for [[ModelSuite]]. */
object ModelTypes:
  final case class Point(x: Int, y: Int) derives Codec
  final case class Flags(a: Boolean, note: Option[String], b: Boolean, maybe: Option[Boolean]) derives Codec
  final case class Id(value: Int) derives Codec
  final case class On(value: Boolean) derives Codec
  final case class MaybeId(id: Option[Int]) derives Codec
  final case class Side(side: Either[Int, Boolean]) derives Codec
  final case class User(id: Id, on: On, maybe: MaybeId, side: Side, name: String) derives Codec
  final case class Outer(on: On) derives Codec
  final case class Around(point: Point) derives Codec
  enum Color derives Codec:
    case Red, Green, Blue
  enum Shape derives Codec:
    case Circle(center: Point, radius: Float)
    case Rect(from: Point, filled: Boolean)
    case Empty
    case One(on: Boolean)
  final case class Drawing(
      shape: Shape,
      color: Color,
      maybe: Option[Color],
      side: Either[Int, Boolean],
      more: Option[Shape]
  ) derives Codec
  sealed trait Event derives Codec
  sealed trait Money                  extends Event
  final case class Opened(by: String) extends Event
  final case class Paid(cents: Long)  extends Money
  case object Closed                  extends Event
  enum Only derives Codec:
    case Single(value: Boolean)
  enum Lone derives Codec:
    case Alone
  final case class HasOnly(only: Only, on: Boolean) derives Codec
  final case class Pair(both: (Int, Boolean), more: Boolean) derives Codec
  opaque type Key = Long
  object Key:
    def apply(value: Long): Key = value
  opaque type Lit = Boolean
  object Lit:
    def apply(value: Boolean): Lit = value
  final case class Badge(key: Key, on: Lit) derives Codec
  final case class Many(
      ints: List[Int],
      bits: Vector[Boolean],
      names: Set[String],
      map: Map[Int, Point],
      ids: List[Id],
      ons: Vector[On]
  ) derives Codec
  final case class Deep(deep: Option[Option[Boolean]], list: Option[List[Int]]) derives Codec
  final case class MaybeOn(on: Option[On], id: Option[Id]) derives Codec
  final case class MaybeShape(shape: Option[Shape], color: Option[Color]) derives Codec
  final case class Kinds(
      unit: Unit,
      byte: Byte,
      short: Short,
      char: Char,
      float: Float,
      double: Double,
      big: BigInt,
      decimal: BigDecimal,
      at: Instant
  ) derives Codec
  final case class Tagged(@dict name: String, @dict point: Point, @dict on: Boolean) derives Codec
  @dict final case class Place(street: String, number: Int) derives Codec
  enum Tile:
    case T0, T1, T2, T3, T4, T5, T6
    case T7(on: Boolean)
    case T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19, T20, T21, T22, T23
    case T24, T25, T26, T27, T28, T29, T30, T31, T32, T33, T34, T35, T36, T37, T38, T39
  final case class Wide(
      a: Option[Boolean],
      b: Shape,
      c: Option[Option[Boolean]],
      d: Color,
      e: Tile,
      f: Option[Tile],
      g: Option[Option[Tile]],
      h: Option[Tile],
      i: Boolean
  ) derives Codec
