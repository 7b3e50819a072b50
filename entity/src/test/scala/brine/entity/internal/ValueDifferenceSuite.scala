package brine.entity.internal

import brine.codec.Codec
import munit.FunSuite

/** Values that all have the same text, and of which none equals another, because of the array. */
private final case class Quiet(number: Int, names: Vector[String], array: Array[Byte]) derives Codec:
  override def toString: String = "quiet"

/** Values that all are equal. */
private final class Same(val number: Int):
  override def equals(other: Any): Boolean = other.isInstanceOf[Same]
  override def hashCode: Int               = 1

class ValueDifferenceSuite extends FunSuite:
  private def quiet(number: Int, names: Vector[String]): Quiet = Quiet(number, names, Array[Byte](1, 2))

  test("the text of a value is the codec's"):
    val one   = ValueDifference.text(quiet(1, Vector("a\nb")))
    val other = ValueDifference.text(quiet(2, Vector("a\nb")))
    assert(one.contains("number: 1") && one.contains("\"a\\nb\""), one)
    assertNotEquals(one, other)
    assertEquals(ValueDifference.text("5"), "\"5\"")
    assertEquals(ValueDifference.text(5), "5")

  test("differences are named by their places"):
    val places = ValueDifference.between(quiet(1, Vector("a", "b")), quiet(2, Vector("a")))
    assert(places.exists(_.contains("number: 1, then 2")), places)
    assert(places.exists(_.contains("names[1]: \"b\", then nothing")), places)

  test("values with the same bytes do not differ, also without an equality of their own"):
    assertEquals(ValueDifference.between(quiet(1, Vector("a")), quiet(1, Vector("a"))), None)

  test("values that are equal do not differ, also if their bytes do"):
    given Codec[Same] = Codec[Int].imap(Same(_))(_.number)
    assertEquals(ValueDifference.between(Same(1), Same(2)), None)

  test("NaN does not differ from itself"):
    assertEquals(ValueDifference.between(Vector(Double.NaN), Vector(Double.NaN)), None)

  test("of many differences the first are named, and of large values none"):
    val before = Vector.fill(100)(1)
    val places = ValueDifference.between(before, before.map(_ + 1)).get
    assert(places.endsWith("; and more"), places)
    val large = "x" * (1 << 24)
    assertEquals(ValueDifference.between(large, large + "y"), Some(""))
    assertEquals(ValueDifference.text(large), "too large to show")
