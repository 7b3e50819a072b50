package brine.codec.derive

import brine.codec.internal.columns.{Column, Columns}
import brine.codec.internal.schema.{Kinds, SchemaLayout}
import brine.codec.{dict, Codec, In, Out, Shared}

import java.time.{Duration, Instant, LocalDate}
import java.util.UUID
import scala.collection.immutable.Queue

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

  // What codecs in scope write, of which the macro does not know the schema.
  final class Amount(val cents: Long)
  final class Names(val all: List[String])
  final class Scores(val all: Map[Int, Int])
  final class Level(val value: Byte)
  final case class Email(value: String) derives Codec
  final case class Tags(all: List[Int]) derives Codec
  final class Address(val email: Email)
  final class Labels(val tags: Tags)
  final case class Hand(value: Int)
  given Codec[Amount]  = Codec[Long].imap(Amount(_))(_.cents)
  given Codec[Names]   = Codec[List[String]].imap(Names(_))(_.all)
  given Codec[Scores]  = Codec[Map[Int, Int]].imap(Scores(_))(_.all)
  given Codec[Level]   = Codec[Byte].imap(Level(_))(_.value)
  given Codec[Address] = Codec[Email].imap(Address(_))(_.email)
  given Codec[Labels]  = Codec[Tags].imap(Labels(_))(_.tags)
  given Codec[Hand]    =
    Codec.of[Hand]("hand", 1)((out: Out, hand) => out.writeInt(hand.value))((in: In) => Hand(in.readInt()))
  final case class SharedValues(a: Int, b: Map[Int, Shared[Point]], c: Set[Shared[String]]) derives Codec
  final case class Converted(a: Amount, b: Option[Amount], c: List[Amount], d: Map[Amount, Amount]) derives Codec
  final case class ConvertedLists(a: Int, b: Names, c: Option[Names], d: List[Names], e: Either[Names, Int])
      derives Codec
  final case class ConvertedMaps(a: Int, b: Scores, c: List[Scores]) derives Codec
  final case class ConvertedBytes(a: Int, b: Level, c: List[Level]) derives Codec
  final case class ConvertedClasses(a: Int, b: Address, c: List[Address], d: Labels, e: List[Labels]) derives Codec
  final case class HandAlone(a: Int, b: Hand) derives Codec
  final case class HandInMap(a: Int, b: Map[Int, Hand]) derives Codec
  final case class HandInSet(a: Int, b: List[Option[Set[Hand]]]) derives Codec
  final case class HandInTuples(a: Int, b: List[(Int, Map[Int, Hand])]) derives Codec
  final case class HandInQueue(a: Int, b: Queue[(Int, Map[Int, Hand])]) derives Codec
  final case class AroundHand(a: Int, b: HandInMap) derives Codec
  final case class BesideHand(a: Int, b: Map[Int, HandInMap]) derives Codec
  enum HandInCase derives Codec:
    case None
    case One(by: Map[Hand, Int])
  final case class Knot(number: Int, by: Map[Int, Tie]) derives Codec
  final class Tie(val knot: Knot)
  object Tie:
    given Codec[Tie] = Codec[Knot].imap(Tie(_))(_.knot)
  final case class Sling(number: Int, all: Loops) derives Codec
  final class Loops(val all: List[Sling])
  object Loops:
    given Codec[Loops] = Codec[List[Sling]].imap(Loops(_))(_.all)

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
          val kind = if column.isByte then Column.Kind.Bytes else column.kind
          s"${column.name}: $kind ${column.guard} ${column.when} ${column.bits} ${column.cases} " +
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
    check[Generic[List[Int]]]("Generic[List[Int]]")
    check[Generic[Vector[Point]]]("Generic[Vector[Point]]")
    check[Generic[Set[Int]]]("Generic[Set[Int]]")
    check[Generic[Map[Int, String]]]("Generic[Map[Int, String]]")
    check[Generic[Id]]("Generic[Id]")
    check[Generic[Flag]]("Generic[Flag]")
    check[Generic[java.lang.Integer]]("Generic[Integer]")
    check[Generic[Amount]]("Generic[Amount]")

  test("shared values in sets and maps, which are values of a column"):
    check[SharedValues]("SharedValues")
    check[(Int, Map[Int, Shared[Point]])]("tuple")
    assert(Codec[SharedValues].columns != null)

  test("converted values have the columns of what they are converted from"):
    check[Converted]("Converted")
    check[ConvertedLists]("ConvertedLists")
    check[ConvertedMaps]("ConvertedMaps")
    check[ConvertedBytes]("ConvertedBytes")
    check[ConvertedClasses]("ConvertedClasses")
    check[(Int, Names)]("(Int, Names)")
    check[(Int, Scores)]("(Int, Scores)")
    check[(Int, Level)]("(Int, Level)")
    check[(Int, Address)]("(Int, Address)")
    check[(Int, Labels)]("(Int, Labels)")
    check[List[Names]]("List[Names]")
    check[List[Labels]]("List[Labels]")
    check[Vector[Option[Address]]]("Vector[Option[Address]]")
    check[Names]("Names")
    assert(Codec[ConvertedLists].columns != null && Codec[ConvertedClasses].columns != null)

  test("a record of what a codec by hand writes has none, and a tuple has"):
    check[HandAlone]("HandAlone")
    check[HandInMap]("HandInMap")
    check[HandInSet]("HandInSet")
    check[HandInTuples]("HandInTuples")
    check[HandInQueue]("HandInQueue")
    check[AroundHand]("AroundHand")
    check[BesideHand]("BesideHand")
    check[HandInCase]("HandInCase")
    check[(Int, Map[Int, Hand])]("tuple")
    check[(Int, Map[Int, Hand])]("tuple")(using Codec.derived)
    check[List[(Int, Map[Int, Hand])]]("List")
    assertEquals(Codec[HandInTuples].columns, null)
    assert(Codec[BesideHand].columns != null && Codec[(Int, Map[Int, Hand])].columns != null)
    // The elements of a sequence are not within the record that has the sequence.
    val many = HandInTuples(0, List.fill(40)((1, Map.empty)))
    assertEquals(Codec.encodeBare(many)(1) & 1, 1)

  test("a type that contains itself through a converted codec has none"):
    check[Knot]("Knot")
    check[Tie]("Tie")
    check[Sling]("Sling")
    check[(Int, Loops)]("Loops")
    assertEquals(Codec[Knot].columns, null)
