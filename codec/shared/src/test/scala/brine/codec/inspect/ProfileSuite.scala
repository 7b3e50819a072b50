package brine.codec.inspect

import brine.codec.golden.GoldenTypes.*
import brine.codec.{Codec, ContainerWriter}

class ProfileSuite extends munit.FunSuite:
  private def profile[A](values: A*)(using codec: Codec[A]): Profile =
    Inspect.profile(values.map(Codec.encode(_)), Framing.Standalone(List(codec.schema)))

  test("bytes by field, over several messages"):
    val rows = profile(Nested("root", List(Nested("a", Nil), Nested("b", Nil))), Nested("c", Nil)).rows
    assertEquals(
      rows.map(row => (row.path, row.part, row.bytes, row.count)).toList,
      List(
        ("", Part.Envelope, 18L, 4L),
        ("Nested.name", Part.Content, 7L, 2L),
        ("Nested.children[].name", Part.Content, 4L, 2L),
        ("Nested.children", Part.Size, 2L, 2L),
        ("Nested.children[].children", Part.Size, 2L, 2L)
      )
    )

  test("as a table, with shares and totals"):
    assertNoDiff(
      profile(Nested("root", List(Nested("a", Nil)))).text,
      """path                        part      bytes  share  count  each
        |                            envelope      9  50.0%      2   4.5
        |Nested.name                 value         5  27.8%      1   5.0
        |Nested.children[].name      value         2  11.1%      1   2.0
        |Nested.children             size          1   5.6%      1   1.0
        |Nested.children[].children  size          1   5.6%      1   1.0
        |(all)                       envelope      9  50.0%      2   4.5
        |(all)                       value         7  38.9%      2   3.5
        |(all)                       size          2  11.1%      2   1.0
        |1 message, 18 bytes
        |""".stripMargin
    )

  test("only so many rows, and one for the others"):
    val lines = profile(Nested("root", List(Nested("a", Nil)))).text(2).linesIterator.toList
    assert(clue(lines(3)).startsWith("(3 more)"))

  test("packed values are counted one by one"):
    val rows = profile(List.tabulate(1500)(i => Point(i * i, 5))).rows.filter(_.path.nonEmpty)
    assertEquals(rows.find(_.path == "Seq[Point][].x").map(_.count), Some(1500L))
    assertEquals(rows.find(_.path == "Seq[Point][].y").map(_.count), Some(1500L))

  test("a container: schemas and frames apart from its messages"):
    val container = ContainerWriter()
    for i <- 0 until 10 do container.add(Point(i, i))
    val bytes   = container.toArray
    val profile = Inspect.profile(List(bytes, bytes), Framing.Container())
    assertEquals((profile.messages, profile.bytes, profile.stored), (20L, 2L * bytes.length, 2L * bytes.length))
    assertEquals(profile.rows.find(_.path == "Point.x").map(row => (row.bytes, row.count)), Some((20L, 20L)))
    assertEquals(profile.parts.map(_._1).toSet, Set(Part.Envelope, Part.Schema, Part.Content))

  test("errors say of which input they are, and the bytes behind them are unread"):
    val good    = Codec.encode(Point(1, 2))
    val profile = Inspect.profile(List(good, good.dropRight(1)), Framing.Standalone(List(Codec[Point].schema)))
    assertEquals(profile.errors.map((input, error) => (input, error.offset)), Vector((1, 10)))
    assertEquals(profile.messages, 1L)
    assert(profile.text.contains("error in input 1: the message ends here"), profile.text)
    val wrong = Inspect.profile(List(good ++ good), Framing.Standalone(List(Codec[Point].schema)))
    assertEquals(wrong.parts.find(_._1 == Part.Unread).map(_._2), Some(good.length.toLong))

  test("no messages"):
    assertEquals(Inspect.profile(Nil, Framing.Container()).text.linesIterator.toList.last, "0 messages, 0 bytes")
