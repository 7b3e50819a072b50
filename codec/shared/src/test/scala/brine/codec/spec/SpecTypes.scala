package brine.codec.spec

import brine.codec.{dict, fallback, Codec, Schema, Shared, UnknownCase}

import java.time.Instant

/** The types of the examples in `docs/spec/codec-format.md`, as that page declares them. */
object SpecTypes:
  final case class Point(x: Int, y: Int) derives Codec

  final case class Flags(a: Boolean, note: Option[String], b: Boolean, maybe: Option[Boolean]) derives Codec

  enum Color derives Codec:
    case Red, Green, Blue

  sealed trait Shape derives Codec
  final case class Circle(center: Point, radius: Float)             extends Shape
  final case class Rect(from: Point, to: Point, filled: Boolean)    extends Shape
  case object Nothing                                               extends Shape
  sealed trait Solid                                                extends Shape
  final case class Cube(edge: Int)                                  extends Solid
  final case class Ball(radius: Int, color: Color, hollow: Boolean) extends Solid

  final case class UserId(value: Long) derives Codec
  final case class Active(value: Boolean) derives Codec
  final case class User(id: UserId, active: Active, favourite: Option[Color]) derives Codec

  final case class Fields(shape: Shape, side: Either[Int, Boolean], pair: (Boolean, Int), color: Color) derives Codec

  final case class Tree(value: String, children: List[Tree]) derives Codec
  final case class Chain(next: Option[Chain]) derives Codec
  final case class Box[A](value: A, other: Option[A]) derives Codec

  final case class Person(name: String, friends: List[Shared[Person]]) derives Codec
  @dict final case class Place(street: String, number: Int) derives Codec
  final case class Parcel(to: Place, @dict weight: Option[Long]) derives Codec
  final case class Gift(@dict to: Place, number: Int) derives Codec
  @dict final case class Visit(at: Instant, to: Shared[Point]) derives Codec

  enum Lights derives Codec:
    case Off
    case On(a: Boolean, b: Boolean, c: Boolean, d: Boolean, e: Boolean, f: Boolean, g: Boolean, h: Boolean)

  enum Event derives Codec:
    case Closed
    @fallback case Unknown(event: UnknownCase)

  /** As another version of the program has it. */
  object Other:
    enum Event derives Codec:
      case Closed
      case Opened(name: String, on: Boolean)

  /** Thirty bits, then three that no longer fit. */
  final case class Wide(
      b01: Boolean,
      b02: Boolean,
      b03: Boolean,
      b04: Boolean,
      b05: Boolean,
      b06: Boolean,
      b07: Boolean,
      b08: Boolean,
      b09: Boolean,
      b10: Boolean,
      b11: Boolean,
      b12: Boolean,
      b13: Boolean,
      b14: Boolean,
      b15: Boolean,
      b16: Boolean,
      b17: Boolean,
      b18: Boolean,
      b19: Boolean,
      b20: Boolean,
      b21: Boolean,
      b22: Boolean,
      b23: Boolean,
      b24: Boolean,
      b25: Boolean,
      b26: Boolean,
      b27: Boolean,
      b28: Boolean,
      b29: Boolean,
      b30: Boolean,
      shape: Shape
  ) derives Codec

  enum Key derives Codec:
    case K00, K01, K02, K03, K04, K05, K06, K07, K08, K09
    case K10, K11, K12, K13, K14, K15, K16, K17, K18, K19
    case K20, K21, K22, K23, K24, K25, K26, K27, K28, K29
    case K30, K31, K32, K33, K34, K35, K36, K37, K38, K39
    case K40, K41, K42, K43, K44, K45, K46, K47, K48, K49
    case K50, K51, K52, K53, K54, K55, K56, K57, K58, K59
    case K60, K61, K62, K63
    case Other(code: Int, shifted: Boolean)

  final case class Pressed(key: Key, long: Boolean) derives Codec

  /** A codec of the user's own, made of another one. */
  final case class Switch(on: Boolean)
  object Switch:
    given Codec[Switch] = Codec[Boolean].imap(Switch(_))(_.on)

  final case class Lamp(switch: Switch, dimmed: Boolean) derives Codec

  /** A codec of the user's own, written by hand. */
  final case class Colour(red: Int, green: Int, blue: Int)
  object Colour:
    given Codec[Colour] = Codec.of[Colour]("rgb", 3) { (out, colour) =>
      out.writeByte(colour.red.toByte)
      out.writeByte(colour.green.toByte)
      out.writeByte(colour.blue.toByte)
    }(in => Colour(in.readByte() & 0xff, in.readByte() & 0xff, in.readByte() & 0xff))

  /** The schema's own bytes, as a value. */
  def schemaOf[A](using codec: Codec[A]): Schema = codec.schema
