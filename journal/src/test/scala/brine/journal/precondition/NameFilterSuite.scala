package brine.journal.precondition

import scala.util.Random

class NameFilterSuite extends munit.FunSuite:
  private def wrongOf(filter: NameFilter, random: Random, asked: Int): Int =
    (1 to asked).count(_ => filter.mayContain(random.nextLong()))

  test("a filter without hashes has none"):
    assertEquals(wrongOf(NameFilter(0), Random(1), 10_000), 0)

  test("what was added is always found, however many there are and however little memory"):
    for bound <- Seq(0L, 100_000L, 1L << 20, 1L << 30); count <- Seq(1, 1_000, 200_000) do
      val random = Random(count)
      val filter = NameFilter(bound)
      val hashes = Array.fill(count)(random.nextLong())
      for at <- hashes.indices do
        filter.add(hashes(at))
        assert(filter.mayContain(hashes(at)))
        val before = random.nextInt(at + 1)
        assert(filter.mayContain(hashes(before)), s"bound $bound: $before after $at")
      hashes.foreach(hash => assert(filter.mayContain(hash)))

  test("hashes that are alike are found and told apart"):
    val filter = NameFilter(1 << 20)
    val alike  = (0 until 64).map(1L << _) ++ Seq(0L, -1L, Long.MinValue, Long.MaxValue)
    alike.foreach(filter.add)
    alike.foreach(hash => assert(filter.mayContain(hash)))
    assert(!filter.isFull)

  test("few absent hashes seem to be there until it is full; then more, and it says so"):
    val random = Random(5)
    val filter = NameFilter(1 << 20)
    while !filter.isFull do filter.add(random.nextLong())
    val full = wrongOf(filter, random, 100_000)
    assert(full < 1_000, s"$full of 100,000")
    for _ <- 1 to 1_000_000 do filter.add(random.nextLong())
    assert(filter.isFull)
    assert(wrongOf(filter, random, 100_000) > full)

  test("it is not full by the same hashes again and again"):
    val filter = NameFilter(0)
    for _ <- 1 to 100; hash <- 1L to 5_000L do filter.add(hash)
    assert(!filter.isFull)
