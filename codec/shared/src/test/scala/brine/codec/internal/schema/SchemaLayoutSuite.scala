package brine.codec.internal.schema

import brine.codec.Schema.{Case, Definition, Field, Kind, Type}
import brine.codec.golden.GoldenTypes.*
import brine.codec.internal.columns.Columns
import brine.codec.{Codec, Schema}

/** The layout known from a schema is that of generated code; that the bytes are as well is checked by the suites of
  * `inspect`.
  */
class SchemaLayoutSuite extends munit.FunSuite:
  private val int  = Type.Primitive(Kind.Int)
  private val bool = Type.Primitive(Kind.Boolean)

  private def columns[A](using codec: Codec[A]): Option[Vector[(String, Int, Int)]] =
    val layout = SchemaLayout(codec.schema)
    names(layout.columns(codec.schema.root, _ => Codec[String]).asInstanceOf[Columns])

  private def names(columns: Columns): Option[Vector[(String, Int, Int)]] =
    Option(columns).map(_.all.toVector.map(column => (column.name, column.kind.ordinal, column.guard)))

  private def sameColumns[A](using codec: Codec[A], location: munit.Location): Unit =
    assertEquals(columns[A], names(codec.columns.asInstanceOf[Columns]))

  test("the columns of flat types are those of their codecs"):
    sameColumns[Row]
    sameColumns[Point]
    sameColumns[Option[Point]]
    sameColumns[Color]
    sameColumns[(Int, Option[(String, Boolean)])]
    sameColumns[String]
    sameColumns[List[Int]]
    sameColumns[Set[Point]]
    sameColumns[Either[Int, List[Point]]]
    sameColumns[Basket]
    sameColumns[Step]
    sameColumns[Celsius]
    assert(columns[Row].exists(_.sizeIs > 15))

  test("and other types have none"):
    assertEquals(columns[Person], None)
    assertEquals(columns[Sharing], None)
    assertEquals(columns[Order], None)
    assertEquals(columns[Nothing0], None)
    assertEquals(columns[List[Person]], None)
    assertEquals(columns[Unit], None)

  test("items and headers"):
    val layout = SchemaLayout(Codec[Flags].schema)
    assertEquals(layout.items(Type.Optional(Type.Optional(bool))), List(1, 1, 1))
    assertEquals(layout.items(Type.Boxed(bool)), Nil)
    val header = layout.header(Vector.fill(33)(Field("a", bool)), 3)
    assertEquals(header.used.toList, List(32, 4))
    assertEquals((header.bytes(0), header.bytes(1)), (4, 1))
    assertEquals(header.places(28).map(_.shift).toList, List(31))
    assertEquals(header.places(29).map(place => (place.group, place.shift)).toList, List((1, 0)))

  test("an item that does not fit starts a group, and a tag may take a group of its own"):
    val colors = Definition.Sum("Color", Vector.tabulate(64)(i => Case(s"c$i", Vector.empty)))
    val layout = SchemaLayout(Schema(int, Vector(colors)))
    val header = layout.header(Vector.fill(6)(Field("a", Type.Named(0))), 0)
    assertEquals(header.used.toList, List(30, 6))
    assertEquals(header.places(0).map(_.mask).toList, List(63))

  test("tags"):
    assertEquals(List(0, 1, 2, 3, 4, 5, 64, 65).map(SchemaLayout.tagBits), List(0, 0, 1, 2, 2, 3, 6, 7))

  test("recursion, direct and by way of others; a codec of the user's own may recurse"):
    def recursive[A](using codec: Codec[A]) =
      val layout = SchemaLayout(codec.schema)
      codec.schema.definitions.indices
        .filter(layout.isRecursive)
        .map(index => layout.definition(index).name)
        .toSet
    assertEquals(recursive[Nested], Set("Nested"))
    assertEquals(recursive[Forest], Set("Tree"))
    assertEquals(recursive[Shape], Set("Shape"))
    assertEquals(recursive[Row], Set.empty)
    assertEquals(recursive[Room], Set("Room"))

  test("a schema in which every record has two of the next takes no longer than it is long"):
    val definitions = Vector.tabulate(60)(i =>
      Definition.Record(s"R$i", Vector("a", "b").map(Field(_, if i < 59 then Type.Named(i + 1) else int)))
    )
    assertEquals(SchemaLayout(Schema(Type.Named(0), definitions)).columns(Type.Named(0), _ => Codec[String]), null)

  test("records nested without end are not flat"):
    val definitions = Vector.tabulate(5000)(i =>
      Definition.Record("R", Vector(Field("inner", if i < 4999 then Type.Named(i + 1) else int)))
    )
    val layout = SchemaLayout(Schema(Type.Named(0), definitions))
    assertEquals(layout.columns(Type.Named(0), _ => Codec[String]), null)
    assert(layout.columns(Type.Named(4990), _ => Codec[String]) != null)
