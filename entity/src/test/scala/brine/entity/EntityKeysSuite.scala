package brine.entity

import brine.actor.Backoff
import brine.journal.testkit.{FaultStorage, MemoryEventLog}
import brine.journal.{AppendError, CompactionRules, Journal, JournalException, JournalSettings, ReadError}
import java.nio.file.Path
import java.time.Duration
import java.util.UUID
import munit.FunSuite

/** What a command with a key is told that was executed before, when it cannot be executed again. */
class EntityKeysSuite extends FunSuite, EntitiesBase:
  private val key      = Some(UUID(1, 2))
  private val deposit  = Account.Deposit(5)
  private val settings = EntitySettings(
    timeout = Duration.ofSeconds(20),
    backoff = Backoff.of(Duration.ofMillis(1), Duration.ofMillis(4))
  )

  /** Accounts whose second deposit fails. */
  private final class FirstOnly(failure: () => Decision[AccountEvent, Long]) extends AccountEntity():
    override def decide[R](state: AccountState, command: Account[R])(using At): Decision[AccountEvent, R] =
      command match
        case Account.Deposit(_) if state.cents > 0 => failure().asInstanceOf[Decision[AccountEvent, R]]
        case _                                     => super.decide(state, command)

  private val throwing  = FirstOnly(() => throw IllegalStateException("there is a deposit already"))
  private val tooMany   = FirstOnly(() => Decision(Vector.fill(70_000)(AccountEvent.Deposited(1))*)(0L))
  private val tooLarge  = FirstOnly(() => Decision(AccountEvent.Noted("x" * 20_000_000))(0L))
  private val unwritten = FirstOnly(() => Decision(AccountEvent.Noted(null))(0L))

  for (name, entity) <- List(
      "throws an exception"    -> throwing,
      "has too many events"    -> tooMany,
      "is too large"           -> tooLarge,
      "has an event of a null" -> unwritten
    )
  do
    test(s"a command that was executed has its reply again, although a second decision $name"):
      using(MemoryEventLog(), settings, entity): accounts =>
        val first = accounts("a").answer(deposit, key)
        assertEquals(accounts("a").answer(deposit, key), first)
        // One that was never executed is told so.
        val failed = error(accounts("a").answer(deposit, Some(UUID(1, 3))))
        assertEquals(failed.executed, EntityError.Executed.No)
        assertEquals(accounts("a").ask(Account.Balance), 5L)

  test("a command whose first sending is pending has its reply, although a second decision fails"):
    val log = HeldLog(MemoryEventLog())
    using(log, settings, throwing): accounts =>
      val sendings = Vector.fill(3)(accounts("a").answerAsync(deposit, key))
      val query    = accounts("a").askAsync(Account.Balance)
      eventually("an append")(log.calls == 1)
      log.release()
      assertEquals(sendings.map(await(_).value), Vector(5L, 5L, 5L))
      assertEquals(await(query), 5L)

  test("a command whose first sending finds no room at first has its reply, although a second decision fails"):
    val log = AnsweringLog(MemoryEventLog())
    using(log, settings, throwing): accounts =>
      accounts("a").ask(Account.Balance): Unit
      for _ <- 1 to 3 do log.answers.add(Some(AppendError.Full))
      val sendings = Vector.fill(3)(accounts("a").answerAsync(deposit, key))
      assertEquals(sendings.map(await(_).value), Vector(5L, 5L, 5L))

  test("a command that was executed has its reply again, although the entity cannot be loaded any more"):
    val log = MemoryEventLog()
    try
      val first               = running(log, settings)(_("a").answer(deposit, key))
      val event: AccountEvent = AccountEvent.Failing
      assert(log.append("account-a", event).await().isRight)
      running(log, settings): accounts =>
        assertEquals(accounts("a").answer(deposit, key), first)
        val failed = error(accounts("a").answer(deposit, Some(UUID(1, 3))))
        assert(failed.isInstanceOf[EntityError.Unloadable], failed.message)
    finally log.close()

  test("a log that refuses to say whether a command was executed is not available"):
    val log = AnsweringLog(MemoryEventLog())
    using(log, settings, throwing): accounts =>
      accounts("a").answer(deposit, key): Unit
      log.answers.add(Some(AppendError.ReadOnly("the test says so")))
      val failed = error(accounts("a").answer(deposit, key))
      assert(failed.isInstanceOf[EntityError.Unavailable], failed.message)
      assertEquals(accounts("a").answer(deposit, key).value, 5L)

  test("a reply that cannot be read for now is not lost"):
    val log = UnreadLog(MemoryEventLog())
    using(log, settings): accounts =>
      val first = accounts("a").answer(deposit, key)
      for failure <- List(
          JournalException(ReadError.Closed),
          JournalException(ReadError.Unavailable("log", Exception("the test says so"))),
          IllegalStateException("the test says so"),
          SilentFailure(),
          OutOfMemoryError("the test says so")
        )
      do
        log.failure = Some(failure)
        val failed = error(accounts("a").answer(deposit, key))
        assert(failed.isInstanceOf[EntityError.ReplyUnavailable], failed.message)
        assertEquals(failed.executed, EntityError.Executed.Yes)
      log.failure = None
      assertEquals(accounts("a").answer(deposit, key), first)

  test("a key is known as long as its reply, although the events were deleted and compacted"):
    val disk    = FaultStorage(1)
    val options = JournalSettings(segmentSize = 1 << 16, firstSegmentSize = 1 << 16)
    def life[A](body: (Journal, Entities[Account]) => A): A =
      val log = Journal.open(Path.of("data"), options, disk)
      try running(log, settings)(body(log, _))
      finally log.close()
    val first = life: (log, accounts) =>
      val answer = accounts("a").answer(deposit, key)
      assert(log.delete("account-a").await().isRight)
      log.endSegment()
      val compacted = log.compact(CompactionRules(_ => false, leastGain = 0))
      assert(compacted.exists(_.exists(one => one.recordsAfter < one.recordsBefore)), compacted)
      answer
    life: (log, accounts) =>
      assertEquals(accounts("a").answer(deposit, key), first)
      assertEquals(log.version("account-a"), Right(2L))

  test("a key that is null is refused, and nothing is executed"):
    using(): accounts =>
      val account               = accounts("ada")
      def refuses(body: => Any) = assertEquals(intercept[NullPointerException](body).getMessage, "key")
      for key <- Vector[Option[UUID]](null, Some(null)) do
        refuses(account.answer(Account.Deposit(1), key))
        refuses(account.answerAsync(Account.Deposit(1), key))
      refuses(Entities.together(account).answerOnce[Int](null)(_ => 1))
      assertEquals(account.ask(Account.Balance), 0L)
