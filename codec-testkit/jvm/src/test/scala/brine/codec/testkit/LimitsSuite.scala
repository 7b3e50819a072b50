package brine.codec.testkit

import brine.codec.{Codec, DecodeError, Limits}

import scala.collection.immutable.{HashSet, ListSet}

object LimitsSuite:
  final case class Holder[A](value: A) derives Codec
  final case class Both[A](name: String, value: A) derives Codec
  final case class Deep(next: Option[Deep], flag: Int) derives Codec

/** Each limit, when it is reached, is told by the name it has in [[Limits]], with where in the message and in which
  * part of the value.
  */
class LimitsSuite extends HostileSuite:
  import LimitsSuite.*

  private val reached: Map[String, DecodeError] = Map(
    "depth" -> hit[Both[Deep]](
      Both("n", List.fill(8)(()).foldLeft(Deep(None, 0))((next, _) => Deep(Some(next), 1))),
      Limits(depth = 8)
    ),
    "emptyElements"    -> hit(Both("n", List.fill(5)(())), Limits(emptyElements = 4)),
    "allocationFactor" -> hit(Both("n", List.fill(100)("")), Limits(allocationFactor = 1, allocationBase = 0)),
    "allocationBase"   -> hit(Both("n", List.fill(100)("")), Limits(allocationFactor = 1, allocationBase = 10)),
    "bigIntBytes"      -> hit(Both("n", BigInt(2).pow(40)), Limits(bigIntBytes = 4)),
    "bigDecimalScale"  -> hit(Both("n", BigDecimal("0.12345")), Limits(bigDecimalScale = 4)),
    "workFactor"       -> hit(Both("n", Set(large)), Limits(workFactor = 0, workBase = 0)),
    "workBase"         -> hit(Both("n", Set(large)), Limits(workFactor = 1, workBase = 10)),
    "equalHashes"      -> hit(Both("n", HashSet.from(colliding)), Limits(equalHashes = 2, workFactor = 0, workBase = 0))
  )

  private def colliding: Vector[String] =
    Iterator.iterate(Vector(""))(_.flatMap(text => Vector(text + "Aa", text + "BB"))).find(_.size > 1024).get.take(1100)

  private def large: BigDecimal = BigDecimal("1E+4000")

  private def hit[A](value: A, limits: Limits)(using Codec[A]): DecodeError =
    error(Codec.decodeBare[A](Codec.encodeBare(value), limits))

  test("every field of Limits has a value that reaches it"):
    assertEquals(reached.keySet, Limits.defaults.productElementNames.toSet)

  for (limit, error) <- reached do
    test(s"Limits.$limit"):
      says(error, s"Limits.$limit")
      assert(clue(error.offset) > 0)
      assert(clue(error.path).startsWith("value"))
      assert(error.hex.nonEmpty)

  test("the same values pass with the default limits"):
    val texts = Both("n", List.fill(100)(""))
    assertEquals(Codec.decodeBare[Both[List[String]]](Codec.encodeBare(texts)), Right(texts))

  test("elements of a collection that cannot be in what is left of the message"):
    val error = refused[Both[List[Long]]](hex("c1 6e 80 02 00"))
    says(error, "128 elements of at least 1 bytes, but only 1 bytes follow")
    assertEquals(error.path, "value")

  test("elements of a collection that is searched one by one"):
    val error = refused[Both[ListSet[Int]]](hex("c1 6e") ++ message((0 until 1025).toList), 8 * Little)
    says(error, "the most is 1024")
    assertEquals(error.path, "value")
