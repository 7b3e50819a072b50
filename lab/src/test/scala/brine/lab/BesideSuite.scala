package brine.lab

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger

final class BesideSuite extends munit.FunSuite:
  test("the work is done once, in a thread of its own, and its result is kept"):
    val (times, go) = (AtomicInteger(), CountDownLatch(1))
    val beside      = Beside:
      go.await()
      times.incrementAndGet() -> Thread.currentThread
    beside.begin()
    beside.begin()
    go.countDown() // until here it has not ended
    val (first, thread) = beside.get
    assertEquals(beside.get, (first, thread))
    assertEquals(times.get, 1)
    assert(thread != Thread.currentThread)

  test("work that nobody began is begun by the one who wants its result"):
    assertEquals(Beside(1).get, 1)

  test("what the work throws is thrown to the one who wants its result"):
    val beside = Beside[Int](fail("as a test fails"))
    beside.begin()
    intercept[munit.FailException](beside.get)
    intercept[munit.FailException](beside.get)
