package brine.codec.internal.concurrent

class OnceSuite extends munit.FunSuite:
  test("computes on first use, and once"):
    var computed = 0
    val once     = Once {
      computed += 1
      "value"
    }
    assertEquals(computed, 0)
    assertEquals(List(once(), once()), List("value", "value"))
    assertEquals(computed, 1)

  test("keeps null and zero as values"):
    var computed = 0
    val none     = Once[String | Null] {
      computed += 1
      null
    }
    assertEquals(none(), null)
    assertEquals(none(), null)
    assertEquals(computed, 1)
    assertEquals(Once(0L)(), 0L)

  test("computes again after an exception"):
    var isBroken = true
    val once     = Once(if isBroken then throw IllegalStateException("broken") else 1)
    intercept[IllegalStateException](once())
    isBroken = false
    assertEquals(once(), 1)
