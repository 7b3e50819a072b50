package brine.entity.internal

import brine.actor.{ActorSystem, ActorSystemSettings}
import brine.entity.*
import brine.journal.Offset
import brine.journal.testkit.MemoryEventLog
import java.util.concurrent.CountDownLatch
import munit.FunSuite
import scala.concurrent.Future

class GatheredSuite extends FunSuite, EntitiesBase:
  /** Accounts of which one may hold its worker. */
  private final class Stubborn extends AccountEntity():
    val held: CountDownLatch    = CountDownLatch(1)
    val release: CountDownLatch = CountDownLatch(1)

    override def decide[R](state: AccountState, command: Account[R])(using At): Decision[AccountEvent, R] =
      command match
        case Account.Note("wait") =>
          held.countDown()
          release.await()
        case _ => ()
      super.decide(state, command)

  test("a caller that waits has its reply when the log says so, though no worker is free"):
    val log    = HeldLog(MemoryEventLog())
    val entity = Stubborn()
    val system = ActorSystem(ActorSystemSettings(workers = 1, spareWorkers = 0))
    try
      val accounts = Entities.open(log, system)(entity)
      val first    = Future(accounts("a").answer(Account.Deposit(5)))(using threads)
      eventually("the first command is with the log")(log.calls == 1)
      val second = accounts("a").askAsync(Account.Deposit(7))
      val other  = accounts("b").askAsync(Account.Note("wait"))
      entity.held.await()
      log.release()
      assertEquals(await(first).value, 5L)
      // Its append needs a worker.
      assert(!second.isCompleted && !other.isCompleted)
      entity.release.countDown()
      assertEquals(await(second), 12L)
      accounts.close()
    finally
      entity.release.countDown()
      log.release()
      system.shutdown(): Unit
      log.close()

  test("offsets of replies are those of the last event that they follow from"):
    val log    = HeldLog(MemoryEventLog())
    val system = ActorSystem()
    try
      val accounts                      = Entities.open(log, system)(Accounts)
      def start(command: Account[Long]) = Future(accounts("a").answer(command))(using threads)
      val first                         = start(Account.Deposit(1))
      eventually("the first command is with the log")(log.calls == 1)
      val others = Vector.fill(20)(start(Account.DepositOften(3))) ++ Vector.fill(20)(start(Account.Balance))
      log.release()
      assertEquals(await(first), Answer(1L, Offset(1)))
      // Each cent is an event, so the balance that was seen is the offset.
      others.map(await(_)).foreach(answer => assertEquals(answer.offset.sequence, answer.value))
      accounts.close()
    finally
      log.release()
      system.shutdown(): Unit
      log.close()

  private val threads =
    scala.concurrent.ExecutionContext.fromExecutor(task => Thread.ofVirtual.start(task): Unit)
