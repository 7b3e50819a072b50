package brine.codec.derive

import brine.codec.internal.columns.Columns
import brine.codec.internal.schema.{Kinds, SchemaLayout}
import brine.codec.{dict, Codec, Shared}

import java.time.{Duration, Instant, LocalDate}
import java.util.UUID

object ColumnShapesSuite:
  enum Color derives Codec { case Red, Green, Blue }
  final case class Id(value: Long) derives Codec
  final case class Flag(value: Boolean) derives Codec
  final case class Point(x: Int, y: Int) derives Codec
  final case class Empty() derives Codec
  final case class Numbers(a: Boolean, b: Byte, c: Short, d: Char, e: Int, f: Long, g: Float, h: Double) derives Codec
  final case class Texts(a: String, b: BigInt, c: BigDecimal, d: UUID, e: Instant, f: Duration, g: LocalDate)
      derives Codec
  final case class Options(a: Option[Int], b: Option[Option[Color]], c: Option[Point], d: Option[Id]) derives Codec
  final case class Sides(a: Either[Int, String], b: Either[Point, Either[Flag, Color]], c: (Int, (String, Flag)))
      derives Codec
  final case class Sequences(a: List[Int], b: Vector[Point], c: Array[List[String]], d: Seq[Option[Id]]) derives Codec
  final case class Sets(a: Set[Int], b: Map[Int, String], c: Set[Tree], d: Map[Id, List[Tree]]) derives Codec
  final case class Wrapped(a: Id, b: Flag, c: List[Flag], d: Option[Flag], e: java.lang.Integer) derives Codec
  enum Shape derives Codec:
    case Circle(radius: Int)
    case Box(at: Point, size: Option[Point])
    case Nothing
  final case class Shapes(a: Shape, b: Option[Shape], c: List[Shape]) derives Codec
  final case class Generic[A](a: A, b: Option[A], c: List[A], d: Int) derives Codec
  final case class Generics(a: Generic[Int], b: Generic[Point], c: Generic[String]) derives Codec
  final case class Tree(value: Int, below: List[Tree]) derives Codec
  final case class Planted(tree: Tree, number: Int) derives Codec
  final case class Empties(a: Empty, b: Int) derives Codec
  final case class Units(a: Unit, b: Int) derives Codec
  final case class Kept(a: Shared[Point], b: Int) derives Codec
  final case class Marked(@dict a: Point, b: Int) derives Codec
  final case class Sixteen(a: Numbers, b: Numbers) derives Codec
  final case class Hundred(a: Sixteen, b: Sixteen, c: Sixteen, d: Sixteen, e: Sixteen, f: Sixteen) derives Codec
  final case class Most(a: Hundred, b: Hundred, c: Sixteen, d: Sixteen, e: Sixteen, f: Sixteen) derives Codec
  final case class TooMany(a: Most, b: Int) derives Codec

/** Which columns the macro gives a type must follow from the schema alone: the columns that the schema has are the
  * oracle.
  */
final class ColumnShapesSuite extends munit.FunSuite:
  import ColumnShapesSuite.*

  private def text(columns: Columns | Null): String =
    if columns == null then "none"
    else
      columns.nn.all
        .map { column =>
          val within =
            if column.nested == null then "" else s"${column.nested.nn.fewest} (${text(column.nested.nn.columns)})"
          s"${column.name}: ${column.kind} ${column.guard} ${column.when} ${column.bits} ${column.cases} " +
          s"${column.isTag} $within"
        }
        .mkString("\n")

  private def check[A](name: String)(using codec: Codec[A]): Unit =
    val schema = codec.schema
    assertEquals(text(codec.columns), text(SchemaLayout(schema).columns(schema.root, Kinds.codec)), name)

  test("columns are those of the schema"):
    check[Numbers]("Numbers")
    check[Texts]("Texts")
    check[Options]("Options")
    check[Sides]("Sides")
    check[Sequences]("Sequences")
    check[Sets]("Sets")
    check[Shape]("Shape")
    check[Shapes]("Shapes")
    check[Color]("Color")
    check[Point]("Point")
    check[Most]("Most")
    assertEquals(Codec[Most].columns.nn.total, 256)

  test("types that are not flat have none"):
    check[Tree]("Tree")
    check[Planted]("Planted")
    check[Empty]("Empty")
    check[Empties]("Empties")
    check[Units]("Units")
    check[Kept]("Kept")
    check[Marked]("Marked")
    check[TooMany]("TooMany")
    assertEquals(Codec[TooMany].columns, null)

  test("classes of one field and type parameters"):
    check[Wrapped]("Wrapped")
    check[Generic[Int]]("Generic[Int]")
    check[Generic[String]]("Generic[String]")
    check[Generic[Point]]("Generic[Point]")
    check[Generics]("Generics")
