package brine.entity.effect.internal

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CompletableFuture, CountDownLatch, TimeUnit}

class BusyKeysSuite extends munit.FunSuite:
  /** Calls a body in a thread that is interrupted when the end comes. */
  private def called[A](keys: BusyKeys, stopping: Stopping, key: String)(waits: => Unit)(body: => A) =
    val result = CompletableFuture[Option[A]]()
    Thread.ofVirtual.start(() => stopping.noticing(result.complete(keys.use(key)(waits)(body)): Unit)): Unit
    result

  test("a call waits for one of the same log, effects and key, and for no other"):
    val (go, entered) = (CountDownLatch(1), CountDownLatch(1))
    val (one, two)    = (Stopping(0), Stopping(0))
    val held          = called(BusyKeys("log", "mail", one), one, "b")(fail("it waits")):
      entered.countDown()
      go.await()
    assert(entered.await(30, TimeUnit.SECONDS))
    val waits = CountDownLatch(1)
    val next  = called(BusyKeys("log", "mail", two), two, "b")(waits.countDown())(7)
    assert(waits.await(30, TimeUnit.SECONDS))
    for keys <- Vector(BusyKeys("log", "other", two), BusyKeys("other", "mail", two)) do
      assertEquals(called(keys, two, "b")(fail("it waits"))(1).get(30, TimeUnit.SECONDS), Some(1))
    assertEquals(called(BusyKeys("log", "mail", two), two, "c")(fail("it waits"))(1).get(30, TimeUnit.SECONDS), Some(1))
    assert(!next.isDone)
    go.countDown()
    assertEquals(next.get(30, TimeUnit.SECONDS), Some(7))
    assertEquals(held.get(30, TimeUnit.SECONDS), Some(()))

  test("the end of one runner ends its wait, and not the call of the other"):
    val (go, entered) = (CountDownLatch(1), CountDownLatch(1))
    val (one, two)    = (Stopping(0), Stopping(0))
    val first         = called(BusyKeys("log", "end", one), one, "a")(fail("it waits")):
      entered.countDown()
      while go.getCount > 0 do Thread.interrupted(): Unit
    assert(entered.await(30, TimeUnit.SECONDS))
    one.begin()
    val waits = CountDownLatch(1)
    val next  = called(BusyKeys("log", "end", two), two, "a")(waits.countDown())(7)
    assert(waits.await(30, TimeUnit.SECONDS))
    two.begin()
    assertEquals(next.get(30, TimeUnit.SECONDS), None)
    assert(!first.isDone)
    go.countDown()
    assertEquals(first.get(30, TimeUnit.SECONDS), Some(()))

  test("of many, one at a time is under way, and one that fails leaves its key"):
    val (now, most, count) = (AtomicInteger(), AtomicInteger(), AtomicInteger())
    val stopping           = Stopping(0)
    val all                = Vector.fill(50):
      called(BusyKeys("log", "many", stopping), stopping, "a")(()):
        most.accumulateAndGet(now.incrementAndGet(), math.max): Unit
        Thread.`yield`()
        now.decrementAndGet(): Unit
        count.incrementAndGet(): Unit
    all.foreach(_.get(30, TimeUnit.SECONDS))
    assertEquals((count.get, most.get), (50, 1))
    val keys = BusyKeys("log", "many", stopping)
    intercept[IllegalStateException](keys.use("a")(())(throw IllegalStateException("no"))): Unit
    assertEquals(keys.use("a")(fail("it waits"))(1), Some(1))
