package brine.entity.internal

class RateSuite extends munit.FunSuite:
  test("records of the current window count once it is half over, those of the one before until then"):
    var now  = 0L
    val rate = Rate(() => now)
    rate.add(1000)
    assertEquals(rate.recent, 0.0)
    now = 2_500_000_000L
    assertEquals(rate.recent, 400.0)
    now = 5_000_000_000L
    rate.add(500)
    assertEquals(rate.recent, 300.0)
    now = 6_000_000_000L
    assertEquals(rate.recent, 300.0)
    now = 10_000_000_000L
    assertEquals(rate.recent, 0.0)
    assertEquals(rate.total, 1500L)
