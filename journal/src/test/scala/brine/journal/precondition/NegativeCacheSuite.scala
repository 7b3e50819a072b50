package brine.journal.precondition

import brine.journal.Query
import brine.journal.Query.Clause
import brine.journal.precondition.NegativeCache.Known

class NegativeCacheSuite extends munit.FunSuite:
  private def tagged(tag: String, more: String*): Clause = Query.tagged(tag, more*).clauses.head

  private def until(cache: NegativeCache, clause: Clause): Long =
    val known = cache.get(clause)
    if known == null then 0 else known.nn.until

  test("what is known covers later offsets, and the beginning only if it is known from there"):
    val later = Known(isFromBegin = false, lower = 5, until = 9)
    assertEquals((0 to 10).filter(after => later.covers(after)).toList, List(5, 6, 7, 8, 9))
    val begin = Known(isFromBegin = true, lower = 5, until = 9)
    assertEquals((0 to 10).filter(after => begin.covers(after)).toList, List(0, 5, 6, 7, 8, 9))

  test("clauses are compared as a whole: equal hashes do not matter"):
    val one = tagged("Aa", "x")
    val two = tagged("BB", "x")
    assertEquals(one.hashCode, two.hashCode)
    val cache = NegativeCache(10)
    cache.put(one, Known(true, 0, 7))
    assertEquals(until(cache, one), 7L)
    assertEquals(cache.get(two), null)
    cache.put(two, Known(true, 0, 8))
    assertEquals(until(cache, one), 7L)
    assertEquals(until(cache, tagged("x", "BB")), 8L)
    val others = List(
      Query.kinds("Aa", "x"),
      Query.stream("Aa", "x"),
      Query.tagged("Aa"),
      Query.tagged("Aa", "x") and Query.kinds("k"),
      Query.tagged("Aa", "x") and Query.category("c")
    )
    others.foreach(query => assertEquals(cache.get(query.clauses.head), null, query.toString))

  test("it is bounded, and keeps what is asked for"):
    val cache = NegativeCache(10)
    val kept  = tagged("kept")
    cache.put(kept, Known(true, 0, 1))
    for n <- 1 to 1000 do
      cache.put(tagged(s"tag-$n"), Known(true, 0, n))
      assertEquals(until(cache, kept), 1L, s"$n")
      assertEquals(until(cache, tagged(s"tag-$n")), n.toLong)
      assert(cache.size <= 20, s"${cache.size}")
    assertEquals(cache.get(tagged("tag-1")), null)

  test("one place is enough for one clause at a time"):
    val cache = NegativeCache(1)
    for n <- 1 to 100 do
      cache.put(tagged(s"tag-${n % 3}"), Known(true, 0, n))
      assertEquals(until(cache, tagged(s"tag-${n % 3}")), n.toLong)
      assert(cache.size <= 2)

  test("what is known from the beginning on is not given up for less"):
    val cache = NegativeCache(10)
    cache.put(tagged("a"), Known(false, 3, 9))
    cache.put(tagged("a"), Known(true, 0, 5))
    assertEquals(until(cache, tagged("a")), 5L)
    cache.put(tagged("a"), Known(false, 6, 10))
    cache.put(tagged("a"), Known(true, 0, 4))
    assertEquals(until(cache, tagged("a")), 5L)
    cache.put(tagged("a"), Known(true, 2, 12))
    assertEquals(until(cache, tagged("a")), 12L)

  test("long clauses are not kept"):
    val cache = NegativeCache(10)
    val long  = tagged("x" * 1000, "y" * 1000)
    cache.put(long, Known(true, 0, 5))
    assertEquals(cache.get(long), null)
    assertEquals(cache.size, 0)
    val many = Query.tagged("0", (1 to 500).map(_.toString)*).clauses.head
    cache.put(many, Known(true, 0, 5))
    assertEquals(cache.size, 0)
