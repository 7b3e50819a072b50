package example.versions

import brine.codec.*

import java.time.Instant

object One:
  final case class Reading(sensor: String, temp: Int, at: Instant, tags: List[String]) derives Codec
  enum Event derives Codec:
    case Opened(name: String, on: Boolean)
    case Closed
    case Moved(from: Int, to: Option[Int], flag: Boolean)
  final case class Point(x: Int, y: Int)
  final case class Drawing(points: Vector[Point], kinds: List[Event], tint: Option[Boolean], numbers: List[Int])
      derives Codec
  final case class Account(name: String, balance: Int) derives Codec
  final case class Bank(accounts: List[Account], main: Account) derives Codec
  final case class Node(label: String, next: Option[Shared[Node]])
  final case class Graph(first: Shared[Node], all: List[Shared[Node]]) derives Codec

object Two:
  final case class Reading(
      note: Option[String],
      sensor: String,
      tags: Vector[String],
      @was("temp") celsius: Double,
      @added(7) rank: Long,
      unit: String = "C"
  ) derives Codec
  enum Event derives Codec:
    case Fresh(n: Int)
    case Closed
    case Opened(on: Boolean, name: Option[String])
    @fallback case Other(event: UnknownCase)
  enum Partial derives Codec:
    case Closed
    @fallback case Other(event: UnknownCase)
  final case class Point(y: Long, x: Option[Int], z: Double = 1.5)
  final case class Drawing(numbers: Array[Long], points: List[Point], kinds: Vector[Event], tint: Option[Boolean])
      derives Codec
  final case class Account(first: String, last: String, balance: BigDecimal)
  object Account:
    final case class Before(name: String, balance: Int)
    given Codec[Before]              = Codec.derived
    given Migration[Before, Account] = Migration { old =>
      val names = old.name.split(" ")
      Account(names(0), names(1), old.balance)
    }
  final case class Bank(main: Account, accounts: Vector[Account]) derives Codec
  final case class Node(next: Option[Shared[Node]], label: String, rank: Int = 1)
  final case class Graph(all: Vector[Shared[Node]], first: Shared[Node]) derives Codec

final class EvolutionSuite extends munit.FunSuite:
  private def read[A, B](value: A)(using a: Codec[A], b: Codec[B]): Either[String, B] =
    given Schemas = Schemas.none.add("both", a.schema).add("both", b.schema)
    Codec.decode[B](Codec.encode(value)).left.map(_.getMessage)

  private val now = Instant.parse("2026-11-21T14:00:00Z")

  test("records"):
    assertEquals(
      read[One.Reading, Two.Reading](One.Reading("a", 21, now, List("x", "y"))),
      Right(Two.Reading(None, "a", Vector("x", "y"), 21.0, 7L))
    )

  test("sums"):
    assertEquals(read[One.Event, Two.Event](One.Event.Opened("n", true)), Right(Two.Event.Opened(true, Some("n"))))
    assertEquals(read[One.Event, Two.Event](One.Event.Closed), Right(Two.Event.Closed))
    val moved: One.Event = One.Event.Moved(3, Some(4), true)
    read[One.Event, Two.Event](moved) match
      case Right(Two.Event.Other(unknown)) => assertEquals(unknown.name, "Moved")
      case other                           => fail(other.toString)

  test("unknown cases"):
    val all: List[One.Event] = List(One.Event.Moved(3, Some(4), true), One.Event.Opened("x", false), One.Event.Closed)
    val kept                 = all.map(read[One.Event, Two.Partial](_).fold(fail(_), identity))
    assertEquals(kept.map(_.ordinal), List(1, 1, 0))
    assertEquals(kept.map(read[Two.Partial, One.Event](_)), all.map(Right(_)))

  test("columns and packed numbers"):
    for n <- List(3, 20, 2000) do
      val old = One.Drawing(
        Vector.tabulate(n)(i => One.Point(i, -i)),
        List.fill(n)(One.Event.Closed),
        Some(false),
        List.tabulate(n)(_ * 3)
      )
      read[One.Drawing, Two.Drawing](old) match
        case Right(drawing) =>
          assertEquals(drawing.points, List.tabulate(n)(i => Two.Point(-i, Some(i))))
          assertEquals(drawing.kinds.size, n)
          assertEquals(drawing.tint, Some(false))
          assertEquals(drawing.numbers.toList, List.tabulate(n)(_ * 3L))
        case other => fail(other.toString)

  test("shared values that other types refer to as well"):
    val node  = Shared(One.Node("leaf", None))
    val graph = One.Graph(node, List(node, Shared(One.Node("root", Some(node)))))
    read[One.Graph, Two.Graph](graph) match
      case Right(read) =>
        assertEquals(read.first.value, Two.Node(None, "leaf", 1))
        assert(read.all(0) == read.first)
        assertEquals(read.all(1).value.next, Some(read.first))
      case Left(error) => fail(error)

  test("migration"):
    assertEquals(
      read[One.Bank, Two.Bank](One.Bank(List(One.Account("Ann Lee", 3)), One.Account("Bo Ek", 4))),
      Right(Two.Bank(Two.Account("Bo", "Ek", 4), Vector(Two.Account("Ann", "Lee", 3))))
    )

  test("a case that cannot be kept spoils only its own values"):
    val wrong = Codec.of[Int]("odd numbers", 1)((out, number) => out.writeInt(number))(_.readInt())
    enum Newer:
      case Closed
      case Odd(number: Int, text: String)
    val newer =
      given Codec[Int] = wrong
      Codec.derived[Newer]
    val bytes = List(Newer.Closed, Newer.Odd(3, "x")).map(Codec.encodeBare(_)(using newer))
    val read  = bytes.map(Codec.decodeBare[Two.Partial](_, newer.schema))
    assertEquals(read.head, Right(Two.Partial.Closed))
    assert(clue(read(1)).left.exists(_.problem.contains("a Odd that cannot be kept")))
