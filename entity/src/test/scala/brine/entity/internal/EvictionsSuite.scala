package brine.entity.internal

import munit.FunSuite

class EvictionsSuite extends FunSuite:
  test("everybody who waits for an entity is told once"):
    val evictions = Evictions()
    var told      = Vector.empty[String]
    evictions.add("a", () => told :+= "first of a")
    evictions.add("a", () => told :+= "second of a")
    evictions.add("b", () => told :+= "b")
    assert(evictions.contains("a"))
    evictions.left("a")
    assertEquals(told, Vector("first of a", "second of a"))
    assert(!evictions.contains("a"))
    assert(evictions.contains("b"))
    evictions.left("a")
    evictions.left("c")
    assertEquals(told.size, 2)
    evictions.left("b")
    assertEquals(told.last, "b")
