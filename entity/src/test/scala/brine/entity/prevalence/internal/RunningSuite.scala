package brine.entity.prevalence.internal

import brine.entity.prevalence.{Bank, BankSystem, BankTransaction, PrevalenceException, PrevalenceSettings}
import brine.journal.testkit.MemoryEventLog
import java.util.concurrent.CountDownLatch
import munit.FunSuite

class RunningSuite extends FunSuite:
  private def running(log: MemoryEventLog, ownsLog: Boolean): Running[BankTransaction, Bank] =
    val (replay, engine) = Opening.begin(log, PrevalenceSettings(saveEvery = 0), BankSystem(), isInPlace = false)
    Running(log, ownsLog, replay, engine)

  test("the end closes the log that it owns, and no other one"):
    for ownsLog <- List(true, false) do
      val log = MemoryEventLog()
      val one = running(log, ownsLog)
      assert(one.execute(BankTransaction.Open("ada")).isRight)
      one.close()
      assertEquals(log.source.isClosed, ownsLog)
      intercept[PrevalenceException](one.execute(BankTransaction.Total)): Unit
      log.close()

  test("whoever closes it returns when it is closed, also if another one began"):
    val log     = MemoryEventLog()
    val one     = running(log, ownsLog = true)
    val begin   = CountDownLatch(1)
    val threads = for _ <- 1 to 8 yield Thread.ofVirtual.start: () =>
      begin.await()
      one.close()
      if !log.source.isClosed then log.append("wrong", "open").await(): Unit
    begin.countDown()
    threads.foreach(_.join())
    one.close()
    assertEquals(log.openAgain().version("wrong"), Right(0L))
