package brine.codec.internal.codecs

import brine.codec.Schema.Kind
import brine.codec.internal.columns.{Column, Columns}
import brine.codec.{Codec, In, Out}

/** Columns as text, as the macro writes them. */
final class ColumnTextSuite extends munit.FunSuite:
  private val externals = Array[Codec[?]](
    Codec[String],
    Codec[Map[Int, String]],
    Codec[List[Int]],
    Codec[Int].imap(_ + 1)(_ - 1),
    Codec.of[String]("own", 1)((out: Out, text) => out.writeString(text))((in: In) => in.readString()),
    Codec[Set[Int]],
    Codec[Set[Int]].imap(_.map(_ + 1))(_.map(_ - 1)),
    Codec[List[Int]].imap(_.toVector)(_.toList),
    Codec[(Int, Int)].imap(identity)(identity)
  )

  private def columns(names: String, all: (Int, Int, Int, Int)*): Columns | Null =
    val text =
      all.map((code, guard, when, detail) => List(code, guard + 1, when, detail).map(_.toChar).mkString).mkString
    ColumnTextSuite.columns(s"$text\n$names", externals, Set.empty)

  private def one(code: Int, detail: Int): Column | Null =
    val found = columns("a", (code, -1, 0, detail))
    if found == null then null else found.nn.all(0)

  test("kinds, guards and names"):
    val found = columns(
      "kind,a.x,b",
      (ColumnText.Tags, -1, 0, 5),
      (Kind.Int.ordinal, 0, 3, 0),
      (Kind.String.ordinal, 0, 4, 0)
    ).nn
    assertEquals(found.all.map(_.name).toVector, Vector("kind", "a.x", "b"))
    assertEquals(found.all.map(_.kind).toVector, Vector(Column.Kind.Bits, Column.Kind.Ints, Column.Kind.Values))
    assertEquals(found.all.map(_.guard).toVector, Vector(-1, 0, 0))
    assertEquals(found.all.map(_.when).toVector, Vector(0, 3, 4))
    assertEquals((found.all(0).cases, found.all(0).bits, found.all(0).isTag), (5, 3, true))
    assert(found.all(2).codec eq externals(0))

  test("the presence of an option is no tag"):
    val found = columns("o,o", (ColumnText.Presences, -1, 0, 0), (Kind.Long.ordinal, 0, 1, 0)).nn
    assertEquals((found.all(0).bits, found.all(0).cases, found.all(0).isTag), (1, 2, false))
    assertEquals(found.all(1).kind, Column.Kind.Longs)

  test("what an external codec writes is a column if its schema says that it is flat"):
    assertEquals(one(ColumnText.External, 0).nn.kind, Column.Kind.Values)
    assertEquals(one(ColumnText.External, 4), null)
    assertEquals(one(ColumnText.External, 2).nn.kind, Column.Kind.Sequences)
    assertEquals(one(ColumnText.Boxed, 3).nn.kind, Column.Kind.Values)
    assertEquals(one(ColumnText.Boxed, 4), null)
    assertEquals(one(ColumnText.External, 5).nn.kind, Column.Kind.Values)
    // The schema does not say that the set is converted.
    assertEquals(one(ColumnText.External, 6).nn.kind, Column.Kind.Values)
    assertEquals(one(ColumnText.Boxed, 6).nn.kind, Column.Kind.Values)
    assertEquals(one(ColumnText.External, 7).nn.kind, Column.Kind.Sequences)
    assertEquals(one(ColumnText.Boxed, 7).nn.kind, Column.Kind.Sequences)
    assertEquals(one(ColumnText.External, 8), null)
    assertEquals(one(ColumnText.Whole, 1).nn.kind, Column.Kind.Values)
    assertEquals(one(ColumnText.ExternalSequence, 2).nn.kind, Column.Kind.Sequences)
    assertEquals(one(ColumnText.ExternalSequence, 0), null)

  test("one part that is not flat, or too many columns, and there are none"):
    assertEquals(columns("a,b", (Kind.Int.ordinal, -1, 0, 0), (ColumnText.External, -1, 0, 4)), null)
    val many = Vector.fill(256)((Kind.Int.ordinal, -1, 0, 0))
    assertEquals(columns("," * 255, many*).nn.total, 256)
    assertEquals(columns("," * 256, (many :+ many.head)*), null)

  test("a Boolean alone is the content of a class of one field, unless it has a name"):
    assert(!columns("", (Kind.Boolean.ordinal, -1, 0, 0)).nn.arePacked)
    assert(columns("a", (Kind.Boolean.ordinal, -1, 0, 0)).nn.arePacked)

  test("none if a user's codec writes a part of what one in a record writes"):
    val map = s"${ColumnText.Whole.toChar}\u0000\u0000\u0001"
    // The codec of the number 1 is in no record, or in one.
    for (text, hiding, isFlat) <- Seq(
        (map, Set(1), true),
        (map + "\u0001", Set.empty[Int], true),
        (map + "\u0001", Set(0), true),
        (map + "\u0001", Set(1), false),
        (map + "\u0000\u0001", Set(1), false)
      )
    do assertEquals(ColumnTextSuite.columns(s"$text\na", externals, hiding) != null, isFlat, s"$text $hiding")

private object ColumnTextSuite:
  def columns(text: String, externals: Array[Codec[?]], hiding: Set[Int]): Columns | Null =
    ColumnText.columns(text, externals, Array.empty, hiding)
