package brine.entity

import brine.actor.{ActorSystem, Backoff}
import brine.entity.prevalence.MissingLog
import brine.journal.testkit.MemoryEventLog
import brine.journal.{AppendError, EventLog, ExpectedVersion, Offset}
import java.time.Duration
import java.util.UUID
import java.util.concurrent.CompletableFuture
import munit.FunSuite
import scala.util.Try

/** What commands are told when logs fail, other writers append, callers give up and entities are closed. */
class EntityFailuresSuite extends FunSuite, EntitiesBase:
  private val impatient = EntitySettings(
    timeout = Duration.ofMillis(50),
    backoff = Backoff.of(Duration.ofMillis(1), Duration.ofMillis(4))
  )
  private val quick = impatient.withTimeout(Duration.ofSeconds(20))

  private def another(log: EventLog, cents: Long, stream: String = "account-a"): Unit =
    val event: AccountEvent = AccountEvent.Deposited(cents)
    assert(log.append(stream, ExpectedVersion.Any, Seq(event)).await().isRight)

  // ---- Other writers ------------------------------------------------------------------------------------------------

  test("events of another writer are seen, and a command is decided on them"):
    val log = MemoryEventLog()
    using(log): accounts =>
      assertEquals(accounts("a").ask(Account.Deposit(1)), 1L)
      another(log, 10)
      assertEquals(accounts("a").ask(Account.Deposit(100)), 111L)
      assertEquals(accounts("a").ask(Account.Balance), 111L)

  test("a command fails if another writer is first each time"):
    val inner = MemoryEventLog()
    val log   = AnsweringLog(inner)
    using(log, quick.withMaxAttempts(3)): accounts =>
      log.before = () => inner.tryAppend("account-a", ExpectedVersion.Any, Seq(AccountEvent.Deposited(1))): Unit
      val failed = error(accounts("a").ask(Account.Deposit(100)))
      assert(failed.isInstanceOf[EntityError.Conflicting], failed.message)
      assertEquals(failed.executed, EntityError.Executed.No)
      log.before = () => ()
      assertEquals(accounts("a").ask(Account.Balance), 3L)
      assertEquals(accounts("a").ask(Account.Deposit(100)), 103L)

  test("a stream that was deleted is an entity without events, and its versions continue"):
    val log = MemoryEventLog()
    using(log, entity = AccountEntity(saves = SavePolicy(1))): accounts =>
      accounts("a").ask(Account.Deposit(5)): Unit
      assert(log.delete("account-a").await().isRight)
      // In memory, the entity learns of it with its next append.
      assertEquals(accounts("a").ask(Account.Deposit(7)), 7L)
      assertEquals(log.version("account-a"), Right(3L))

  test("a deleted stream is loaded as an entity without events"):
    val log = MemoryEventLog()
    try
      running(log, entity = AccountEntity(saves = SavePolicy(1))): accounts =>
        assertEquals(accounts("a").ask(Account.Deposit(5)), 5L)
      assert(log.delete("account-a").await().isRight)
      assert(log.delete("account-never").await().isRight)
      running(log): accounts =>
        assertEquals(accounts("a").ask(Account.Balance), 0L)
        assertEquals(accounts("a").ask(Account.Deposit(7)), 7L)
        assertEquals(accounts("never").ask(Account.Deposit(1)), 1L)
        assertEquals(log.version("account-a"), Right(3L))
    finally log.close()

  // ---- Logs that fail -----------------------------------------------------------------------------------------------

  test("a log that is read-only fails commands, and works again afterwards"):
    val log = AnsweringLog(MemoryEventLog())
    using(log, quick): accounts =>
      accounts("a").ask(Account.Deposit(1)): Unit
      log.answers.add(Some(AppendError.ReadOnly("no space")))
      val failed = error(accounts("a").ask(Account.Deposit(10)))
      assert(clue(failed.message).contains("no space"))
      assertEquals(failed.executed, EntityError.Executed.No)
      assertEquals(accounts("a").ask(Account.Balance), 1L)
      assertEquals(accounts("a").ask(Account.Deposit(10)), 11L)

  test("a log without room is tried again"):
    val log = AnsweringLog(MemoryEventLog())
    using(log, quick): accounts =>
      for _ <- 1 to 3 do log.answers.add(Some(AppendError.Full))
      assertEquals(accounts("a").ask(Account.Deposit(1)), 1L)
      assert(log.answers.isEmpty)

  test("if the outcome of an append is unknown, so is that of its commands; with a key they are executed once"):
    val log = AnsweringLog(MemoryEventLog())
    using(log, quick): accounts =>
      val key = UUID.randomUUID
      log.answers.add(Some(AppendError.OutcomeUnknown(Offset(1), Offset(1))))
      val failed = error(accounts("a").answer(Account.Deposit(1), Some(key)))
      assert(failed.isInstanceOf[EntityError.OutcomeUnknown], failed.message)
      assertEquals(failed.executed, EntityError.Executed.Unknown)
      assertEquals(accounts("a").answer(Account.Deposit(1), Some(key)).value, 1L)
      assertEquals(accounts("a").answer(Account.Deposit(1), Some(key)).value, 1L)
      assertEquals(accounts("a").ask(Account.Balance), 1L)

  test("an entity that cannot be read is loaded again after a pause"):
    val log = AnsweringLog(MemoryEventLog())
    using(log, quick): accounts =>
      log.failingReads = 5
      assertEquals(accounts("a").ask(Account.Deposit(1)), 1L)
      assertEquals(log.reads, 6)

  test("events that cannot be folded fail all commands at once"):
    val log = MemoryEventLog()
    using(log): accounts =>
      val event: AccountEvent = AccountEvent.Failing
      assert(log.append("account-a", ExpectedVersion.Any, Seq(event)).await().isRight)
      val failed = error(accounts("a").ask(Account.Deposit(1)))
      assert(clue(failed.message).contains("evolve with event 1"))
      assert(log.append("account-b", ExpectedVersion.Any, Seq("text")).await().isRight)
      val other = error(accounts("b").ask(Account.Deposit(1)))
      assert(other.isInstanceOf[EntityError.Unavailable], other.message)
      assertEquals(accounts("c").ask(Account.Deposit(1)), 1L)

  test("an entity without all its events is not loaded, whatever was saved"):
    for saves <- Seq(SavePolicy.never, SavePolicy(2)) do
      val log = MissingLog(MemoryEventLog())
      try
        running(log, entity = AccountEntity(saves = saves)): accounts =>
          for _ <- 1 to 3 do accounts("a").ask(Account.Deposit(1))
        for _ <- 1 to 3 do another(log, 1)
        log.removed = Set(5L)
        val key = UUID.randomUUID
        running(log, entity = AccountEntity(saves = saves)): accounts =>
          for command <- Seq(Account.Balance, Account.Deposit(1)) do
            val failed = error(accounts("a").answer(command, Some(key)))
            assertEquals(failed, EntityError.Missing("account 'a'", 5, 6))
        log.removed = Set.empty
        running(log, entity = AccountEntity(saves = saves)): accounts =>
          assertEquals(accounts("a").ask(Account.Balance), 6L)
      finally log.close()

  test("an entity that was deleted misses none of the events before the deletion, but those after it"):
    val log = MissingLog(MemoryEventLog())
    try
      for _ <- 1 to 3 do another(log, 1)
      assert(log.delete("account-a").await().isRight)
      for _ <- 1 to 3 do another(log, 10)
      log.removed = Set(1L, 2L, 3L)
      running(log)(accounts => assertEquals(accounts("a").ask(Account.Balance), 30L))
      log.removed = Set(5L)
      running(log): accounts =>
        assertEquals(error(accounts("a").ask(Account.Balance)), EntityError.Missing("account 'a'", 5, 6))
    finally log.close()

  test("a state that is null fails the command, and nothing is stored"):
    val log    = MemoryEventLog()
    val entity = new AccountEntity:
      override def evolve(state: AccountState, event: AccountEvent): AccountState = null
    using(log, entity = entity): accounts =>
      val failed = error(accounts("a").ask(Account.Deposit(1)))
      assert(clue(failed.message).startsWith("evolve of account 'a' failed on the command Deposit"))
      assertEquals(log.version("account-a"), Right(0L))

  test("a log that is closed fails commands at once"):
    val log = MemoryEventLog()
    using(log): accounts =>
      accounts("a").ask(Account.Deposit(1)): Unit
      log.close()
      for id <- List("a", "b") do
        val failed = error(accounts(id).ask(Account.Deposit(1)))
        assert(failed.isInstanceOf[EntityError.Unavailable], failed.message)

  test("a lack of memory ends the actor, and the next command begins another one"):
    val log = HeldLog(MemoryEventLog())
    using(log): accounts =>
      val first  = accounts("a").askAsync(Account.Deposit(1))
      val second = accounts("a").askAsync(Account.Deposit(2))
      eventually("an append")(log.calls == 1)
      val failed = error(accounts("a").ask(Account.Fail("memory")))
      assert(clue(failed.message).contains("the test says so"))
      assert(error(await(first)).isInstanceOf[EntityError.OutcomeUnknown])
      assert(error(await(second)).isInstanceOf[EntityError.Closed])
      log.release()
      eventually("the first deposit")(log.version("account-a") == Right(1L))
      assertEquals(accounts("a").ask(Account.Deposit(4)), 5L)

  test("failures that cannot say what they are fail one command each, and no more"):
    using(settings = quick.withMaxPendingCommands(2)): accounts =>
      accounts("a").ask(Account.Deposit(1)): Unit
      for kind <- List("message", "control", "message"); key <- List(None, Some(UUID.randomUUID)) do
        val failed = error(accounts("a").answer(Account.Fail(kind), key))
        assert(failed.isInstanceOf[EntityError.Failed], failed.message)
      assertEquals(accounts("a").ask(Account.Deposit(1)), 2L)

  test("an entity whose evolve fails without a message cannot be loaded, and others can"):
    val log    = MemoryEventLog()
    val silent = new AccountEntity():
      override def evolve(state: AccountState, event: AccountEvent): AccountState =
        if event == AccountEvent.Failing then throw SilentFailure() else super.evolve(state, event)
    using(log, quick, silent): accounts =>
      val event: AccountEvent = AccountEvent.Failing
      assert(log.append("account-a", event).await().isRight)
      val failed = error(accounts("a").ask(Account.Balance))
      assert(clue(failed.message).contains("evolve with event 1 failed with brine.entity.SilentFailure"))
      assertEquals(accounts("b").ask(Account.Balance), 0L)

  test("a log whose failure has no message is tried again"):
    val inner = MemoryEventLog()
    val log   = new WrappedLog(inner):
      @volatile var failing                                   = 5
      override protected def beforeRead(stream: String): Unit = if failing > 0 then
        failing -= 1
        throw SilentFailure()
    using(log, quick)(accounts => assertEquals(accounts("a").ask(Account.Deposit(1)), 1L))

  test("many commands that are refused at once take no stack"):
    val log = RefusingLog(MemoryEventLog())
    using(log, quick): accounts =>
      val replies = (1 to 20_000).map(n => accounts("a").answerAsync(Account.Deposit(n), Some(UUID(1, n))))
      log.release()
      for reply <- replies do
        val failed = error(await(reply))
        assert(failed.isInstanceOf[EntityError.Unavailable], failed.message)

  // ---- Callers ------------------------------------------------------------------------------------------------------

  test("a command that takes too long times out, and may still be executed"):
    val log = HeldLog(MemoryEventLog())
    using(log, impatient): accounts =>
      val later = accounts("a").askAsync(Account.Deposit(1))
      val first = error(accounts("a").ask(Account.Deposit(10)))
      val other = error(await(later))
      for failed <- List(first, other) do
        assert(failed.isInstanceOf[EntityError.TimedOut], failed.message)
        assertEquals(failed.executed, EntityError.Executed.Unknown)
      log.release()
      // The entity continues, whether or not its callers wait.
      eventually("a reply")(Try(accounts("a").ask(Account.Balance)).toOption.exists(Set(0L, 1L, 10L, 11L)))

  test("an interrupt ends the wait, and nothing else"):
    val log = HeldLog(MemoryEventLog())
    using(log): accounts =>
      val failed = CompletableFuture[Throwable]()
      val caller = Thread.ofVirtual.start: () =>
        try failed.completeExceptionally(AssertionError(accounts("a").ask(Account.Deposit(1)).toString)): Unit
        catch case ended: Throwable => failed.complete(ended): Unit
      eventually("an append")(log.calls == 1)
      caller.interrupt()
      assert(failed.get.isInstanceOf[InterruptedException], failed.get)
      log.release()
      assertEquals(accounts("a").ask(Account.Balance), 1L)

  test("more commands than may be pending wait, or are refused"):
    val log = HeldLog(MemoryEventLog())
    using(log, quick.withTimeout(Duration.ofSeconds(1)).withMaxPendingCommands(2)): accounts =>
      for n <- 1 to 2 do accounts(s"$n").askAsync(Account.Deposit(n)): Unit
      eventually("two appends")(log.calls == 2)
      val failed = error(await(accounts("3").askAsync(Account.Deposit(3))))
      assert(failed.isInstanceOf[EntityError.Overloaded], failed.message)
      assert(error(accounts("3").ask(Account.Deposit(3))).isInstanceOf[EntityError.Overloaded])
      assertEquals(log.version("account-3"), Right(0L))
      log.release()
      for n <- 1 to 2 do eventually("a deposit")(log.version(s"account-$n") == Right(1L))
      eventually("room")(Try(accounts("3").ask(Account.Deposit(3))).toOption.contains(3L))

  // ---- Closing ------------------------------------------------------------------------------------------------------

  test("closing waits for what is decided, and refuses the rest"):
    val log    = HeldLog(MemoryEventLog())
    val system = ActorSystem()
    try
      val accounts = Entities.open(log, system)(Accounts)
      val decided  = accounts("a").askAsync(Account.Deposit(1))
      val gathered = accounts("a").askAsync(Account.Deposit(2))
      eventually("an append")(log.calls == 1)
      val keyed  = accounts("a").answerAsync(Account.Deposit(4), Some(UUID.randomUUID))
      val closed = CompletableFuture.runAsync(() => accounts.close())
      assert(error(await(keyed)).isInstanceOf[EntityError.Closed])
      assert(error(accounts("b").ask(Account.Balance)).isInstanceOf[EntityError.Closed])
      assert(error(await(accounts("a").askAsync(Account.Balance))).isInstanceOf[EntityError.Closed])
      assert(!closed.isDone)
      log.release()
      closed.get
      assertEquals((await(decided), await(gathered)), (1L, 3L))
      accounts.close()
      eventually("all to leave memory")(accounts.inMemory == 0)
    finally
      system.shutdown(): Unit
      log.close()

  test("closing ends although the log cannot be read any more"):
    val inner = AnsweringLog(MemoryEventLog())
    val log   = HeldLog(inner)
    using(log): accounts =>
      val first = accounts("a").askAsync(Account.Deposit(1))
      eventually("an append")(log.calls == 1)
      val second = accounts("a").askAsync(Account.Deposit(2))
      val closed = CompletableFuture.runAsync(() => accounts.close())
      eventually("closing")(Try(await(accounts("b").askAsync(Account.Balance))).isFailure)
      inner.failingReads = Int.MaxValue
      inner.answers.add(Some(AppendError.OutcomeUnknown(Offset(1), Offset(1))))
      log.release()
      closed.get
      assert(error(await(first)).isInstanceOf[EntityError.OutcomeUnknown])
      assert(error(await(second)).isInstanceOf[EntityError.Closed])

  test("the shutdown of the actor system closes the entities first"):
    val log      = MemoryEventLog()
    val system   = ActorSystem()
    val accounts = Entities.open(log, system)(Accounts)
    val replies  = (1 to 100).map(n => accounts(s"$n").askAsync(Account.Deposit(n)))
    system.shutdown(): Unit
    for (reply, n) <- replies.zip(1 to 100) do
      Try(await(reply)).fold(
        failed => assert(clue(failed).getMessage.contains("closed")),
        cents => assertEquals(cents, n.toLong)
      )
    assert(error(accounts("1").ask(Account.Balance)).isInstanceOf[EntityError.Closed])
    accounts.close()
    log.close()
