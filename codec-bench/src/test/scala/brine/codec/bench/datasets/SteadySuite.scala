package brine.codec.bench.datasets

class SteadySuite extends munit.FunSuite:
  private def reached(windows: Vector[Double]*): Boolean =
    val steady = Steady()
    windows.foreach(steady.add)
    steady.isReached

  private val slow = Vector(2.0, 9.0)
  private val fast = Vector(1.0, 9.0)

  test("tasks are warm when none has become faster in several windows"):
    assert(!reached(slow, slow, slow, slow))
    assert(reached(slow, slow, slow, slow, slow))

  test("one task that becomes faster begins the count again"):
    assert(!reached(slow, slow, slow, slow, fast, fast, fast, fast))
    assert(reached(slow, slow, slow, slow, fast, fast, fast, fast, fast))

  test("a slower window, and one that is as fast as the fastest, count as the same"):
    assert(reached(fast, slow, fast, slow, fast))
    assert(reached(fast, fast.map(_ * 0.96), fast, fast, fast))
