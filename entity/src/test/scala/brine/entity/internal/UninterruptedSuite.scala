package brine.entity.internal

import java.util.concurrent.CountDownLatch
import munit.FunSuite

class UninterruptedSuite extends FunSuite:
  test("an open latch is no wait, and a thread stays as it was"):
    val open = CountDownLatch(0)
    Uninterrupted.await(open)
    assert(!Thread.interrupted())
    Thread.currentThread.interrupt()
    Uninterrupted.await(open)
    assert(Thread.interrupted())

  test("an interrupt does not end the wait"):
    val latch          = CountDownLatch(1)
    @volatile var left = 1L
    @volatile var flag = false
    val waiting        = Thread: () =>
      Uninterrupted.await(latch)
      left = latch.getCount
      flag = Thread.interrupted()
    waiting.start()
    waiting.interrupt()
    while waiting.isInterrupted do Thread.onSpinWait()
    latch.countDown()
    waiting.join()
    assertEquals((left, flag), (0L, true))
