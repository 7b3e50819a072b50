package brine.codec

import java.util.concurrent.{ConcurrentHashMap, CountDownLatch, Executors, TimeUnit}
import java.util.concurrent.atomic.AtomicReference

/** No buffer is ever in the hands of two threads. */
class BufferPoolThreadsSuite extends munit.FunSuite:
  private def hammer(threads: Int, rounds: Int, start: Runnable => Unit): Unit =
    val pool  = BufferPool(size = 8)
    val owned = ConcurrentHashMap.newKeySet[Out]()
    val wrong = new AtomicReference[Throwable]
    val done  = new CountDownLatch(threads)
    for thread <- 0 until threads do
      start: () =>
        try
          var round = 0
          while round < rounds do
            val out = pool.take()
            // No assertions of the test framework here: they take a lock.
            if !owned.add(out) then throw new IllegalStateException("a buffer has two owners")
            if out.size != 0 then throw new IllegalStateException("a buffer is not empty")
            out.writeInt(thread)
            out.writeInt(round)
            if round % 97 == 0 then Thread.`yield`()
            val in = In(out.toArray)
            if in.readInt() != thread || in.readInt() != round then
              throw new IllegalStateException("a buffer has another thread's bytes")
            owned.remove(out)
            pool.give(out)
            round += 1
        catch case error: Throwable => wrong.set(error)
        finally done.countDown()
    val ended = done.await(120, TimeUnit.SECONDS)
    assert(ended, "threads did not end")
    if wrong.get != null then throw wrong.get
    val counters = pool.counters
    assertEquals(counters.taken, threads.toLong * rounds)
    assertEquals(counters.returned, counters.taken)
    assert(counters.created - counters.dropped <= 8, counters.toString)

  test("with platform threads"):
    val executor = Executors.newFixedThreadPool(4)
    try hammer(4, 5000, task => executor.execute(task))
    finally executor.shutdownNow(): Unit

  test("with many more threads than buffers, virtual ones where the JDK has them"):
    // Compiled for JDK 17, which does not know them.
    val builder = scala.util.Try(classOf[Thread].getMethod("startVirtualThread", classOf[Runnable])).toOption
    builder match
      case Some(method) => hammer(1000, 20, task => method.invoke(null, task): Unit)
      case None         => hammer(200, 20, task => new Thread(task).start())
