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
    assertEquals(own.refused, AppendError.Full)
    intercept[TimeoutException](own.await(System.nanoTime)): Unit

  test("a refusal while the append is handed over is noted, and is the outcome once the system takes it up"):
    val own   = Pending(engine(), rootOf(1))
    val error = AppendError.ReadOnly("the test says so")
    own.rejected(0, error)
    intercept[TimeoutException](own.await(System.nanoTime))
    own.isHandedOver = true
    own.rejected(0, own.refused.asInstanceOf[AppendError])
    assertEquals(own.await(System.nanoTime), Left(error))

  test("a later refusal, or one on another thread, is the outcome"):
    val later = Pending(engine(), rootOf(1))
    later.isHandedOver = true
    later.rejected(0, AppendError.Full)
    val elsewhere = Pending(engine(), rootOf(1))
    Thread.ofVirtual.start(() => elsewhere.rejected(0, AppendError.Full)).join()
    for own <- List(later, elsewhere) do
      assertEquals(own.refused, null)
      assertEquals(own.await(System.nanoTime), Left(AppendError.Full))

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
