package brine.journal

import java.util.concurrent.CountDownLatch

class StoreThreadSuite extends munit.FunSuite:
  test("an interrupt reaches a thread while it waits for work, and not while it works"):
    @volatile var flags = Vector.empty[Boolean]
    val isAt            = CountDownLatch(1)
    val goes            = CountDownLatch(1)
    val waits           = CountDownLatch(1)
    val thread          = StoreThread(
      () =>
        Thread.currentThread.interrupt()
        flags :+= Thread.currentThread.isInterrupted
        StoreThread.working:
          flags :+= Thread.currentThread.isInterrupted
          Thread.currentThread.interrupt()
          isAt.countDown()
          goes.await()
          flags :+= Thread.currentThread.isInterrupted
        try waits.await()
        catch case _: InterruptedException => flags :+= true
      ,
      "own"
    )
    thread.start()
    isAt.await()
    thread.interrupt()
    goes.countDown()
    while thread.isAlive do
      if flags.size >= 3 then thread.interrupt()
      Thread.onSpinWait()
    assertEquals(flags, Vector(true, false, false, true))
    assert(thread.isDaemon)

  test("work on other threads is plain work"):
    var isDone = false
    StoreThread.working:
      isDone = true
    assert(isDone)
