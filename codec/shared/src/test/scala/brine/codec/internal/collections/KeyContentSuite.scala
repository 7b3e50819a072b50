package brine.codec.internal.collections

import brine.codec.Shared

import java.net.URI
import java.time.LocalDate
import java.util.UUID

object KeyContentSuite:
  final case class Point(x: Int, y: Long)
  final case class Named(name: String, at: Point)
  final class Opaque(val of: Int)
  enum Color:
    case Red
    case Mixed(of: List[Color])

class KeyContentSuite extends munit.FunSuite:
  import KeyContentSuite.*

  private def steps(key: Any) = KeyContent.steps(key)

  test("single values have no parts"):
    for key <- Vector[Any](1, 2L, 3.toShort, 'c', true, 1.5, 1.5f, (), UUID(1, 2), BigInt(7), Color.Red, LocalDate.MIN)
    do assertEquals(steps(key), 0L, key)
    assertEquals(steps(Array.fill(1000)(1)), 0L) // by identity
    assertEquals(steps(Shared(List.fill(1000)(1))), 0L)

  test("texts and large numbers take steps by their length"):
    assertEquals(steps("short"), 8L)
    assertEquals(steps("x" * 6400), 108L)
    assertEquals(steps(URI("http://h/" + "x" * 391)), 100L)
    assertEquals(steps(BigInt(1) << 5119), 10L)
    assertEquals(steps((BigInt(1) << 5119).bigInteger), 10L)
    assertEquals(steps(BigDecimal("1E+4000")), 500L)
    assertEquals(steps(BigDecimal("1E-4000").bigDecimal), 500L)

  test("parts of records, sums and collections count"):
    assertEquals(steps(Point(1, 2)), 2L)
    assertEquals(steps(Named("x" * 128, Point(1, 2))), 1 + 8 + 2 + 1 + 2L)
    assertEquals(steps(Some(Point(1, 2))), 3L)
    assertEquals(steps(Color.Mixed(List(Color.Red, Color.Red))), 3L)
    assertEquals(steps((1, "a", List(1, 2, 3))), 6 + 8L)
    assertEquals(steps(Vector.fill(1000)(1)), 1000L)

  test("those of a set or map may all have one hash code"):
    assertEquals(steps(Set.range(0, 100)), 100 * 101 + 100L)
    assertEquals(steps(Map(1 -> 2, 2 -> 3)), 2 * 3 + 2 * 3L)

  test("classes that are not known, and what contains them"):
    for key <- Vector[Any](
        Opaque(1),
        Some(Opaque(1)),
        List(1, Opaque(2)),
        Map(1 -> Opaque(2)),
        java.util.Arrays.asList(1, 2)
      )
    do assert(steps(key) < 0, key)
