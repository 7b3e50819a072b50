package brine.journal.live

class InterruptionSuite extends munit.FunSuite:
  test("a wait that is interrupted is repeated, and the flag is set again at the end"):
    val interruption = Interruption()
    var waits        = 0
    val result       = interruption.defer:
      waits += 1
      if waits < 3 then throw InterruptedException()
      waits
    assertEquals(result, 3)
    assert(!Thread.currentThread.isInterrupted)
    interruption.restore()
    assert(Thread.interrupted())

  test("a flag that was set before is cleared, and set again at the end"):
    Thread.currentThread.interrupt()
    val interruption = Interruption()
    assert(!Thread.currentThread.isInterrupted)
    interruption.restore()
    assert(Thread.interrupted())

  test("a thread that is not interrupted stays so, and other exceptions are thrown"):
    val interruption = Interruption()
    intercept[IllegalStateException](interruption.defer[Unit](throw IllegalStateException())): Unit
    interruption.restore()
    assert(!Thread.interrupted())
