package brine.pekko

import brine.entity.*
import brine.journal.testkit.MemoryEventLog
import brine.pekko.entity.TestCluster
import java.util.UUID
import munit.FunSuite
import scala.concurrent.duration.*
import scala.concurrent.{Await, Future}

class PekkoEntitiesSuite extends FunSuite:
  private val settings = PekkoEntitySettings.defaults.withRole("host")

  private def await[A](future: Future[A]): A = Await.result(future, 20.seconds)

  private def error(body: => Any)(using munit.Location): EntityError = intercept[EntityException](body).error

  test("a node alone executes commands, and remembers keys"):
    TestCluster.using: cluster =>
      val log      = MemoryEventLog()
      val accounts = PekkoEntities.start(cluster.join()(), log)(Accounts)
      val ada      = accounts("ada")
      assertEquals(ada.ask(Account.Open("Ada")), Right(()))
      assertEquals(ada.ask(Account.Deposit(5)), 5L)
      val key    = Some(UUID(0, 1))
      val answer = ada.answer(Account.Deposit(10), key)
      assertEquals(answer.value, 15L)
      assertEquals(await(ada.answerAsync(Account.Deposit(10), key)), answer)
      assertEquals(await(ada.askAsync(Account.Balance)), 15L)
      assertEquals(ada.answer(Account.Balance).offset, answer.offset)
      assertEquals(answer.offset, log.durable)
      assertEquals(accounts.pending, 0)

  test("commands, replies and errors cross nodes as they are on one"):
    TestCluster.using: cluster =>
      val log    = MemoryEventLog()
      val host   = PekkoEntities.start(cluster.join("host")(), log, settings)(Accounts)
      val caller = PekkoEntities.start(cluster.join()(), log, settings)(Accounts)
      val far    = caller("ada")
      val near   = host("ada")
      assertEquals(far.ask(Account.Open("Ada")), Right(()))
      assertEquals(far.ask(Account.Open("Bob")), Left(Refused.Closed))
      val key = Some(UUID(0, 1))
      assertEquals(far.answer(Account.Deposit(10), key), near.answer(Account.Deposit(10), key))
      assertEquals(far.answer(Account.Balance), near.answer(Account.Balance))
      for in <- Vector("decide", "evolve", "message", "control", "stack") do
        val there = error(far.ask(Account.Fail(in)))
        val here  = error(near.ask(Account.Fail(in)))
        assertEquals(there.message, here.message)
        assertEquals(there.ordinal, here.ordinal)
      val reused = error(far.answer(Account.Balance, key))
      assertEquals(reused, error(near.answer(Account.Balance, key)))
      assert(reused.isInstanceOf[EntityError.KeyReused], reused)
      assertEquals(caller.inMemory, 0)
      assertEquals(host.inMemory, 1)
