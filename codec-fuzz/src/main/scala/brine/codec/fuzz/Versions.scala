package brine.codec.fuzz

import brine.codec.{added, dict, fallback, was, Codec, Migration, Shared, UnknownCase}

import java.time.{Instant, LocalDate}
import java.util.UUID

/** Two versions of one program's types that differ in every supported kind of change. */
object Versions:
  object Old:
    @dict final case class Place(street: String, number: Int)
    enum Kind derives Codec:
      case Small, Large
      case Odd(count: Int, even: Option[Boolean])
      case Gone(place: Place, text: String, more: Option[Kind], links: List[Shared[Node]])
    final case class Point(x: Int, y: Short, colour: Option[Byte])
    final case class Node(label: String, next: Option[Shared[Node]], children: List[Node])
    final case class Owner(name: String, age: Int)
    final case class Wrapped(value: Int)
    enum Either3:
      case One(a: Int)
      case Two(b: String, c: Boolean)
    final case class Model(
        id: UUID,
        title: String,
        place: Place,
        other: Option[Place],
        @dict note: Option[String],
        kinds: List[Kind],
        points: Vector[Point],
        counts: Map[String, Int],
        owner: Owner,
        graph: Shared[Node],
        again: List[Shared[Node]],
        numbers: List[Int],
        flag: Boolean,
        side: Either[Int, Place],
        dropped: List[Place],
        droppedGraph: Option[Shared[Node]],
        at: Instant,
        days: Set[LocalDate],
        amount: BigInt,
        ratio: Float,
        pair: (Int, Wrapped),
        case3: Either3,
        units: List[Unit],
        doubles: Array[Double]
    ) derives Codec

  object New:
    @dict final case class Place(number: Long, street: String, city: Option[String])
    enum Kind derives Codec:
      case Large, Small
      case Huge(by: Double)
      case Odd(even: Option[Boolean], count: Option[Long])
      @fallback case Other(kind: UnknownCase)
    final case class Point(y: Int, x: Option[Long], @added(3) z: Int)
    final case class Node(next: Option[Shared[Node]], @was("label") name: String, children: Vector[Node])
    final case class Owner(first: String, last: String) derives Codec
    object Owner:
      final case class Before(name: String, age: Int)
      given Codec[Before]            = Codec.derived
      given Migration[Before, Owner] = Migration { old =>
        val names = old.name.split(" ", 2)
        Owner(names.head, names.last)
      }
    final case class Model(
        id: UUID,
        @was("title") name: Option[String],
        place: Place,
        other: Option[Place],
        @dict note: Option[String],
        kinds: Vector[Kind],
        points: List[Point],
        counts: Map[String, Long],
        owner: Owner,
        graph: Shared[Node],
        again: Vector[Shared[Node]],
        numbers: Array[Long],
        flag: Option[Boolean],
        side: Either[Long, Place],
        amount: BigDecimal,
        ratio: Double,
        pair: (Long, Int),
        extra: String = "none",
        seen: Option[Instant],
        units: Vector[Unit],
        doubles: List[Double]
    ) derives Codec
