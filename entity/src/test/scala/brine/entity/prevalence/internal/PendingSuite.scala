package brine.entity.prevalence.internal

import brine.entity.prevalence.{Bank, BankSystem, BankTransaction, PrevalenceSettings, Root}
import brine.journal.testkit.MemoryEventLog
import brine.journal.{AppendError, Offset}
import java.time.Instant
import java.util.concurrent.TimeoutException
import munit.FunSuite

class PendingSuite extends FunSuite:
  private def engine(): Engine[BankTransaction, Bank] =
    val system = BankSystem()
    val replay = Replay(system)
    Engine(system, MemoryEventLog(), PrevalenceSettings(saveEvery = 0), replay, replay.initial(0), 0)

  private def rootOf(version: Long): Root[Bank] = Root(Bank(Map.empty), version, Offset.Begin, Instant.EPOCH)

  test("a log without room refuses nothing before the append was handed over"):
    val own = Pending(engine(), rootOf(1))
    own.rejected(0, AppendError.Full)
    assert(own.isFull)
    intercept[TimeoutException](own.await(System.nanoTime)): Unit

  test("any other refusal is the outcome"):
    val later = Pending(engine(), rootOf(1))
    later.isHandedOver = true
    later.rejected(0, AppendError.Full)
    val elsewhere = Pending(engine(), rootOf(1))
    Thread.ofVirtual.start(() => elsewhere.rejected(0, AppendError.Full)).join()
    for own <- List(later, elsewhere) do
      assert(!own.isFull)
      assertEquals(own.await(System.nanoTime), Left(AppendError.Full))
    val readOnly = Pending(engine(), rootOf(1))
    readOnly.rejected(0, AppendError.ReadOnly("the test says so"))
    assertEquals(readOnly.await(System.nanoTime), Left(AppendError.ReadOnly("the test says so")))

  test("its state is the durable one then, with the offset that the log gave"):
    val running = engine()
    val own     = Pending(running, rootOf(1))
    own.appended(0, Offset(5), Offset(5), 1, 0)
    assertEquals(own.await(System.nanoTime).map(_.last), Right(Offset(5)))
    assertEquals(running.root, rootOf(1).copy(offset = Offset(5)))

  test("its state is not the durable one if it follows from one that is not durable"):
    val running = engine()
    val own     = Pending(running, rootOf(2))
    own.appended(0, Offset(5), Offset(5), 2, 0)
    assertEquals(own.await(System.nanoTime), Left(AppendError.OutcomeUnknown(Offset(5), Offset(5))))
    assertEquals(running.root.version, 0L)
