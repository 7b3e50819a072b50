package brine.entity.prevalence.internal

import brine.entity.prevalence.{BankSystem, BankTransaction, PrevalenceSettings}
import brine.journal.testkit.MemoryEventLog
import brine.journal.{Journal, JournalSettings}
import java.nio.file.Files
import munit.FunSuite

class OpeningSuite extends FunSuite:
  test("a journal is closed again if its system cannot be opened, and what failed is told"):
    val folder = Files.createTempDirectory("brine-opening")
    try
      val failed = intercept[IllegalStateException]:
        Opening.open(folder, JournalSettings.defaults): log =>
          assert(!log.source.isClosed)
          throw IllegalStateException("the test says so")
      assertEquals((failed.getMessage, failed.getSuppressed.length), ("the test says so", 0))
      Journal.open(folder).close()
    finally
      val files = Files.walk(folder)
      try files.sorted(java.util.Comparator.reverseOrder).forEach(Files.delete(_))
      finally files.close()

  test("the state is built from the newest saved one and the transactions after it"):
    val log      = MemoryEventLog()
    val settings = PrevalenceSettings(saveEvery = 0)
    val first    = Opening.begin(log, settings, BankSystem(), isInPlace = false)._2
    first.execute(BankTransaction.Open("ada")): Unit
    assert(first.save().isRight)
    first.execute(BankTransaction.Deposit("ada", 5)): Unit
    val again = BankSystem()
    assertEquals(Opening.begin(log, settings, again, isInPlace = false)._2.root, first.root)
    assertEquals(again.executions, 1)
