package brine.entity

import brine.actor.ActorSystem
import brine.codec.Codec
import brine.journal.testkit.MemoryEventLog
import brine.journal.{AppendError, EventLog, ExpectedVersion, Journal, Offset}
import java.nio.file.Files
import java.time.Duration
import java.util.UUID
import java.util.concurrent.atomic.{AtomicInteger, AtomicReference}
import java.util.concurrent.{CountDownLatch, TimeUnit}
import munit.FunSuite

class TogetherSuite extends FunSuite, EntitiesBase:
  private def pay(accounts: Entities[Account], cents: Long)(both: TogetherScope): Either[Refused, Long] =
    both.ask(accounts("ada"), Account.Withdraw(cents)).map(_ => both.ask(accounts("bob"), Account.Deposit(cents)))

  private def files() = Journal.open(Files.createTempDirectory("brine-together"))

  for (name, make) <- List[(String, () => EventLog)]("memory" -> (() => MemoryEventLog()), "files" -> (() => files()))
  do
    test(s"$name: several entities decide in one append"):
      val log = make()
      using(log): accounts =>
        val both = Entities.together(accounts("ada"), accounts("bob"))
        accounts("ada").ask(Account.Deposit(500))
        assertEquals(both.answer(pay(accounts, 200)), Answer(Right(200L), Offset(3)))
        assertEquals(accounts("ada").answer(Account.Balance), Answer(300L, Offset(2)))
        assertEquals(accounts("bob").answer(Account.Balance), Answer(200L, Offset(3)))
        // The next commands continue from there.
        assertEquals(accounts("bob").ask(Account.Deposit(1)), 201L)
        assertEquals(both.ask(pay(accounts, 301)), Left(Refused.Poor))
        assertEquals(log.version("account-ada"), Right(2L))
        assertEquals(log.version("account-bob"), Right(2L))

    test(s"$name: once for a key, also after a restart"):
      val log   = make()
      val key   = UUID.randomUUID
      val first = running(log): accounts =>
        accounts("ada").ask(Account.Deposit(500))
        val both  = Entities.together(accounts("ada"), accounts("bob"))
        val first = both.answerOnce(key)(pay(accounts, 200))
        assertEquals(first.value, Right(200L))
        assertEquals(both.answerOnce(key)(pay(accounts, 200)), first)
        first
      running(log): accounts =>
        val both = Entities.together(accounts("bob"), accounts("ada"))
        assertEquals(both.answerOnce(key)(pay(accounts, 200)), first)
        // It fails now, but has happened.
        assertEquals(both.answerOnce[Either[Refused, Long]](key)(_ => throw IllegalStateException("again")), first)
        assertEquals(accounts("ada").ask(Account.Balance), 300L)
        val other = Entities.together(accounts("ada"), accounts("eve"))
        assert(
          error(other.answerOnce(key)(pay(accounts, 1))).isInstanceOf[EntityError.KeyReused] ||
            error(other.answerOnce(key)(_ => Right(0L): Either[Refused, Long])).isInstanceOf[EntityError.KeyReused]
        )
      log.close()

  test("a key of a command of one entity is refused"):
    using(): accounts =>
      val key = UUID.randomUUID
      accounts("ada").answer(Account.Deposit(5), Some(key))
      val both = Entities.together(accounts("ada"), accounts("bob"))
      assert(
        error(both.answerOnce(key)(_.ask(accounts("bob"), Account.Deposit(1)))).isInstanceOf[EntityError.KeyReused]
      )
      val other = UUID.randomUUID
      both.answerOnce(other)(_.ask(accounts("bob"), Account.Deposit(1)))
      val reused = error(accounts("ada").answer(Account.Deposit(5), Some(other)))
      assert(reused.isInstanceOf[EntityError.KeyReused], reused.message)

  test("an exception of the function leaves everything as before, and the key unused"):
    val log = MemoryEventLog()
    using(log): accounts =>
      val both = Entities.together(accounts("ada"), accounts("bob"))
      val key  = UUID.randomUUID
      for once <- Vector(false, true) do
        val failed = intercept[UnsupportedOperationException]:
          def decide(scope: TogetherScope): Long =
            scope.ask(accounts("ada"), Account.Deposit(5))
            throw UnsupportedOperationException("the test says so")
          if once then both.answerOnce(key)(decide) else both.ask(decide)
        assertEquals(failed.getMessage, "the test says so")
      assertEquals(accounts("ada").ask(Account.Balance), 0L)
      assertEquals(both.answerOnce(key)(_.ask(accounts("bob"), Account.Deposit(2))).value, 2L)
      assertEquals(log.version("account-ada"), Right(0L))

  test("commands of one entity see those before, and discard forgets all"):
    using(): accounts =>
      val (ada, bob) = (accounts("ada"), accounts("bob"))
      val balances   = Entities
        .together(ada, bob)
        .ask: both =>
          both.ask(ada, Account.Deposit(5))
          both.ask(bob, Account.Deposit(7))
          both.discard()
          both.ask(ada, Account.Open("Ada"))
          both.ask(ada, Account.Deposit(1))
          (both.ask(ada, Account.Deposit(2)), both.ask(bob, Account.Balance), both.ask(ada, Account.Open("Eve")))
      assertEquals(balances, (3L, 0L, Left(Refused.Closed)))
      assertEquals(ada.ask(Account.Balance), 3L)

  test("code that fails, or is not encodable, decides nothing, and the function may continue"):
    using(): accounts =>
      val (ada, bob) = (accounts("ada"), accounts("bob"))
      val both       = Entities.together(ada, bob)
      both.ask: scope =>
        scope.ask(ada, Account.Deposit(1))
        assert(error(scope.ask(ada, Account.Fail("decide"))).isInstanceOf[EntityError.Failed])
        assert(error(scope.ask(ada, Account.Fail("evolve"))).isInstanceOf[EntityError.Failed])
        assert(error(scope.ask(ada, Account.Note(null))).isInstanceOf[EntityError.Failed])
        scope.ask(bob, Account.Deposit(2)): Unit
      assert(error(both.ask(_.ask(bob, Account.Fail("evolve")))).isInstanceOf[EntityError.Failed])
      assertEquals((ada.ask(Account.Balance), bob.ask(Account.Balance)), (1L, 2L))

  test("only the named entities, on the function's thread, and until it returns"):
    using(): accounts =>
      val (ada, bob) = (accounts("ada"), accounts("bob"))
      val both       = Entities.together(ada, bob, ada)
      var kept       = Option.empty[TogetherScope]
      both.ask: scope =>
        kept = Some(scope)
        intercept[IllegalArgumentException](scope.ask(accounts("eve"), Account.Balance))
        intercept[NullPointerException](scope.ask(ada, null))
        val problem = AtomicReference[Throwable]()
        val other   = Thread.ofVirtual.start: () =>
          try scope.ask(ada, Account.Balance): Unit
          catch case failed: Throwable => problem.set(failed)
        other.join()
        assert(problem.get.isInstanceOf[IllegalStateException])
      intercept[IllegalStateException](kept.get.ask(ada, Account.Balance))
      intercept[IllegalStateException](kept.get.discard())

  test("entities of another log, and other references, are refused"):
    using(): accounts =>
      using(): others =>
        intercept[IllegalArgumentException](Entities.together(accounts("ada"), others("ada")))
        val stranger = new EntityRef[Account]:
          def id: String                                             = "x"
          def answer[R](command: Account[R], key: Option[UUID])      = throw AssertionError()
          def answerAsync[R](command: Account[R], key: Option[UUID]) = throw AssertionError()
        intercept[IllegalArgumentException](Entities.together(accounts("ada"), stranger)): Unit

  test("entities of different types decide together"):
    val log    = MemoryEventLog()
    val system = ActorSystem()
    val texts  = Entities.open(log, system)(Notes)
    running(log): accounts =>
      val count = Entities
        .together(accounts("ada"), texts("ada"))
        .ask: both =>
          both.ask(texts("ada"), NoteCommand.Add(s"${both.ask(accounts("ada"), Account.Deposit(5))} cents"))
      assertEquals(count, 1)
      assertEquals(log.version("note-ada"), Right(1L))
      assertEquals(log.version("account-ada"), Right(1L))
    texts.close()
    system.shutdown(): Unit
    log.close()

  test("commands wait while the entities decide together, and see the outcome"):
    using(): accounts =>
      val (ada, bob) = (accounts("ada"), accounts("bob"))
      val (in, out)  = (CountDownLatch(1), CountDownLatch(1))
      val paying     = Thread.ofVirtual.start: () =>
        Entities
          .together(ada, bob)
          .ask: both =>
            both.ask(ada, Account.Deposit(5))
            in.countDown()
            out.await()
            both.ask(bob, Account.Deposit(6)): Unit
      in.await()
      val balances = Vector(ada, bob).map(_.askAsync(Account.Balance))
      assertEquals(accounts("eve").ask(Account.Balance), 0L)
      assert(!balances.exists(_.isCompleted))
      out.countDown()
      assertEquals(balances.map(await), Vector(5L, 6L))
      paying.join()

  test("an entity that is not free in time is busy, and no permit is lost"):
    val settings = EntitySettings.defaults.withMaxPendingCommands(4)
    val log      = MemoryEventLog()
    using(log, settings): accounts =>
      val short     = ActorSystem()
      val hasty     = Entities.open(log, short, settings.withTimeout(Duration.ofMillis(50)))(Notes)
      val (in, out) = (CountDownLatch(1), CountDownLatch(1))
      val holding   = Thread.ofVirtual.start: () =>
        Entities
          .together(accounts("ada"), accounts("bob"))
          .ask: _ =>
            in.countDown()
            out.await()
      in.await()
      for _ <- 1 to 5 do
        val busy = error(Entities.together(accounts("bob"), hasty("x")).ask(_ => ()))
        assert(busy.isInstanceOf[EntityError.Busy], busy.message)
        assertEquals(busy.executed, EntityError.Executed.No)
      out.countDown()
      holding.join()
      for _ <- 1 to 10 do Entities.together(accounts("bob"), hasty("x")).ask(_ => ())
      hasty.close()
      short.shutdown(): Unit

  test("more entities than commands may be pending are refused"):
    using(settings = EntitySettings.defaults.withMaxPendingCommands(2).withTimeout(Duration.ofSeconds(2))): accounts =>
      assertEquals(Entities.together(accounts("a"), accounts("b")).ask(_ => 1), 1)
      val three = Entities.together(accounts("a"), accounts("b"), accounts("c"))
      assert(error(three.ask(_ => ())).isInstanceOf[EntityError.Overloaded])

  test("circles of decisions end"):
    using(): accounts =>
      val refs    = Vector.tabulate(5)(at => accounts(s"a$at"))
      val running = CountDownLatch(5)
      for at <- 0 until 5 do
        Thread.ofVirtual.start: () =>
          for _ <- 1 to 50 do
            Entities
              .together(refs(at), refs((at + 1) % 5))
              .ask: both =>
                both.ask(refs(at), Account.Deposit(1))
                both.ask(refs((at + 1) % 5), Account.Deposit(1)): Unit
          running.countDown()
      assert(running.await(60, TimeUnit.SECONDS))
      assertEquals(refs.map(_.ask(Account.Balance)), Vector.fill(5)(100L))

  test("another writer is first: it decides again on the new states; too often is an error"):
    val memory = MemoryEventLog()
    val log    = AnsweringLog(memory)
    using(log, EntitySettings.defaults.withMaxAttempts(3)): accounts =>
      val both                                = Entities.together(accounts("ada"), accounts("bob"))
      val runs                                = AtomicInteger()
      val first                               = AtomicInteger()
      def deposit(scope: TogetherScope): Long =
        runs.incrementAndGet()
        scope.ask(accounts("bob"), Account.Deposit(1))
        scope.ask(accounts("ada"), Account.Deposit(1))
      val event: AccountEvent = AccountEvent.Deposited(10)
      log.before = () =>
        if first.getAndIncrement() < 2 then memory.append("account-ada", ExpectedVersion.Any, Seq(event)).await(): Unit
      assertEquals(both.ask(deposit), 21L)
      assertEquals(runs.get, 3)
      log.before = () => memory.append("account-bob", ExpectedVersion.Any, Seq(event)).await(): Unit
      val failed = error(both.ask(deposit))
      assert(failed.isInstanceOf[EntityError.Conflicting], failed.message)
      log.before = () => ()
      assertEquals(accounts("ada").ask(Account.Balance), 21L)
      assertEquals(accounts("bob").ask(Account.Balance), 31L)

  test("events of another writer count also for an entity that is only asked"):
    val memory = MemoryEventLog()
    val log    = AnsweringLog(memory)
    using(log): accounts =>
      val (ada, bob)          = (accounts("ada"), accounts("bob"))
      val event: AccountEvent = AccountEvent.Deposited(10)
      val both                = Entities.together(ada, bob)
      // After the version was compared, and before.
      val once = AtomicInteger()
      log.before = () =>
        if once.getAndIncrement() == 0 then memory.append("account-ada", ExpectedVersion.Any, Seq(event)).await(): Unit
      assertEquals(both.ask(scope => scope.ask(bob, Account.Deposit(scope.ask(ada, Account.Balance)))), 10L)
      memory.append("account-ada", ExpectedVersion.Any, Seq(event)).await(): Unit
      assertEquals(both.ask(scope => scope.ask(bob, Account.Deposit(scope.ask(ada, Account.Balance)))), 30L)
      // One whose stream was deleted has a version, but no event.
      memory.delete("account-ada").await(): Unit
      assertEquals(both.ask(scope => scope.ask(bob, Account.Deposit(scope.ask(ada, Account.Balance)))), 30L)

  test("what was asked before a discard counts"):
    val memory = MemoryEventLog()
    val log    = AnsweringLog(memory)
    using(log): accounts =>
      val (ada, bob)          = (accounts("ada"), accounts("bob"))
      val event: AccountEvent = AccountEvent.Deposited(10)
      val once                = AtomicInteger()
      log.before = () =>
        if once.getAndIncrement() == 0 then memory.append("account-ada", ExpectedVersion.Any, Seq(event)).await(): Unit
      val cents = Entities
        .together(ada, bob)
        .ask: both =>
          val balance = both.ask(ada, Account.Deposit(1)) - 1
          both.discard()
          both.ask(bob, Account.Deposit(balance))
      assertEquals(cents, 10L)

  test("refusals of the log"):
    val log = AnsweringLog(MemoryEventLog())
    using(log): accounts =>
      val both                                = Entities.together(accounts("ada"), accounts("bob"))
      def deposit(scope: TogetherScope): Long =
        scope.ask(accounts("ada"), Account.Deposit(1))
        scope.ask(accounts("bob"), Account.Deposit(1))
      def answered(answers: AppendError*): EntityError =
        answers.foreach(answer => log.answers.add(Some(answer)))
        error(both.ask(deposit))
      assert(answered(AppendError.ReadOnly("full")).isInstanceOf[EntityError.Unavailable])
      assert(answered(AppendError.TooLarge(2, 1)).isInstanceOf[EntityError.TooLarge])
      assert(answered(AppendError.OutcomeUnknown(Offset(1), Offset(2))).isInstanceOf[EntityError.OutcomeUnknown])
      for _ <- 1 to 3 do log.answers.add(Some(AppendError.Full))
      assertEquals(both.ask(deposit), 1L)
      assertEquals(accounts("ada").ask(Account.Balance), 1L)

  test("an append that takes too long is unknown, and later commands see what became of it"):
    val log = HeldLog(MemoryEventLog())
    using(log, EntitySettings.defaults.withTimeout(Duration.ofMillis(300))): accounts =>
      val both   = Entities.together(accounts("ada"), accounts("bob"))
      val failed = error(both.ask(_.ask(accounts("ada"), Account.Deposit(1))))
      assert(failed.isInstanceOf[EntityError.TimedOut], failed.message)
      assertEquals(failed.executed, EntityError.Executed.Unknown)
      log.release()
      // The entity has waited for the outcome.
      assertEquals(accounts("ada").ask(Account.Balance), 1L)
      assertEquals(both.ask(_.ask(accounts("bob"), Account.Balance)), 0L)

  test("an interrupt gives everything back"):
    val log = HeldLog(MemoryEventLog())
    using(log, EntitySettings.defaults.withMaxPendingCommands(2)): accounts =>
      val both  = Entities.together(accounts("ada"), accounts("bob"))
      val ended = AtomicReference[Throwable]()
      val asked = Thread.ofVirtual.start: () =>
        try both.ask(_.ask(accounts("ada"), Account.Deposit(1))): Unit
        catch case failed: Throwable => ended.set(failed)
      eventually("it appends")(log.calls == 1)
      asked.interrupt()
      asked.join()
      assert(ended.get.isInstanceOf[InterruptedException], s"${ended.get}")
      log.release()
      assertEquals(both.ask(_ => 7), 7)
      assertEquals(accounts("ada").ask(Account.Balance), 1L)

  test("closing waits for those who decide, and refuses others"):
    val log = MemoryEventLog()
    using(log): accounts =>
      val both      = Entities.together(accounts("ada"), accounts("bob"))
      val (in, out) = (CountDownLatch(1), CountDownLatch(1))
      val reply     = AtomicReference[Any]()
      val deciding  = Thread.ofVirtual.start: () =>
        reply.set(
          both.ask: scope =>
            in.countDown()
            out.await()
            scope.ask(accounts("ada"), Account.Deposit(1))
        )
      in.await()
      val waiting = AtomicReference[Any]()
      val other   = Thread.ofVirtual.start(() => waiting.set(error(both.ask(_ => ()))))
      val closing = Thread.ofVirtual.start(() => accounts.close())
      other.join()
      assert(waiting.get.isInstanceOf[EntityError.Closed], s"${waiting.get}")
      assert(closing.isAlive)
      out.countDown()
      deciding.join()
      closing.join()
      assertEquals(reply.get, 1L)
      assertEquals(log.version("account-ada"), Right(1L))
      eventually("the entities have left memory")(accounts.inMemory == 0)

  test("a key that was used for a reply of another type is refused, although the codec would read it"):
    using(): accounts =>
      val both = Entities.together(accounts("ada"), accounts("bob"))
      val key  = UUID.randomUUID
      assertEquals(both.answerOnce(key)(_ => 7).value, 7)
      assertEquals(both.answerOnce(key)(_ => 8).value, 7)
      val failed = error(both.answerOnce(key)(_ => 8L))
      assert(failed.isInstanceOf[EntityError.ReplyLost], failed.message)
      assert(failed.message.contains("stored as Int, and not as Long"), failed.message)
      assertEquals(failed.executed, EntityError.Executed.Yes)

  test("closing the entities in the function would wait for it, and is refused; the function continues"):
    val log    = MemoryEventLog()
    val system = ActorSystem()
    try
      val accounts = Entities.open(log, system)(Accounts)
      val others   = Entities.open(log, system)(AccountEntity())
      val both     = Entities.together(accounts("ada"), accounts("bob"))
      val cents    = both.ask: scope =>
        val refused = intercept[IllegalStateException](accounts.close()).getMessage
        assert(refused.contains("account") && refused.contains("together"), refused)
        // Within another function it is refused as well, and so it is after that.
        Entities
          .together(accounts("eve"))
          .ask: inner =>
            intercept[IllegalStateException](accounts.close()): Unit
            inner.ask(accounts("eve"), Account.Deposit(1)): Unit
        intercept[IllegalStateException](accounts.close()): Unit
        // Entities that it has not borrowed are closed.
        others.close()
        scope.ask(accounts("ada"), Account.Deposit(5))
      assertEquals(cents, 5L)
      intercept[UnsupportedOperationException](both.ask(_ => throw UnsupportedOperationException())): Unit
      accounts.close()
    finally
      system.shutdown(): Unit
      log.close()

  test("a key tells entities apart whose names only look the same"):
    using(): accounts =>
      val key = UUID.randomUUID
      assertEquals(Entities.together(accounts("x"), accounts("y")).answerOnce(key)(_ => 1).value, 1)
      val one = Entities.together(accounts("x account-y"))
      assert(error(one.answerOnce(key)(_ => 2)).isInstanceOf[EntityError.KeyReused])

  test("a function that takes longer than the timeout appends nothing"):
    val log = MemoryEventLog()
    using(log, EntitySettings.defaults.withTimeout(Duration.ofMillis(300))): accounts =>
      val late = error:
        Entities
          .together(accounts("ada"), accounts("bob"))
          .ask: both =>
            both.ask(accounts("ada"), Account.Deposit(1))
            Thread.sleep(400)
      assertEquals(late.executed, EntityError.Executed.No, late.message)
      assertEquals(log.version("account-ada"), Right(0L))

  test("an interrupt before the append is noticed, and the message says what has happened"):
    val log = MemoryEventLog()
    using(log): accounts =>
      val both    = Entities.together(accounts("ada"), accounts("bob"))
      val ended   = Vector.fill(2)(AtomicReference[Throwable]())
      val threads = Vector(
        Thread.ofVirtual.unstarted: () =>
          Thread.currentThread.interrupt()
          try both.ask(_ => ())
          catch case failed: Throwable => ended(0).set(failed),
        Thread.ofVirtual.unstarted: () =>
          try
            both.ask: scope =>
              scope.ask(accounts("ada"), Account.Deposit(1))
              Thread.currentThread.interrupt()
          catch case failed: Throwable => ended(1).set(failed)
      )
      threads.foreach(_.start())
      threads.foreach(_.join())
      for failed <- ended do
        assert(failed.get.isInstanceOf[InterruptedException], s"${failed.get}")
        assert(failed.get.getMessage.endsWith("nothing was appended"), failed.get.getMessage)
      assertEquals(log.version("account-ada"), Right(0L))

  test("an entity of two runtimes is refused"):
    val log    = MemoryEventLog()
    val system = ActorSystem()
    val one    = Entities.open(log, system)(Notes)
    val other  = Entities.open(log, system)(Notes)
    intercept[IllegalArgumentException](Entities.together(one("a"), other("a")))
    assertEquals(Entities.together(one("a"), other("b")).ask(_ => 3), 3)
    one.close()
    other.close()
    system.shutdown(): Unit
    log.close()

  test("it is not for workers of actor systems"):
    using(): accounts =>
      val both   = Entities.together(accounts("ada"), accounts("bob"))
      val result = AtomicReference[Throwable]()
      val failed = accounts("ada")
        .askAsync(Account.Balance)
        .map { _ =>
          try both.ask(_ => ())
          catch case refused: Throwable => result.set(refused)
        }(using scala.concurrent.ExecutionContext.parasitic)
      await(failed)
      // The callback runs on the entity's thread, unless the reply was there before.
      if result.get != null then assert(result.get.isInstanceOf[IllegalStateException], s"${result.get}")

  test("it says which entities decide"):
    using(): accounts =>
      assertEquals(Entities.together(accounts("b"), accounts("a")).toString, "account 'a' and account 'b'")
      val many = Vector.tabulate(8)(at => accounts(s"$at"))
      assertEquals(
        Entities.together(many.head, many.tail*).toString,
        "account '0', account '1', account '2', account '3', account '4' and 3 more"
      )

enum NoteCommand[+R] derives Commands:
  case Add(text: String) extends NoteCommand[Int]

final case class NoteAdded(text: String) derives Codec

object Notes extends Entity[NoteCommand, NoteAdded, Vector[String]]("note"):
  def initial: Vector[String]                                                                     = Vector.empty
  def decide[R](state: Vector[String], command: NoteCommand[R])(using At): Decision[NoteAdded, R] = command match
    case NoteCommand.Add(text) => Decision(NoteAdded(text))(state.size + 1)
  def evolve(state: Vector[String], event: NoteAdded): Vector[String] = state :+ event.text
