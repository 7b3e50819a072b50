package brine.entity

import brine.actor.ActorSystem
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, ExpectedVersion, Journal, Offset}
import java.nio.file.Files
import java.util.UUID
import java.util.concurrent.{CountDownLatch, Executors, TimeUnit}
import munit.FunSuite
import scala.concurrent.Future

class EntitiesSuite extends FunSuite, EntitiesBase:
  private def files() = Journal.open(Files.createTempDirectory("brine-entity"))

  for (name, make) <- List[(String, () => EventLog)]("memory" -> (() => MemoryEventLog()), "files" -> (() => files()))
  do
    test(s"$name: commands have their replies, and queries see what was decided"):
      val log = make()
      using(log): accounts =>
        val ada = accounts("ada")
        assertEquals(ada.ask(Account.Open("Ada")), Right(()))
        assertEquals(ada.ask(Account.Deposit(500)), 500L)
        assertEquals(ada.ask(Account.Withdraw(700)), Left(Refused.Poor))
        assertEquals(ada.ask(Account.Withdraw(200)), Right(300L))
        assertEquals(accounts("ada").answer(Account.Balance), Answer(300L, Offset(3)))
        assertEquals(accounts("bob").answer(Account.Balance), Answer(0L, Offset.Begin))
        assertEquals(log.version("account-ada"), Right(3L))
        assertEquals(await(ada.askAsync(Account.Balance)), 300L)

    test(s"$name: many callers of one entity, and of many"):
      val log = make()
      using(log): accounts =>
        val threads = Executors.newVirtualThreadPerTaskExecutor()
        val done    = CountDownLatch(50)
        for at <- 1 to 50 do
          threads.execute: () =>
            for n <- 1 to 10 do
              accounts("hot").ask(Account.Deposit(1))
              accounts(s"cold-$at").ask(Account.Deposit(n)): Unit
            done.countDown()
        assert(done.await(60, TimeUnit.SECONDS))
        assertEquals(accounts("hot").ask(Account.Balance), 500L)
        for at <- 1 to 50 do assertEquals(accounts(s"cold-$at").ask(Account.Balance), 55L)
        assertEquals(log.version("account-hot"), Right(500L))

    test(s"$name: a key executes a command once, also after a restart, and each caller has the first reply"):
      val log         = make()
      val key         = UUID.randomUUID
      val (open, ask) = (UUID.randomUUID, UUID.randomUUID)
      val first       = running(log): accounts =>
        val first = accounts("a").answer(Account.Deposit(5), Some(key))
        assertEquals(first, Answer(5L, Offset(2)))
        assertEquals(accounts("a").answer(Account.Open("Ada"), Some(open)).value, Right(()))
        assertEquals(accounts("a").answer(Account.Balance, Some(ask)).value, 5L)
        accounts("a").ask(Account.Deposit(6))
        assertEquals(accounts("a").answer(Account.Deposit(5), Some(key)), first)
        first
      running(log): accounts =>
        assertEquals(accounts("a").answer(Account.Deposit(5), Some(key)), first)
        // It would be refused now.
        assertEquals(accounts("a").answer(Account.Open("Ada"), Some(open)), Answer(Right(()), Offset(4)))
        assertEquals(accounts("a").answer(Account.Balance, Some(ask)), Answer(5L, Offset(4)))
        assertEquals(accounts("a").ask(Account.Balance), 11L)
        assertEquals(log.version("account-a"), Right(3L))
      log.close()

  test("a key that was used for something else is refused"):
    val log = MemoryEventLog()
    using(log): accounts =>
      val (key, other) = (UUID.randomUUID, UUID.randomUUID)
      accounts("a").answer(Account.Deposit(5), Some(key)): Unit
      log.append("elsewhere", ExpectedVersion.Any, Seq(AccountEvent.Deposited(1)), Some(other)).await(): Unit
      for failed <- List(
          error(accounts("b").answer(Account.Deposit(5), Some(key))),
          error(accounts("a").answer(Account.Withdraw(5), Some(key))),
          error(accounts("a").answer(Account.Balance, Some(key))),
          error(accounts("a").answer(Account.Deposit(5), Some(other)))
        )
      do
        assert(failed.isInstanceOf[EntityError.KeyReused], failed.message)
        assertEquals(failed.executed, EntityError.Executed.No)
      assertEquals(accounts("a").ask(Account.Balance), 5L)
      assertEquals(accounts("b").ask(Account.Balance), 0L)

  test("commands of one thread are executed in their order, and their replies come when they are durable"):
    val log = HeldLog(MemoryEventLog())
    using(log): accounts =>
      val a       = accounts("a")
      val replies =
        (1 to 100).map(n => if n % 3 == 0 then a.answerAsync(Account.Balance) else a.answerAsync(Account.Deposit(n)))
      eventually("an append")(log.calls == 1)
      assert(!replies.exists(_.isCompleted))
      log.release()
      val sums = (1 to 100).scanLeft(0L)((sum, n) => if n % 3 == 0 then sum else sum + n).tail
      assertEquals(replies.map(await(_).value), sums)
      // One append for the first command, and one for all others.
      assertEquals(log.calls, 2)
      assertEquals(replies.map(await(_).offset.sequence), (1 to 100).map(n => n - n / 3L))

  test("a command with a key is an append of its own, between others"):
    val log = HeldLog(MemoryEventLog())
    using(log): accounts =>
      val a       = accounts("a")
      val replies = (1 to 6).map(n => a.answerAsync(Account.Deposit(1), Option.when(n % 2 == 0)(UUID.randomUUID)))
      val query   = a.answerAsync(Account.Balance, Some(UUID.randomUUID))
      log.release()
      assertEquals(replies.map(await(_).value), (1L to 6L).toVector)
      assertEquals(await(query).value, 6L)
      assertEquals(log.version("account-a"), Right(6L))

  test("what the entity's own code throws fails the command alone"):
    using(): accounts =>
      val a = accounts("a")
      a.ask(Account.Deposit(5))
      val decide = error(a.ask(Account.Fail("decide")))
      assert(clue(decide.message).startsWith("decide of account 'a' failed on the command Fail"))
      assert(clue(error(a.ask(Account.Fail("stack"))).message).contains("StackOverflowError"))
      val evolve = error(a.ask(Account.Fail("evolve")))
      assert(clue(evolve.message).startsWith("evolve of account 'a' failed on the command Fail"))
      val encode = error(a.ask(Account.Note(null)))
      assert(encode.isInstanceOf[EntityError.Failed], encode.message) // its reply is the length
      val opened = error(a.ask(Account.Open(null)))
      assert(opened.isInstanceOf[EntityError.Unencodable], opened.message)
      val keyed = error(a.answer(Account.Open(null), Some(UUID.randomUUID)))
      assert(keyed.isInstanceOf[EntityError.Unencodable], keyed.message)
      assertEquals(List(decide, evolve, encode, opened, keyed).map(_.executed).distinct, List(EntityError.Executed.No))
      assertEquals(a.ask(Account.Balance), 5L)
      assertEquals(a.ask(Account.Open("Ada")), Right(()))

  test("a decision may have many events, but not more than an append"):
    val log = MemoryEventLog()
    using(log): accounts =>
      val a = accounts("a")
      assertEquals(a.ask(Account.DepositOften(65_535)), 65_535L)
      val many = error(a.ask(Account.DepositOften(65_536)))
      assert(many.isInstanceOf[EntityError.TooLarge], many.message)
      val keyed = error(a.answer(Account.DepositOften(65_535), Some(UUID.randomUUID)))
      assert(keyed.isInstanceOf[EntityError.TooLarge], keyed.message)
      val both = (1 to 5).map(_ => a.askAsync(Account.DepositOften(30_000)))
      assertEquals(both.map(await(_)), (1 to 5).map(n => 65_535L + n * 30_000))
      assertEquals(log.version("account-a"), Right(215_535L))

  test("decisions that are too large together are appended one by one"):
    val log = MemoryEventLog(maxAppendBytes = 1000)
    using(log): accounts =>
      val a       = accounts("a")
      val lengths = (1 to 20).map(n => if n == 7 then 2000 else 300)
      val replies = lengths.map(length => a.askAsync(Account.Note("x" * length)))
      val results = replies.map(reply => scala.util.Try(await(reply)).toOption)
      assertEquals(results, lengths.map(length => Option.when(length < 1000)(length)))
      assertEquals(log.version("account-a"), Right(19L))

  test("events have their tags"):
    val log = MemoryEventLog()
    using(log): accounts =>
      val replies =
        (1 to 30).map(n => accounts(s"${n % 3}").askAsync(if n <= 3 then Account.Open("x") else Account.Balance))
      replies.foreach(await(_))
      accounts("1").ask(Account.Deposit(1)): Unit
      val tagged = log.readTagged[AccountEvent]("opened").toVector.map(_.map(_.value)).toOption.get
      assertEquals(tagged, Vector.fill(3)(AccountEvent.Opened("x")))

  test("ids may be any text that a stream's name can have"):
    val log = MemoryEventLog()
    using(log): accounts =>
      for id <- List(" ", "a-b-c", "ä€😀", "x" * 1016, "line\nbreak", "%s$1\\", "../..") do
        assertEquals(accounts(id).ask(Account.Deposit(1)), 1L, id)
        assertEquals(log.version(s"account-$id"), Right(1L))
      for id <- List("", "x" * 1017, "\ud800") do intercept[IllegalArgumentException](accounts(id)): Unit
      assert(!error(accounts("line\nbreak").ask(Account.Fail("decide"))).message.contains("\n"))

  test("a worker of an actor system must not wait"):
    val system = ActorSystem()
    try
      using(): accounts =>
        val asked = Future(accounts("a").ask(Account.Balance))(using system.executionContext)
        intercept[IllegalStateException](await(asked)): Unit
        val closed = Future(accounts.close())(using system.executionContext)
        intercept[IllegalStateException](await(closed)): Unit
        val async = Future(accounts("a").askAsync(Account.Deposit(1)))(using system.executionContext)
        assertEquals(await(await(async)), 1L)
    finally system.shutdown(): Unit
