package brine.entity.projection.internal

class BatchSizeSuite extends munit.FunSuite:
  test("it halves what has failed, down to one, and grows again"):
    val size = BatchSize(1000)
    assertEquals(size.now, 1000)
    size.failed(0)
    assertEquals(size.now, 1000)
    size.failed(100)
    assertEquals(size.now, 50)
    size.failed(50)
    size.failed(25)
    assertEquals(size.now, 12)
    for _ <- 1 to 10 do size.failed(size.now)
    assertEquals(size.now, 1)
    size.succeeded()
    assertEquals(size.now, 2)
    for _ <- 1 to 100 do size.succeeded()
    assertEquals(size.now, 1000)

  test("the greatest size does not overflow"):
    val size = BatchSize(Int.MaxValue)
    size.succeeded()
    assertEquals(size.now, Int.MaxValue)
