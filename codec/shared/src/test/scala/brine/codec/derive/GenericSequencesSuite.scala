package brine.codec.derive

import brine.codec.*
import brine.codec.inspect.{Framing, Inspect}
import brine.codec.internal.evolution.{Resolver, Target}

object GenericSequencesSuite:
  final case class Id(value: Long) derives Codec
  final case class Flag(value: Boolean) derives Codec
  final case class Outer(id: Id) derives Codec
  final case class Point(x: Int, y: Int) derives Codec
  final case class Amount(cents: Long)
  given Codec[Amount] = Codec[Long].imap(Amount(_))(_.cents)
  // A codec in scope that is found as such, and is that of a class.
  final case class Number(value: Int)
  given Codec[Number] = Codec.derived

  private val longs = Codec[Long]
  private val ints  = Codec[Int]
  private val names = Codec[Id]

  object Opaque:
    opaque type Meters = Long
    opaque type Steps  = Int
    opaque type Name   = Id
    def meters(of: Long): Meters = of
    def steps(of: Int): Steps    = of
    def name(of: Id): Name       = of
    given Codec[Meters]          = longs
    given Codec[Steps]           = ints.imap(identity)(identity)
    given Codec[Name]            = names

  final case class Generic[A](
      one: A,
      option: Option[A],
      all: List[A],
      more: Vector[A],
      set: Set[A],
      side: Either[A, Int],
      options: List[Option[A]],
      sides: List[Either[A, A]],
      pairs: List[(A, Int)],
      lists: List[List[A]],
      map: Map[A, A],
      lasts: Map[Int, List[A]],
      inner: Option[List[A]]
  ) derives Codec
  final case class Small[A](all: List[A]) derives Codec
  final case class Bag[A](all: Set[A]) derives Codec
  final case class Nested[A](number: Int, of: Small[A], all: List[Small[A]]) derives Codec
  final case class Tree[A](values: List[A], below: List[Tree[A]]) derives Codec
  enum Choice[A] derives Codec:
    case Few(all: List[A])
    case Many(all: Vector[List[A]], first: A)
  // The other version of Generic.
  object Later:
    final case class Generic[A](all: Vector[A], lists: Vector[Vector[A]], more: List[A], set: List[A]) derives Codec
  // The same without a parameter.
  object Plain:
    final case class Small(all: List[Id]) derives Codec
    final case class Numbers(all: List[Number], boxes: Vector[java.lang.Integer], sets: Set[Id]) derives Codec

/** What a class with type parameters writes into collections must be what its schema says: numbers are packed, and
  * classes around numbers are not. Readers that have only the schema are the oracle.
  */
