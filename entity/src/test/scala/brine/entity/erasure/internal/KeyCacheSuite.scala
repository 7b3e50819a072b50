package brine.entity.erasure.internal

import brine.entity.erasure.{SubjectKey, SubjectKeys}
import munit.FunSuite

class KeyCacheSuite extends FunSuite:
  private def keys(number: Int) =
    CachedKeys(SubjectKeys(Vector(SubjectKey(number, new Array[Byte](32))), Set.empty, isForgotten = false))

  private def numbers(cache: KeyCache, subjects: String*) = subjects.map(cache.get(_).map(_.current))

  test("those that were used last stay"):
    val cache = KeyCache(2)
    cache.put("a", keys(1), cache.mark)
    cache.put("b", keys(2), cache.mark)
    assertEquals(numbers(cache, "a"), Seq(Some(1)))
    cache.put("c", keys(3), cache.mark)
    assertEquals(numbers(cache, "a", "b", "c"), Seq(Some(1), None, Some(3)))
    cache.clear()
    assertEquals(cache.size, 0)

  test("what was read before a change is not put after it"):
    val cache = KeyCache(10)
    val mark  = cache.mark
    cache.remove("a")
    cache.put("a", keys(1), mark)
    assertEquals(numbers(cache, "a"), Seq(None))

  test("what a rotation has made replaces what was read before it, and is gone if there was another change"):
    val cache = KeyCache(10)
    val read  = cache.mark
    val mark  = cache.mark
    cache.renew("a", keys(2), mark)
    cache.put("a", keys(1), read)
    assertEquals(numbers(cache, "a"), Seq(Some(2)))
    val before = cache.mark
    cache.remove("a") // it was forgotten meanwhile
    cache.renew("a", keys(3), before)
    assertEquals(numbers(cache, "a"), Seq(None))
