package brine.codec.golden

import brine.codec.{dict, Codec, Shared}

import java.time.Instant
import java.util.UUID

/** The records and sums of the golden cases. Once their bytes are kept, none of them changes. */
object GoldenTypes:
  final case class Nothing0() derives Codec
  final case class Point(x: Int, y: Int) derives Codec
  final case class Fixed(a: Byte, b: Short, c: Int, d: Long, e: Char, f: Float, g: Double, h: UUID) derives Codec
  final case class Flags(
      a: Boolean,
      note: Option[String],
      b: Boolean,
      maybe: Option[Boolean],
      deep: Option[Option[Option[Int]]]
  ) derives Codec
  final case class Sides(left: Either[Int, String], right: Option[Either[Boolean, Unit]]) derives Codec
  final case class Bits33(flags: Flags8, more: Flags24, last: Boolean) derives Codec
  final case class Flags8(
      a: Boolean,
      b: Boolean,
      c: Boolean,
      d: Boolean,
      e: Boolean,
      f: Boolean,
      g: Boolean,
      h: Boolean
  ) derives Codec
  final case class Flags24(
      a: Option[Boolean],
      b: Option[Boolean],
      c: Option[Boolean],
      d: Option[Boolean],
      e: Option[Boolean],
      f: Option[Boolean],
      g: Option[Boolean],
      h: Option[Boolean],
      i: Option[Option[Boolean]],
      j: Option[Option[Boolean]],
      k: Option[Option[Boolean]],
      l: Option[Option[Boolean]],
      m: Option[Option[Boolean]],
      n: Option[Color],
      o: Option[Color]
  ) derives Codec

  enum Color derives Codec:
    case Red, Green, Blue

  enum One derives Codec:
    case Only

  enum OneRecord derives Codec:
    case Only(a: Boolean, b: Int)

  sealed trait Shape derives Codec
  sealed trait Round                                                                extends Shape
  final case class Circle(center: Point, radius: Double)                            extends Round
  final case class Ball(radius: Int, color: Color, hollow: Boolean)                 extends Round
  case object Empty                                                                 extends Shape
  sealed trait Angular                                                              extends Shape
  final case class Rect(from: Point, to: Point, filled: Boolean)                    extends Angular
  final case class Path(points: List[Point], closed: Boolean, color: Option[Color]) extends Angular
  final case class Group(shapes: Vector[Shape], main: Option[Shape])                extends Shape

  enum Tree[+A] derives Codec:
    case Leaf
    case Node(value: A, left: Tree[A], right: Tree[A])

  final case class Forest(trees: List[Tree[String]], marked: Tree[Boolean]) derives Codec
  final case class Chain(next: Option[Chain]) derives Codec
  final case class Nested(name: String, children: List[Nested]) derives Codec

  enum Expression derives Codec:
    case Number(value: Long)
    case Add(left: Expression, right: Expression)
    case Call(name: String, arguments: List[Expression], pure: Boolean)

  final case class UserId(value: UUID) derives Codec
  final case class Active(value: Boolean) derives Codec
  final case class Amount(cents: Long) extends AnyVal
  opaque type Email = String
  object Email:
    def apply(text: String): Email = text
  final case class Account(
      id: UserId,
      active: Active,
      email: Option[Email],
      balance: Amount,
      favourite: Option[Option[Color]]
  ) derives Codec

  final case class Balances(all: List[Amount], sorted: Set[Amount], first: Option[Amount]) derives Codec

  final case class Box[A](value: A, other: Option[A], all: List[A]) derives Codec
  final case class Boxes(ints: Box[Int], flags: Box[Boolean], boxes: Box[Box[String]]) derives Codec

  final case class Switch(on: Boolean)
  object Switch:
    given Codec[Switch] = Codec[Boolean].imap(Switch(_))(_.on)
  final case class Celsius(tenths: Int)
  object Celsius:
    given Codec[Celsius] =
      Codec.of[Celsius]("tenths of a degree", 1)((out, value) => out.writeInt(value.tenths))(in =>
        Celsius(in.readInt())
      )
  final case class Room(light: Switch, heating: Option[Switch], temperature: Celsius, switches: List[Switch])
      derives Codec

  final case class Reading(sensor: UUID, at: Instant, celsius: Double, note: Option[String]) derives Codec
  final case class Log(readings: Vector[Reading], closed: Boolean, last: Instant) derives Codec

  enum Key derives Codec:
    case K00, K01, K02, K03, K04, K05, K06, K07, K08, K09
    case K10, K11, K12, K13, K14, K15, K16, K17, K18, K19
    case K20, K21, K22, K23, K24, K25, K26, K27, K28, K29
    case K30, K31, K32, K33, K34, K35, K36, K37, K38, K39
    case K40, K41, K42, K43, K44, K45, K46, K47, K48, K49
    case K50, K51, K52, K53, K54, K55, K56, K57, K58, K59
    case K60, K61, K62, K63
    case Other(code: Int, shifted: Boolean)

  enum Key64 derives Codec:
    case K00, K01, K02, K03, K04, K05, K06, K07, K08, K09
    case K10, K11, K12, K13, K14, K15, K16, K17, K18, K19
    case K20, K21, K22, K23, K24, K25, K26, K27, K28, K29
    case K30, K31, K32, K33, K34, K35, K36, K37, K38, K39
    case K40, K41, K42, K43, K44, K45, K46, K47, K48, K49
    case K50, K51, K52, K53, K54, K55, K56, K57, K58, K59
    case K60, K61, K62
    case Other(code: Int, shifted: Boolean, left: Boolean, twice: Boolean)

  final case class Pressed(key: Key, other: Key64, long: Boolean) derives Codec
  final case class Row(
      int: Int,
      long: Long,
      short: Short,
      char: Char,
      byte: Byte,
      bool: Boolean,
      float: Float,
      double: Double,
      text: String,
      id: UUID,
      at: Instant,
      maybe: Option[Int],
      deep: Option[Option[String]],
      point: Option[Point],
      pair: (Boolean, String)
  ) derives Codec
  final case class Person(name: String, friends: List[Shared[Person]]) derives Codec
  final case class Sharing(a: Shared[Point], b: Option[Shared[Point]], text: Shared[String]) derives Codec
  final case class Team(number: Int, by: Map[Int, Shared[Point]], lead: Option[Int]) derives Codec
  @dict final case class Address(street: String, city: String, since: Instant) derives Codec
  @dict enum Currency derives Codec { case Euro, Yen }
  final case class Order(id: Int, to: Address, @dict note: Option[String], currency: Currency, @dict sum: BigDecimal)
      derives Codec
  final case class Bought(sku: String, count: Int) derives Codec
  final case class Basket(
      id: Int,
      items: List[Bought],
      notes: Vector[String],
      counts: Array[Int],
      by: Either[Int, String],
      tags: Set[String],
      ratings: Map[String, Float],
      table: List[List[Long]]
  ) derives Codec
  enum Step derives Codec:
    case Opened(name: String, at: Instant)
    case Moved(x: Int, y: Int, by: Option[Int])
    case Closed
    case Filled(items: Vector[Bought])
  final case class Bill(
      id: Int,
      points: List[Point],
      counts: Array[Int],
      by: Either[Int, Double],
      table: List[List[Long]],
      turn: Turn
  ) derives Codec
  enum Turn derives Codec:
    case Opened(at: Long)
    case Moved(x: Int, y: Int, by: Option[Int])
    case Closed
    case Filled(points: Vector[Point])
