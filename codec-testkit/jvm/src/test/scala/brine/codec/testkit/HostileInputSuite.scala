package brine.codec.testkit

import brine.codec.{Codec, DecodeError}

import scala.collection.immutable.{HashSet, ListMap}
import scala.collection.mutable

object HostileInputSuite:
  final case class Chain(next: Option[Chain]) derives Codec
  final case class Nested(children: List[Nested]) derives Codec
  enum Expression derives Codec:
    case Zero
    case Not(of: Expression)
  final case class Empty() derives Codec

/** Attacks that have brought down other codecs, and their relatives; each must be refused in little memory. */
class HostileInputSuite extends HostileSuite:
  import HostileInputSuite.*

  test("4 bytes for Array[Byte], and other arrays and texts of as many bytes as a message can claim"):
    refused[Array[Byte]](hex("fe ff ff 7f"))
    refused[Array[Byte]](hex("fe ff ff ff 0f"))
    refused[Array[String]](hex("fe ff ff ff 0f"))
    refused[String](hex("fe ff ff ff 0f"))
    refused[String](hex("ff ff ff ff 0f"))
    refused[BigInt](hex("ff ff ff ff 0f 01"))

  test("5 bytes for Vector[Unit], and millions of other elements that take no byte"):
    refused[Vector[Unit]](hex("fe ff ff ff 0f"))
    refused[List[Unit]](hex("80 80 80 80 01"))
    refused[Array[Unit]](hex("80 80 80 80 01"))
    refused[List[Empty]](hex("80 80 80 80 01"))
    refused[List[(Unit, Unit)]](hex("80 80 80 80 01"))
    refused[Map[Unit, Unit]](hex("80 80 80 80 01"))
    refused[List[List[Unit]]](size(3) ++ size(8000) ++ size(8000) ++ size(8000))

  test("9 bytes for Array[Int], and other arrays of integers that take no bit"):
    val packed = hex("ff ff ff ff 0f 00 02")
    refused[Array[Int]](packed)
    refused[Array[Long]](packed)
    refused[List[Int]](packed)
    refused[Vector[Char]](packed)
    refused[Array[Int]](hex("ff ff ff ff 0f 80 02 02"))
    refused[List[Array[Int]]](size(3) ++ List.fill(3)(size(8000, 1) ++ hex("00 02")).flatten)

  test("arrays of integers of one bit, with few bits behind"):
    refused[Array[Int]](size(1 << 20, 1) ++ hex("01 02") ++ new Array[Byte](1000))
    refused[Array[Long]](size(1 << 29, 1) ++ hex("40 02") ++ new Array[Byte](1000))

  test("200 kB of nested values, arrays among them"):
    val deep = 200000
    refused[Chain](Array.fill[Byte](deep)(1))
    refused[Nested](Array.fill[Byte](deep)(2))
    says(refused[Expression](3.toByte +: Array.fill[Byte](deep)(1)), "Limits.depth")
    // A type of arrays within arrays ends where its name does.
    refused[Array[Array[Array[Array[Int]]]]](Array.fill[Byte](deep)(2))

  test("one value of a recursive type of one field is written and read"):
    val chain = Chain(Some(Chain(Some(Chain(None)))))
    assertEquals(Codec.decode[Chain](Codec.encode(chain)), Right(chain))

  /** Strings of one hash code: every pair is either of two that have the same. */
  private def colliding(count: Int): Vector[String] =
    Iterator
      .iterate(Vector(""))(_.flatMap(text => Vector(text + "Aa", text + "BB")))
      .find(_.size >= count)
      .get
      .take(count)

  test("520 kB of a map with 16,384 keys of one hash code"):
    val keys = colliding(16384)
    assertEquals(keys.map(_.hashCode).distinct.size, 1)
    val bytes   = message(keys)
    val entries = message(keys.map(_ -> ("a value to make it longer" -> 0)))
    assert(clue(entries.length) > 520000)
    val memory                      = 16L << 20
    def isNamed(error: DecodeError) = assert(error.problem.contains("equalHashes"), error.problem)
    isNamed(refused[Set[String]](bytes, memory))
    isNamed(refused[HashSet[String]](bytes, memory))
    isNamed(refused[Map[String, (String, Int)]](entries, memory))
    isNamed(refused[ListMap[String, (String, Int)]](entries, memory))
    isNamed(refused[mutable.Set[String]](bytes, memory))
    isNamed(refused[mutable.Map[String, (String, Int)]](entries, memory))

  test("a legitimate collection of as many keys"):
    val keys = Set.tabulate(16384)(i => s"key $i")
    assertEquals(Codec.decodeBare[Set[String]](Codec.encodeBare(keys)), Right(keys))

  test("numbers with a scale that would fill memory when used"):
    refused[BigDecimal](hex("fe ff ff ff 0f 01 01"))
    refused[BigDecimal](hex("ff ff ff ff 0f 01 01"))

  test("large collections of every kind are still within the budget"):
    val n                                                          = 150000
    def returns[A](value: A)(using Codec[A], munit.Location): Unit =
      assert(Codec.decodeBare[A](Codec.encodeBare(value)) == Right(value), s"a ${value.getClass} did not come back")
    returns(List.tabulate(n)(_ % 2))
    returns(Vector.tabulate(n)(i => (i % 2).toLong))
    returns(List.fill(n)(5))
    returns(Vector.fill(n)(""))
    returns(List.fill(n)(true))
    returns(List.fill(n)(Option.empty[Int]))
    returns(List.fill(n)(List.empty[String]))
    returns(Set.tabulate(n)(i => i))
    returns(Map.tabulate(n)(i => i -> true))
    returns(Map.tabulate(n)(i => i -> ()))
    returns(scala.collection.immutable.BitSet.fromSpecific(0 until n))

  extension (factory: Map.type)
    private def tabulate[K, V](n: Int)(entry: Int => (K, V)): Map[K, V] = Map.from(Iterator.tabulate(n)(entry))
