package brine.codec.derive

import brine.codec.*

import java.time.{LocalDate, LocalDateTime, OffsetDateTime}

object CountsSuite:
  final case class Empty() derives Codec
  final case class Empties(all: List[Empty], array: Array[(Unit, Unit)], others: Vector[Empty]) derives Codec

  enum OneCase derives Codec  { case Only(from: LocalDate, to: LocalDate) }
  enum TwoCases derives Codec {
    case Local(from: LocalDateTime, to: LocalDate); case Whole(at: OffsetDateTime, n: Double)
  }

  final case class Degrees(value: Int)
  object Degrees:
    given Codec[Degrees] =
      Codec.of[Degrees]("degrees", 1)((out, value) => out.writeInt(value.value))(in => Degrees(in.readInt()))
  final case class Hides(degrees: Degrees, more: Int) derives Codec
  final case class Around(hides: Hides, more: Int) derives Codec
  enum Either3 derives Codec { case A(degrees: Degrees, n: Int); case B(n: Int); case C }

/** What derived codecs count of their values: the bytes they take at least, elements that take none, and depth. */
class CountsSuite extends munit.FunSuite, CodecChecks:
  import CountsSuite.*

  test("the least bytes of a case are those of its fields"):
    assertEquals(Codec[OneCase].minSize, 2)
    assertEquals(Codec[TwoCases].minSize, 1 + 2 + 1)
    assertEquals(Codec[Empty].minSize, 0)

  test("a sum of one case with fields is not counted as empty"):
    val many = List.fill(10000)(OneCase.Only(LocalDate.of(2020, 1, 1), LocalDate.of(2020, 2, 1)))
    assertEquals(decoded[List[OneCase]](written(many)), Right(many))

  test("a writer counts elements that take no byte as a reader does"):
    def of(list: Int, array: Int, vector: Int) =
      Empties(List.fill(list)(Empty()), Array.fill(array)(((), ())), Vector.fill(vector)(Empty()))
    val most = decoded[Empties](written(of(8000, 100, 92))).fold(error => fail(error.getMessage), identity)
    assertEquals((most.all.size, most.array.length, most.others.size), (8000, 100, 92))
    unwritable(of(8193, 0, 0), "8193 collection elements that take no byte")
    unwritable(of(8000, 193, 0), "8193 collection elements that take no byte")
    unwritable(of(8000, 100, 93), "8193 collection elements that take no byte")

  test("depth is that of types with a codec of the user's own, not of those around them"):
    val around = Around(Hides(Degrees(1), 2), 3)
    val limits = Limits(depth = 1)
    assertEquals(decoded[Around](written(around), limits), Right(around))
    assertEquals(decoded[Around](written(around), Limits(depth = 1)), Right(around))
    assertEquals(
      decoded[List[Either3]](written(List(Either3.A(Degrees(1), 2), Either3.C)), limits).map(_.size),
      Right(2)
    )
