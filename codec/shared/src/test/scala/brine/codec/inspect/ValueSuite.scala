package brine.codec.inspect

import brine.codec.Schema.Kind
import brine.codec.golden.GoldenTypes.*
import brine.codec.{Codec, MessageOptions, Shared}

import java.util.UUID

class ValueSuite extends munit.FunSuite:
  private def text[A](value: A)(using codec: Codec[A]): String =
    Inspect.bareValue(Codec.encodeBare(value), codec.schema).fold(throw _, _.text)

  test("primitives"):
    assertEquals(text(-3), "-3")
    assertEquals(text(2.5), "2.5")
    assertEquals(text(-2.0), "-2.0")
    assertEquals(text(Double.NaN), "NaN")
    assertEquals(text(true), "true")
    assertEquals(text('x'), "'x'")
    assertEquals(text("a \"b\" \\"), "\"a \\\"b\\\" \\\\\"")
    assertEquals(text(BigDecimal("1.50")), "1.50")
    assertEquals(text(UUID(1, 2)), "00000000-0000-0001-0000-000000000002")
    assertEquals(text(()), "()")

  test("options, sides, tuples"):
    assertEquals(text(Option(1)), "1")
    assertEquals(text(Option.empty[Int]), "null")
    assertEquals(text(Option(Option.empty[Int])), "some(null)")
    assertEquals(text(Option(Option(1))), "some(1)")
    assertEquals(text[Either[Int, String]](Left(1)), "left(1)")
    assertEquals(text[Either[Int, String]](Right("b")), "right(\"b\")")
    assertEquals(text((1, "a", false)), "(1, \"a\", false)")

  test("collections"):
    assertEquals(text(List(1, 2)), "[1, 2]")
    assertEquals(text(List.empty[Int]), "[]")
    assertEquals(text(Map("a" -> 1)), "{\"a\": 1}")

  test("records and cases"):
    assertEquals(text(Point(1, -1)), "Point {x: 1, y: -1}")
    assertEquals(text[Shape](Ball(3, Color.Blue, true)), "Ball {radius: 3, color: Blue, hollow: true}")
    assertEquals(text[Shape](Empty), "Empty")
    assertEquals(text(Nothing0()), "Nothing0")

  test("shared values are numbered"):
    val ann = Shared.of[Person](ann => Person("Ann", List(ann)))
    assertEquals(text(ann), "&1 Person {name: \"Ann\", friends: [*1]}")

  test("what a dictionary knows is there again"):
    val pair = List("one", "one")
    val read = Inspect.values(
      Codec.encodeBare(pair, MessageOptions.withDictionary),
      Framing.Bare(Codec[List[String]].schema, MessageOptions.withDictionary)
    )
    assertEquals(read.map(_.map(_.text)), Right(Vector("[\"one\", \"one\"]")))

  test("nothing in a text can disturb the place where it is shown"):
    assertEquals(text("a\nb\tc\u001b[2J"), "\"a\\nb\\tc\\u001b[2J\"")
    assertEquals(text("\u202eabc\ud800"), "\"\\u202eabc\\ud800\"")
    assertEquals(text("я 😀"), "\"я 😀\"")
    assertEquals(Value.Record("a\u0007", Vector("b\n" -> Value.Absent)).text, "a\\u0007 {b\\n: null}")

  test("a text has the length that was asked for"):
    val many = Value.Sequence(Vector.fill(100000)(Value.Primitive(Kind.String, "many words")))
    assertEquals(many.text(20), "[\"many words\", \"many…")
    assertEquals(many.text.length, 65537)
    assertEquals(Value.Primitive(Kind.String, "x" * 100).text(10), "\"xxxxxxxxx…")
    assertEquals(Value.Primitive(Kind.Int, 12).text(2), "12")

  test("bytes that no one knows are shown"):
    assertEquals(Value.Opaque("rgb", IArray[Byte](1, 2, -1)).text, "rgb<01 02 ff>")
    assertEquals(Value.Unread.text, "unread")
    assertEquals(Value.Custom("rgb", "red").text, "rgb(red)")
