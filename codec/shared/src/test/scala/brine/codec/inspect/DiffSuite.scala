package brine.codec.inspect

import brine.codec.Codec
import brine.codec.golden.GoldenTypes.*

import scala.collection.immutable.TreeMap

class DiffSuite extends munit.FunSuite:
  private def value[A](value: A)(using codec: Codec[A]): Value =
    Inspect.bareValue(Codec.encodeBare(value), codec.schema).fold(throw _, identity)

  private def diff[A: Codec, B: Codec](left: A, right: B): List[(String, String, String)] =
    Diff(value(left), value(right)).differences.toList
      .map(one => (one.path, one.left.fold("")(_.text), one.right.fold("")(_.text)))

  test("the same values have no difference"):
    assertEquals(diff(Point(1, 2), Point(1, 2)), Nil)
    assertEquals(diff(List(Double.NaN, 0.0), List(Double.NaN, 0.0)), Nil)
    assertEquals(Diff(value(1), value(1)).text, "")
    assert(Diff(value(1), value(1)).isEmpty)

  test("fields, deep ones too"):
    val left  = Rect(Point(1, 2), Point(3, 4), true)
    val right = Rect(Point(1, 5), Point(3, 4), false)
    assertEquals(diff[Shape, Shape](left, right), List(("from.y", "2", "5"), ("filled", "true", "false")))

  test("another case, another side, absent and present"):
    assertEquals(
      diff[Shape, Shape](Empty, Ball(1, Color.Red, true)),
      List(("", "Empty", "Ball {radius: 1, color: Red, hollow: true}"))
    )
    assertEquals(diff[Either[Int, Int], Either[Int, Int]](Left(1), Right(1)), List(("", "left(1)", "right(1)")))
    assertEquals(diff(Option(1), Option.empty[Int]), List(("", "1", "null")))

  test("an element more is one difference"):
    assertEquals(diff(List("a", "b", "c"), List("a", "x", "b", "c")), List(("[1]", "", "\"x\"")))
    assertEquals(diff(List("a", "b", "c"), List("a", "c")), List(("[1]", "\"b\"", "")))
    assertEquals(diff(List("a", "b", "c"), List("a", "y", "c")), List(("[1]", "\"b\"", "\"y\"")))
    assertEquals(diff(List.empty[Int], List(1)), List(("[0]", "", "1")))

  test("maps by their keys"):
    assertEquals(
      diff(TreeMap("a" -> 1, "b" -> 2), TreeMap("b" -> 3, "c" -> 4)),
      List(("[\"a\"]", "1", ""), ("[\"b\"]", "2", "3"), ("[\"c\"]", "", "4"))
    )

  final case class Old(name: String, age: Int, gone: Boolean) derives Codec
  final case class New(age: Long, name: String, note: Option[String]) derives Codec

  test("two schemas: fields by name, and what one side does not have"):
    assertEquals(
      diff(Old("Ann", 3, true), New(3, "Ann", None)),
      List(("age", "3", "3"), ("gone", "true", ""), ("note", "", "null"))
    )

  test("as a table, with the kind of what looks the same"):
    assertNoDiff(
      Diff(value(Old("Ann", 3, true)), value(New(3, "Eve", None))).text,
      """path  left     right
        |name  "Ann"    "Eve"
        |age   3 (Int)  3 (Long)
        |gone  true
        |note           null
        |""".stripMargin
    )

  test("numbers by their bits"):
    assertEquals(diff(0.0, -0.0).size, 1)
    assertEquals(diff(BigDecimal("1.5"), BigDecimal("1.50")), List(("", "1.5", "1.50")))

  test("no more differences than asked for"):
    val left  = value(Vector.tabulate(100)(i => (i, i * i)))
    val right = value(Vector.tabulate(100)(i => (i, i * i + 1)))
    val some  = Diff(left, right, 7)
    assertEquals((some.differences.size, some.isComplete), (7, false))
    assert(some.text.endsWith("and more than these 7 differences\n"))
    assert(Diff(left, right, 100).isComplete)
