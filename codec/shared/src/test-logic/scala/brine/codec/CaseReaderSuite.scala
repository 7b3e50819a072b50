package brine.codec

import brine.codec.inspect.{Inspect, Value}
import scala.util.Random

object CaseReaderSuite:
  sealed trait Shape derives Codec
  final case class Circle(radius: Int)                         extends Shape
  sealed trait Solid                                           extends Shape
  final case class Cube(hollow: Boolean, name: Option[String]) extends Solid
  case object Nothing                                          extends Solid
  final case class Group(first: Shape, more: List[Shape])      extends Shape

  enum One derives Codec:
    case Only(number: Int)

  enum Colour derives Codec:
    case Red, Green

  final case class Wrapped(shape: Shape) derives Codec
  final case class Twice(a: Int, b: Int) derives Codec
  @dict final case class Marked(a: Int, b: String) derives Codec

  enum Many derives Codec:
    case C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19, C20, C21, C22, C23,
      C24, C25, C26, C27, C28, C29, C30, C31, C32, C33, C34, C35, C36, C37, C38, C39, C40, C41, C42, C43, C44, C45,
      C46, C47, C48, C49, C50, C51, C52, C53, C54, C55, C56, C57, C58, C59, C60, C61, C62, C63
    case C64(on: Boolean)

  final case class User(name: String)

  @was("Old") enum Renamed derives Codec:
    case Kept(on: Boolean)
    @was("Before", "Long") case Now(number: Int)

  @was("Former") final case class Record(a: Int, b: Int) derives Codec

class CaseReaderSuite extends munit.FunSuite:
  import CaseReaderSuite.*

  private def caseOf[A](value: A)(using codec: Codec[A]): Option[String] =
    codec.schema.cases.name(Codec.encodeBare(value))

  test("the case of an enum or a sealed type is named, also within another sealed type"):
    assertEquals(caseOf[Shape](Circle(1)), Some("Circle"))
    for hollow <- Seq(true, false); name <- Seq(None, Some("x")) do
      assertEquals(caseOf[Shape](Cube(hollow, name)), Some("Cube"))
    assertEquals(caseOf[Shape](Nothing), Some("Nothing"))
    assertEquals(caseOf[Shape](Group(Nothing, List(Circle(1)))), Some("Group"))
    assertEquals(caseOf(Colour.Green), Some("Green"))
    assertEquals(caseOf[One](One.Only(7)), Some("Only"))

  test("a sum of more than 64 cases has its tag before the case"):
    for many <- Vector(Many.C0, Many.C1, Many.C63) do assertEquals(caseOf[Many](many), Some(many.toString))
    assertEquals(caseOf[Many](Many.C64(true)), Some("C64"))

  test("a class that is no case is one itself; so are primitives and formats written by hand"):
    assertEquals(caseOf(Twice(1, 2)), Some("Twice"))
    assertEquals(caseOf(Wrapped(Circle(1))), Some("Wrapped"))
    assertEquals(caseOf(Marked(1, "x")), Some("Marked"))
    assertEquals(caseOf("text"), Some("String"))
    assertEquals(caseOf(1L), Some("Long"))
    val byHand = Codec.of[Int]("by hand", 1)((out, value) => out.writeInt(value))(_.readInt())
    assertEquals(caseOf(1)(using byHand), Some("by hand"))

  test("a converted codec and a shared value have the case of what is written"):
    given converted: Codec[User] = Codec[Colour].imap(_ => User("x"))(_ => Colour.Green)
    assertEquals(caseOf(User("x")), Some("Green"))
    assertEquals(caseOf(Shared[Shape](Nothing)), Some("Nothing"))

  test("options, tuples and collections have none, nor has what is no value"):
    assertEquals(caseOf(Option("x")), None)
    assertEquals(caseOf((1, 2)), None)
    assertEquals(caseOf(List(Colour.Red)), None)
    val shapes = Codec[Shape].schema.cases
    assertEquals(shapes.names, Vector("Circle", "Cube", "Nothing", "Group"))
    assertEquals(shapes.name(Array.empty), None)
    val many = Codec[Many].schema.cases
    for bytes <- Vector[Array[Byte]](Array(), Array(65), Array(-1, -1, -1, -1, 15), Array(-1), Array.fill(9)(-1)) do
      assertEquals(many.name(bytes), None)
    assertEquals(many.number(Array(9, 5, 9), 1, 2), 5)
    assertEquals(many.number(Array(9, 5, 9), 1, 1), -1)

  test("it agrees with a whole decoding of random bytes by random schemas"):
    val random = Random(7)
    var agreed = 0
    for seed <- 1 to 400 do
      val found = RandomSchemas(seed).schema()
      // Most of them have another root than one of their sums.
      val sum    = found.definitions.indexWhere(_.isInstanceOf[Schema.Definition.Sum])
      val schema = if sum < 0 then found else Schema(Schema.Type.Named(sum), found.definitions)
      for _ <- 1 to 10 do
        val bytes = new Array[Byte](random.nextInt(12))
        random.nextBytes(bytes)
        Inspect.bareValue(bytes, schema) match
          case Right(value) =>
            def named(value: Value): Unit = value match
              case Value.Case(_, name, _) =>
                assertEquals(schema.cases.name(bytes), Some(name), schema.toString)
                agreed += 1
              case Value.Shared(_, of) => named(of)
              case _                   => ()
            // Classes of one field leave no trace in values.
            if !schema.root.isInstanceOf[Schema.Type.Wrapped] then named(value)
          case Left(_) => schema.cases.name(bytes): Unit
    assert(agreed > 20, s"only $agreed values of sums")

  test("the names of a type's cases include former ones"):
    assertEquals(
      Codec.caseNames[Renamed],
      Vector(CaseNames("Kept", Vector.empty), CaseNames("Now", Vector("Before", "Long")))
    )
    assertEquals(
      Codec.caseNames[Renamed](using Codec[Renamed].imap(identity)(identity)).map(_.name),
      Vector("Kept", "Now")
    )
    assertEquals(Codec.caseNames[Record], Vector(CaseNames("Record", Vector("Former"))))
    assertEquals(Codec.caseNames[Many].size, 65)
    assertEquals(Codec.caseNames[List[Int]], Vector.empty)
