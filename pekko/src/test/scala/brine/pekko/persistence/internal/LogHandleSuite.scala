package brine.pekko.persistence.internal

import brine.journal.EventLog
import brine.journal.testkit.MemoryEventLog
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import scala.util.Try

class LogHandleSuite extends munit.FunSuite:
  test("callers that wait for an attempt to open the log share its failure, and a later one tries again"):
    val attempts         = AtomicInteger()
    val (begun, ending)  = (CountDownLatch(1), CountDownLatch(1))
    val log              = MemoryEventLog()
    def open(): EventLog =
      if attempts.incrementAndGet() == 1 then
        begun.countDown()
        ending.await()
        throw IllegalStateException("on purpose")
      log
    val handle   = LogHandle(() => open(), isOwned = true)
    val failures = AtomicInteger()
    def caller() = Thread.ofPlatform.start(() => if Try(handle.log).isFailure then failures.incrementAndGet(): Unit)
    val first    = caller()
    begun.await()
    val others = Vector.fill(10)(caller())
    while others.exists(_.getState != Thread.State.WAITING) do Thread.onSpinWait()
    ending.countDown()
    (first +: others).foreach(_.join())
    assertEquals((failures.get, attempts.get), (11, 1))
    assert(handle.log eq log)
    handle.close()
    assert(intercept[IllegalStateException](handle.log).getMessage.contains("terminated"))
    assert(log.source.isClosed)

  test("a log of the program is never closed, nor opened again"):
    val log    = MemoryEventLog()
    val handle = LogHandle(() => log, isOwned = false)
    assert(handle.log eq log)
    log.close()
    handle.check()
    assert(handle.log eq log)
    handle.close()
