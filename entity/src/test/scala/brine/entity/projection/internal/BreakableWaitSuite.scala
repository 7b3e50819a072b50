package brine.entity.projection.internal

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}

class BreakableWaitSuite extends munit.FunSuite:
  test("there is no wait if there is a reason against it, and no interrupt if there is no wait"):
    val waits = BreakableWait()
    var calls = 0
    waits(false)(calls += 1)
    waits.break()
    waits(true)(calls += 1)
    waits.break()
    assertEquals((calls, Thread.interrupted()), (1, false))

  test("an interrupt by others ends a wait, and is forgotten with it"):
    val waits = BreakableWait()
    Thread.currentThread.interrupt()
    waits(true)(CountDownLatch(1).await())
    assert(!Thread.interrupted())

  test("whoever says why there must be no wait ends it, at any moment, and leaves no interrupt behind"):
    val waits   = BreakableWait()
    val reason  = AtomicBoolean(false)
    val passed  = AtomicInteger()
    val isOver  = AtomicBoolean(false)
    val flagged = AtomicInteger()
    val waiting = Thread.ofPlatform.start: () =>
      while !isOver.get do
        waits(!reason.get)(CountDownLatch(1).await())
        if Thread.currentThread.isInterrupted then flagged.incrementAndGet(): Unit
        // What it is woken for.
        if reason.compareAndSet(true, false) then passed.incrementAndGet(): Unit
    for turn <- 1 to 5_000 do
      reason.set(true)
      waits.break()
      while passed.get < turn do Thread.onSpinWait()
    isOver.set(true)
    reason.set(true)
    waits.break()
    waiting.join()
    assertEquals((passed.get >= 5_000, flagged.get), (true, 0))
