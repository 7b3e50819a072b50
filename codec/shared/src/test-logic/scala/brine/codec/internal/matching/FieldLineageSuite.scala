package brine.codec.internal.matching

import brine.codec.*

object FieldLineageSuite:
  import LineageSuite.*

  /** What a library writes values of programs in. */
  enum Kept[A] derives Codec:
    case Value(place: Long, value: A)
    case Nothing()

  final case class Tree(name: String, children: List[Tree], newest: Option[Deposited]) derives Codec
  final case class Cents(cents: Long) derives Codec
  final case class Euros(cents: Long) derives Codec
  final case class Other(value: Int) derives Codec

/** Whether a value within a sum of a library is of the type that it is read as. */
final class FieldLineageSuite extends munit.FunSuite:
  import FieldLineageSuite.*
  import LineageSuite.*

  private val lineage = FieldLineage("Value", "value")

  private def schemaOf[A](using Codec[A]): Schema = Codec[Kept[A]].schema

  private def problem[A, B](schemas: Schemas = Schemas.none)(using Codec[A], Codec[B]): Option[DecodeError] =
    lineage.problem(schemaOf[A], Codec[B], schemas)

  private def isSame[A](using codec: Codec[A], location: munit.Location): Unit =
    // A history has the schema of the value alone. It is found only if the schema within the sum is the same.
    val history = Schemas.none.add("one", codec.schema).add("other", Codec[Other].schema)
    assertEquals(problem[A, A](history), None)
    val other = problem[A, Other](history)
    assert(other.exists(_.problem.contains("`one`")), s"${codec.schema} is another schema within the sum: $other")

  test("the schema of a value within the sum is its own"):
    isSame[Int]
    isSame[String]
    isSame[Deposited]
    isSame[Event]
    isSame[Tree]
    isSame[Cents]
    isSame[Option[Deposited]]
    isSame[Option[Int]]
    isSame[(Int, Withdrawn)]
    isSame[Either[Int, Tree]]
    isSame[List[(String, Tree)]]
    isSame[Map[String, Set[Cents]]]
    isSame[Vector[Option[Boolean]]]
    isSame[Page[Withdrawn]]
    isSame[Kept[Tree]]

  test("a value of another type with the same fields is named with both types, and with its field"):
    val found = problem[Withdrawn, Deposited]().get
    Seq("Withdrawn", "Deposited", "@was").foreach(part => assert(found.problem.contains(part), found.problem))
    assertEquals(found.path, "value")
    assert(problem[List[Withdrawn], Vector[Deposited]]().isDefined)
    assert(problem[Option[Withdrawn], Deposited]().isDefined)
    assert(problem[Cents, Euros]().isDefined)

  test("versions of a type, former names, cases and histories are as of whole messages"):
    assertEquals(problem[Older.Deposited, Deposited](), None)
    assertEquals(problem[Deposited, Newer.Deposited](), None)
    assertEquals(problem[Deposited, Renamed.PaidIn](), None)
    assertEquals(problem[Deposited, Event](), None)
    assertEquals(problem[Older.Amount, Migrated.Sum](), None)
    val one = Schemas.none.add("one", Codec[Deposited].schema).add("one", Codec[Withdrawn].schema)
    assertEquals(problem[Withdrawn, Deposited](one), None)
    assertEquals(problem[Withdrawn, Deposited]().map(_.path), Some("value"))
    val two = Schemas.none.add("a", Codec[Page[Withdrawn]].schema).add("b", Codec[Page[Deposited]].schema)
    assertEquals(problem[Page[Withdrawn], Page[Deposited]](), None)
    assert(problem[Page[Withdrawn], Page[Deposited]](two).isDefined)

  test("a schema without the field is none to judge"):
    for schema <- Seq(Codec[Int].schema, Codec[Deposited].schema, Codec[Event].schema, Codec[List[Tree]].schema) do
      assertEquals(lineage.problem(schema, Codec[Withdrawn], Schemas.none), None)
    assertEquals(FieldLineage("Value", "nothing").problem(schemaOf[Withdrawn], Codec[Deposited], Schemas.none), None)
    assertEquals(FieldLineage("Nothing", "value").problem(schemaOf[Withdrawn], Codec[Deposited], Schemas.none), None)

  test("many schemas, one after the other, are judged as one alone"):
    for i <- 0 until 600 do
      val written = Schema.fromCanonical(schemaOf[Withdrawn].canonical).fold(throw _, identity)
      val noisy   = SchemaOf.sum(written, s"Kept$i")
      assert(lineage.problem(noisy, Codec[Deposited], Schemas.none).isDefined, i)
      assertEquals(lineage.problem(noisy, Codec[Withdrawn], Schemas.none), None)

/** Schemas that differ in the name of the sum. */
private object SchemaOf:
  def sum(of: Schema, name: String): Schema =
    val renamed = of.definitions.map:
      case Schema.Definition.Sum("Kept", cases) => Schema.Definition.Sum(name, cases)
      case other                                => other
    Schema(of.root, renamed)
