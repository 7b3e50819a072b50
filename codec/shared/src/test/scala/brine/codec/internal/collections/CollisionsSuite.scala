package brine.codec.internal.collections

import brine.codec.{CodecChecks, Limits}

import scala.collection.mutable

class CollisionsSuite extends munit.FunSuite, CodecChecks:
  /** Different longs with hash code 0. */
  private def colliding(count: Int): Vector[Long] = Vector.tabulate(count)(i => (i.toLong << 32) | i)

  private def message[A](elements: Iterable[A])(using brine.codec.Codec[Vector[A]]): Array[Byte] = written(
    elements.toVector
  )

  test("many keys with one hash code are refused"):
    assertEquals(colliding(5000).map(_.##).distinct.size, 1)
    val sets = message(colliding(5000))
    assert(
      decoded[Set[Long]](sets).left.exists(_.problem.contains("more than 64 of 5000 keys with the same hash code"))
    )
    assert(decoded[mutable.Set[Long]](sets).left.exists(_.problem.contains("same hash code")))
    val maps = written(scala.collection.immutable.TreeMap.from(colliding(5000).map(_ -> 1)))
    assert(decoded[Map[Long, Int]](maps).left.exists(_.problem.contains("same hash code")))
    assert(decoded[mutable.Map[Long, Int]](maps).left.exists(_.problem.contains("same hash code")))
    assert(
      decoded[scala.collection.immutable.ListMap[Long, Int]](maps).left.exists(_.problem.contains("same hash code"))
    )

  test("sorted collections do not care"):
    val elements = colliding(5000)
    returns(scala.collection.immutable.TreeSet.from(elements))

  test("some equal hash codes, and any in a small collection, are fine"):
    returns((colliding(64) ++ (1L to 2000L)).toSet)
    returns(colliding(1000).toSet)
    assert(decoded[Set[Long]](message(colliding(65) ++ (1L to 2000L).map(_ * 3 + 1))).isLeft)

  test("the limit can be set"):
    val limits = Limits(equalHashes = 100000)
    assertEquals(decoded[Set[Long]](message(colliding(2000)), limits).map(_.size), Right(2000))

  test("different hash codes in one chain of a mutable table are refused"):
    // The low 18 bits of the improved hash code are zero for all.
    val chained = Vector.tabulate(8192)(i => (i << 18) ^ ((i << 18) >>> 16))
    assert(decoded[mutable.Set[Int]](message(chained)).left.exists(_.problem.contains("in one chain")))
    assertEquals(decoded[Set[Int]](message(chained)).map(_.size), Right(8192))

  test("ordinary keys are nowhere near the limits"):
    for step <- Seq(1, 2, 1000, 4096, 65536) do
      val numbers  = Vector.tabulate(20000)(_ * step)
      val expected = numbers.toSet
      assertEquals(decoded[mutable.Set[Int]](message(expected)).map(_.size), Right(expected.size))
    returns(Vector.tabulate(20000)(i => s"key $i").toSet)
