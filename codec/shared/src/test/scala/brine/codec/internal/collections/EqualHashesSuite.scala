package brine.codec.internal.collections

import scala.util.Random

class EqualHashesSuite extends munit.FunSuite:
  test("counts are those of a naive count"):
    val random = Random(3)
    for _ <- 1 to 500 do
      val codes  = 1 + random.nextInt(50)
      val hashes = Array.fill(random.nextInt(200))((random.nextInt(codes) - codes / 2) * 0x9e3779b1)
      val least  = random.nextInt(6).toLong
      val free   = least + random.nextInt(4)
      val counts = hashes.toVector.groupMapReduce(identity)(_ => 1)(_ + _)
      val equal  = EqualHashes(hashes, least)
      assertEquals(equal.most, counts.values.filter(_ > least).maxOption.getOrElse(1))
      assertEquals(equal.pairs(free), counts.values.filter(_ > free).map(n => n * (n - 1L) / 2).sum)
      for hash <- hashes.toVector ++ Vector(0, Int.MinValue, Int.MaxValue, 17) do
        assertEquals(equal.countOf(hash), counts.get(hash).filter(_ > least).getOrElse(0))

  test("the hash codes stay in their order"):
    val hashes = Array(3, 1, 3, 2)
    assertEquals(EqualHashes(hashes, 1).most, 2)
    assertEquals(hashes.toVector, Vector(3, 1, 3, 2))