final class GenericSequencesSuite extends munit.FunSuite:
  import GenericSequencesSuite.*

  private val sizes = List(0, 1, 7, 8, 16, 70)

  private def generic[A](size: Int, of: Int => A): Generic[A] =
    val all = List.tabulate(size)(of)
    Generic(
      of(3),
      all.headOption,
      all,
      all.toVector,
      all.toSet,
      if size % 2 == 0 then Left(of(4)) else Right(4),
      all.map(Option(_)) ++ all.map(_ => None),
      all.map(a => if a.hashCode % 2 == 0 then Left(a) else Right(a)),
      all.zipWithIndex,
      List(all, Nil, all.take(3)) ++ all.map(List(_)),
      all.map(a => a -> a).toMap,
      Map(1 -> all, 2 -> all.take(8)),
      Some(all)
    )

  /** Reads a value directly, by the schema as the type, and by the schema alone. */
  private def check[A](value: A, what: String)(using codec: Codec[A]): Unit =
    val bytes = Codec.encodeBare(value)
    assertEquals(Codec.decodeBare[A](bytes), Right(value), what)
    val planned = Resolver(codec.schema).plan(Target.Whole(codec)).asInstanceOf[Codec[A]]
    val in      = In(bytes)
    assertEquals(planned.read(in), value, what)
    assertEquals(in.remaining, 0, what)
    assert(Inspect.default.values(bytes, Framing.Bare(codec.schema)).isRight, what)
    // Enough for columns of nested sequences, where a value is small.
    val many      = math.min(120, 18 + 3000 / bytes.length.max(1))
    val container = ContainerWriter()
    (1 to many).foreach(_ => container.add(value))
    val reader = ContainerReader(container.toArray)
    (1 to many).foreach(_ => assertEquals(reader.next[A](), Right(value), what))
    val dictionary = Codec.encode(List.fill(many)(value), MessageOptions.withDictionary)
    assertEquals(Codec.decode[List[A]](dictionary), Right(List.fill(many)(value)), what)

  private def checkAll[A](name: String)(of: Int => A)(using
      Codec[Generic[A]],
      Codec[Nested[A]],
      Codec[Tree[A]],
      Codec[Choice[A]]
  ): Unit = sizes.foreach: size =>
    val all   = List.tabulate(size)(of)
    val small = Small(all)
    check(generic(size, of), s"Generic[$name] of $size")
    check(Nested(size, small, List.fill(size)(small)), s"Nested[$name] of $size")
    check(Tree(all, List(Tree(all, Nil), Tree(Nil, List(Tree(all, Nil))))), s"Tree[$name] of $size")
    check[Choice[A]](Choice.Few(all), s"Few[$name] of $size")
    check[Choice[A]](Choice.Many(Vector.fill(size)(all), of(1)), s"Many[$name] of $size")

  test("numbers, classes around them, and what codecs make of them"):
    checkAll[Long]("Long")(_.toLong)
    checkAll[Int]("Int")(identity)
    checkAll[Boolean]("Boolean")(_ % 3 == 0)
    checkAll[Double]("Double")(_ / 4.0)
    checkAll[Id]("Id")(i => Id(i.toLong))
    checkAll[Flag]("Flag")(i => Flag(i % 3 == 0))
    checkAll[Outer]("Outer")(i => Outer(Id(i.toLong)))
    checkAll[Amount]("Amount")(i => Amount(i.toLong))
    checkAll[Number]("Number")(Number(_))
    checkAll[java.lang.Integer]("Integer")(Integer.valueOf(_))
    checkAll[java.lang.Double]("java.lang.Double")(i => java.lang.Double.valueOf(i / 4.0))
    checkAll[Opaque.Meters]("Meters")(i => Opaque.meters(i.toLong))
    checkAll[Opaque.Steps]("Steps")(Opaque.steps(_))
    checkAll[Opaque.Name]("Name")(i => Opaque.name(Id(i.toLong)))

  test("other values"):
    checkAll[String]("String")(_.toString)
    checkAll[Point]("Point")(i => Point(i, -i))
    checkAll[Option[Int]]("Option[Int]")(i => Option.when(i % 3 > 0)(i))
    checkAll[Option[Id]]("Option[Id]")(i => Option.when(i % 3 > 0)(Id(i.toLong)))
    checkAll[(Id, Int)]("(Id, Int)")(i => (Id(i.toLong), i))
    checkAll[List[Id]]("List[Id]")(i => List(Id(i.toLong)))
    checkAll[Small[Id]]("Small[Id]")(i => Small(List.fill(i % 12)(Id(i.toLong))))

  test("a generic class has the schema of one that has the same sequences"):
    assertEquals(Codec[Small[Id]].schema.fingerprint, Codec[Plain.Small].schema.fingerprint)
    assertEquals(Codec[Small[Id]].schema.root, Schema.Type.Wrapped("Small", "all", Codec[List[Id]].schema.root))
    assertEquals(Codec[Small[Long]].schema.root, Schema.Type.Wrapped("Small", "all", Codec[List[Long]].schema.root))
    assertEquals(Codec[Bag[Id]].schema.root, Schema.Type.Wrapped("Bag", "all", Codec[Set[Id]].schema.root))
    assertEquals(Codec[Bag[Long]].schema.root, Schema.Type.Wrapped("Bag", "all", Codec[Set[Long]].schema.root))
    assertEquals(
      Codec[Small[Opaque.Meters]].schema.root,
      Schema.Type.Wrapped("Small", "all", Codec[List[Long]].schema.root)
    )

  test("classes with a codec in scope, and Java's boxes"):
    sizes.foreach: size =>
      val all = List.tabulate(size)(identity)
      check(
        Plain.Numbers(all.map(Number(_)), all.map(Integer.valueOf(_)).toVector, all.map(i => Id(i.toLong)).toSet),
        s"Numbers of $size"
      )

  private def evolves[A, B](name: String)(of: Int => A, later: Int => B)(using
      Codec[A],
      Codec[B]
  )(using
      Codec[Generic[A]],
      Codec[Later.Generic[B]]
  ): Unit = sizes.foreach: size =>
    val old      = generic(size, of)
    val all      = Vector.tabulate(size)(later)
    val expected = (all, Vector(all, Vector.empty, all.take(3)) ++ all.map(Vector(_)), all.toList, all.toSet)
    Codec.decodeBare[Later.Generic[B]](Codec.encodeBare(old), Codec[Generic[A]].schema) match
      case Right(read) => assertEquals((read.all, read.lists, read.more, read.set.toSet), expected, s"$name of $size")
      case Left(error) => fail(s"$name of $size: ${error.getMessage}")
    val small = Codec.encodeBare(Small(List.tabulate(size)(of)))
    assertEquals(Codec.decodeBare[Small[B]](small, Codec[Small[A]].schema), Right(Small(all.toList)), name)

  test("versions with other elements, both ways"):
    evolves[Id, Id]("Id")(i => Id(i.toLong), i => Id(i.toLong))
    evolves[Long, Id]("Long to Id")(_.toLong, i => Id(i.toLong))
    evolves[Id, Long]("Id to Long")(i => Id(i.toLong), _.toLong)
    evolves[Int, Id]("Int to Id")(identity, i => Id(i.toLong))
    evolves[Integer, Long]("Integer to Long")(Integer.valueOf(_), _.toLong)
    evolves[Opaque.Meters, Id]("Meters to Id")(i => Opaque.meters(i.toLong), i => Id(i.toLong))
    evolves[Id, Opaque.Meters]("Id to Meters")(i => Id(i.toLong), i => Opaque.meters(i.toLong))
    evolves[Amount, Long]("Amount to Long")(i => Amount(i.toLong), _.toLong)
    evolves[Long, Amount]("Long to Amount")(_.toLong, i => Amount(i.toLong))
    evolves[Flag, Boolean]("Flag to Boolean")(i => Flag(i % 3 == 0), _ % 3 == 0)
    evolves[Boolean, Flag]("Boolean to Flag")(_ % 3 == 0, i => Flag(i % 3 == 0))
    evolves[Id, Outer]("Id to Outer")(i => Id(i.toLong), i => Outer(Id(i.toLong)))
