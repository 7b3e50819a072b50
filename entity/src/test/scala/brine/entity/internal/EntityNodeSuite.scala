package brine.entity.internal

import brine.actor.ActorSystem
import brine.entity.*
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, ExpectedVersion}
import java.time.Duration
import java.util.UUID
import munit.FunSuite
import scala.concurrent.duration.*
import scala.concurrent.{Await, Promise}

class EntityNodeSuite extends FunSuite:
  private val patience = Duration.ofSeconds(20)

  private def using(log: EventLog, settings: EntitySettings = EntitySettings.defaults)(
      body: EntityNode[Account] => Unit
  ): Unit =
    val system = ActorSystem()
    try body(EntityNode.start(Accounts, log, system, settings))
    finally
      log match
        case held: HeldLog => held.release()
        case _             => ()
      system.shutdown(): Unit

  private def send(
      node: EntityNode[Account],
      command: Account[Any],
      atLeast: Long = 0,
      key: Option[UUID] = None
  ): Promise[Either[EntityError, Answer[Any]]] =
    val ended = Promise[Either[EntityError, Answer[Any]]]()
    node.send("a", command, key, patience, atLeast)(ended.success(_): Unit)
    ended

  private def await[A](promise: Promise[A]): A = Await.result(promise.future, 20.seconds)

  private def value(promise: Promise[Either[EntityError, Answer[Any]]]): Any =
    await(promise).fold(error => fail(error.message), _.value)

  private def deposit(log: EventLog, cents: Long): Unit =
    val event: AccountEvent = AccountEvent.Deposited(cents)
    log.append("account-a", ExpectedVersion.Any, Seq(event)).await(): Unit

  private def evict(node: EntityNode[Account]): Promise[Unit] =
    val left = Promise[Unit]()
    node.evict("a")(() => left.success(()): Unit)
    left

  test("an entity that has left loads what others have appended since"):
    val log = MemoryEventLog()
    using(log): node =>
      assertEquals(value(send(node, Account.Deposit(1))), 1L)
      deposit(log, 10)
      assertEquals(value(send(node, Account.Balance)), 1L)
      await(evict(node))
      assertEquals(node.inMemory, 0)
      await(evict(node)) // It is not there.
      assertEquals(value(send(node, Account.Balance)), 11L)

  test("an entity leaves when what it has decided is durable, although nobody waits for that any more"):
    val held = HeldLog(MemoryEventLog())
    using(held): node =>
      val ended = Promise[Either[EntityError, Answer[Any]]]()
      node.send("a", Account.Deposit(1), None, Duration.ofMillis(20), 0)(ended.success(_): Unit)
      await(ended) match
        case Left(_: EntityError.TimedOut) => ()
        case other                         => fail(s"$other")
      val left = evict(node)
      assertEquals(node.inMemory, 1)
      assert(!left.isCompleted)
      held.release()
      await(left)
      assertEquals(value(send(node, Account.Balance)), 1L)

  test("a command that must see a version does, whether or not an append is pending"):
    val log = MemoryEventLog()
    using(log): node =>
      assertEquals(value(send(node, Account.Deposit(1))), 1L)
      deposit(log, 10)
      assertEquals(value(send(node, Account.Balance, atLeast = 1)), 1L)
      assertEquals(value(send(node, Account.Balance, atLeast = 2)), 11L)
    val held = HeldLog(log)
    using(held): node =>
      assertEquals(value(send(node, Account.Balance)), 11L)
      val first = send(node, Account.Deposit(100))
      deposit(log, 1000)
      val query   = send(node, Account.Balance, atLeast = 3)
      val refused = send(node, Account.Withdraw(5000), atLeast = 3, key = Some(UUID(0, 1)))
      assert(!query.isCompleted)
      held.release()
      assertEquals(value(first), 1111L)
      assertEquals(value(query), 1111L)
      assertEquals(value(refused), Left(Refused.Poor))

  test("a version that does not come is a conflict, and the entity continues"):
    using(MemoryEventLog(), EntitySettings.defaults.withMaxAttempts(3)): node =>
      assertEquals(value(send(node, Account.Deposit(1))), 1L)
      await(send(node, Account.Balance, atLeast = 2)) match
        case Left(EntityError.Conflicting(_, 3)) => ()
        case other                               => fail(s"$other")
      assertEquals(value(send(node, Account.Balance)), 1L)

  test("a version that does not come while appends are pending delays nobody forever"):
    val held = HeldLog(MemoryEventLog())
    using(held, EntitySettings.defaults.withMaxAttempts(2)): node =>
      val first  = send(node, Account.Deposit(1))
      val second = send(node, Account.Deposit(1), key = Some(UUID(0, 1)))
      val third  = send(node, Account.Deposit(1))
      while held.calls == 0 do Thread.onSpinWait()
      val query = send(node, Account.Balance, atLeast = 9)
      val last  = send(node, Account.Deposit(1))
      held.release()
      assertEquals(Vector(first, second, third).map(value), Vector(1L, 2L, 3L))
      assert(await(query).left.exists(_.isInstanceOf[EntityError.Conflicting]))
      assertEquals(value(last), 4L)

  test("too many commands, and those after the end, are refused"):
    val held   = HeldLog(MemoryEventLog())
    val system = ActorSystem()
    val node   = EntityNode.start(Accounts, held, system, EntitySettings.defaults.withMaxPendingCommands(1))
    val first  = send(node, Account.Deposit(1))
    assert(await(send(node, Account.Balance)).left.exists(_.isInstanceOf[EntityError.Overloaded]))
    held.release()
    assertEquals(value(first), 1L)
    system.shutdown(): Unit
    assert(await(send(node, Account.Balance)).left.exists(_.isInstanceOf[EntityError.Closed]))
    await(evict(node))
