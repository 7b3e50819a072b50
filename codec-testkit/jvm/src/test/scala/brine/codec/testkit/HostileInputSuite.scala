package brine.codec.testkit

import brine.codec.testkit.internal.Allocation
import brine.codec.{Codec, DecodeError, Out}

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
class HostileInputSuite extends munit.FunSuite:
  import HostileInputSuite.*

  private def hex(text: String): Array[Byte] =
    text.filterNot(_ == ' ').grouped(2).map(Integer.parseInt(_, 16).toByte).toArray

  /** Bytes of memory an attack of a few bytes may cost. */
  private val Little = 2L << 20

  private def refused[A](bytes: Array[Byte], memory: Long = Little)(using
      codec: Codec[A],
      location: munit.Location
  ): DecodeError =
    // Classes are loaded by the first attempt; what the second one needs is what an attacker can make us pay.
    Codec.decodeBare[A](bytes): Unit
    val (result, used) = Allocation.of(Codec.decodeBare[A](bytes))
    assert(used <= memory, s"$used bytes of memory for ${bytes.length} bytes")
    result match
      case Left(error)  => error
      case Right(value) => fail(s"${bytes.length} bytes were read as a ${value.getClass}")

  private def size(n: Int, layout: Int = 0): Array[Byte] =
    val out = Out()
    out.writeUnsignedInt(n << 1 | layout)
    out.toArray

  test("an array of as many bytes as fit into four bytes of message"):
    refused[Array[Byte]](hex("fe ff ff 7f"))
    refused[Array[Byte]](hex("fe ff ff ff 0f"))
    refused[Array[String]](hex("fe ff ff ff 0f"))
    refused[String](hex("fe ff ff ff 0f"))
    refused[String](hex("ff ff ff ff 0f"))
    refused[BigInt](hex("ff ff ff ff 0f 01"))

  test("millions of elements that take no byte"):
    refused[Vector[Unit]](hex("fe ff ff ff 0f"))
    refused[List[Unit]](hex("80 80 80 80 01"))
    refused[Array[Unit]](hex("80 80 80 80 01"))
    refused[List[Empty]](hex("80 80 80 80 01"))
    refused[List[(Unit, Unit)]](hex("80 80 80 80 01"))
    refused[Map[Unit, Unit]](hex("80 80 80 80 01"))
    refused[List[List[Unit]]](size(3) ++ size(8000) ++ size(8000) ++ size(8000))

  test("arrays of integers that take no bit"):
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

  test("200 kB of nested values"):
    val deep = 200000
    refused[Chain](Array.fill[Byte](deep)(1))
    refused[Nested](Array.fill[Byte](deep)(2))
    refused[Expression](Array.fill[Byte](deep)(1))

  test("a recursive type of one field is written and read"):
    val chain = Chain(Some(Chain(Some(Chain(None)))))
    assertEquals(Codec.decode[Chain](Codec.encode(chain)), Right(chain))

  /** Strings of one hash code: every pair is either of two that have the same. */
  private def colliding(count: Int): Vector[String] =
    Iterator
      .iterate(Vector(""))(_.flatMap(text => Vector(text + "Aa", text + "BB")))
      .find(_.size >= count)
      .get
      .take(count)

  private def message[A](elements: Seq[A])(using codec: Codec[A]): Array[Byte] =
    val out = Out()
    out.writeUnsignedInt(elements.size << 1)
    elements.foreach(codec.write(out, _))
    out.toArray

  test("16,384 keys of one hash code"):
    val keys = colliding(16384)
    assertEquals(keys.map(_.hashCode).distinct.size, 1)
    val bytes                       = message(keys)
    val entries                     = message(keys.map(_ -> 0))
    val memory                      = 16L << 20
    def isNamed(error: DecodeError) = assert(error.problem.contains("equalHashes"), error.problem)
    isNamed(refused[Set[String]](bytes, memory))
    isNamed(refused[HashSet[String]](bytes, memory))
    isNamed(refused[Map[String, Int]](entries, memory))
    isNamed(refused[ListMap[String, Int]](entries, memory))
    isNamed(refused[mutable.Set[String]](bytes, memory))
    isNamed(refused[mutable.Map[String, Int]](entries, memory))

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
