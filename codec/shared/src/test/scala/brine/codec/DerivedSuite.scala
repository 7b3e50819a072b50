package brine.codec

import java.util.UUID

object DerivedSuite:
  final case class Point(x: Int, y: Int) derives Codec
  final case class Flags(a: Boolean, note: Option[String], b: Boolean, maybe: Option[Boolean]) derives Codec
  enum Color derives Codec:
    case Red, Green, Blue
  sealed trait Shape derives Codec
  case class Circle(center: Point, radius: Double)     extends Shape
  case class Rect(a: Point, b: Point, filled: Boolean) extends Shape
  case object Empty                                    extends Shape
  final case class Drawing(id: UUID, shapes: List[Shape], main: Shape, color: Color, tags: Vector[String]) derives Codec
  final case class Tree(value: String, children: List[Tree]) derives Codec
  final case class UserId(value: Long) extends AnyVal
  final case class Wrapped(id: UserId, flag: Option[Color]) derives Codec
  final case class Box[T](value: T, more: List[T]) derives Codec

class DerivedSuite extends munit.FunSuite:
  import DerivedSuite.*

  private def hex(bytes: Array[Byte]): String = bytes.map(b => f"${b & 0xff}%02x").mkString(" ")

  private def bytes[A](value: A)(using codec: Codec[A]): Array[Byte] =
    val out = Out()
    codec.write(out, value)
    out.toArray

  private def check[A](value: A, expected: String)(using codec: Codec[A]): Unit =
    val written = bytes(value)
    assertEquals(hex(written), expected)
    val in = In(written)
    assertEquals(codec.read(in), value)
    in.expectEnd()

  test("a record is its fields in order") {
    check(Point(1, -1), "02 01")
  }
  test("booleans and options share the header") {
    check(Flags(true, Some("hi"), false, Some(true)), "1b c2 68 69")
    check(Flags(false, None, true, None), "04")
  }
  test("sums") {
    check(Color.Blue, "02")
    check[Shape](Empty, "02")
    check[Shape](Rect(Point(1, 2), Point(3, 4), true), "05 02 04 06 08")
    check(
      Drawing(new UUID(1, 2), List(Empty), Circle(Point(0, 0), 1), Color.Green, Vector("a")),
      "04 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 02 02 02 00 00 00 00 00 00 00 00 f0 3f 02 c1 61"
    )
  }
  test("recursion") {
    check(Tree("a", List(Tree("b", Nil))), "c1 61 02 c1 62 00")
  }
  test("wrappers") {
    check(Wrapped(UserId(3), Some(Color.Blue)), "05 06")
    check(Wrapped(UserId(3), None), "00 06")
  }
  test("a schema shows classes of one field, and each definition once") {
    val schema = summon[Codec[Wrapped]].schema
    assertEquals(
      schema.toString,
      "Wrapped\nrecord Wrapped(id: UserId(value: Long), flag: Option[Color])\nsum Color\n  Red()\n  Green()\n  Blue()"
    )
    assertEquals(
      summon[Codec[Drawing]].schema.definitions.map(_.name).toList,
      List("Drawing", "Shape", "Point", "Color")
    )
  }
  test("the least size counts every field") {
    assertEquals(summon[Codec[Tree]].minSize, 2)
    assertEquals(summon[Codec[Box[Int]]].minSize, 2)
    assertEquals(summon[Codec[Shape]].minSize, 1)
    assertEquals(summon[Codec[Drawing]].minSize, 1 + 16 + 1 + 0 + 1)
  }
