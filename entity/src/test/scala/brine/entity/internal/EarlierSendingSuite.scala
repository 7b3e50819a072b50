package brine.entity.internal

import brine.codec.Codec
import brine.entity.{Account, Accounts, Answer, EntityError, WrappedLog}
import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import java.time.Duration
import java.util.UUID
import java.util.concurrent.{CountDownLatch, TimeUnit}

class EarlierSendingSuite extends munit.FunSuite:
  private val key     = UUID(1, 2)
  private val failure = EntityError.Conflicting("account 'a'", 3)

  /** A request of no running entity: it has no permit to return. */
  private final class Asked(command: Account[?]) extends EntityRequest(null, "a", command, key, Duration.ofSeconds(1)):
    private val done = CountDownLatch(1)
    isReleased = true

    protected def ended(): Unit = done.countDown()

    def awaited: AnyRef =
      assert(done.await(20, TimeUnit.SECONDS), "the request has not ended")
      outcome.nn

  /** How a request ends that fails over this log. */
  private def ending(log: EventLog, command: Account[?] = Account.Deposit(5)): AnyRef =
    val replies = ReplyStreams(Accounts)
    val asked   = Asked(command)
    EarlierSending(log, replies, OriginalReply(Accounts, log, replies), EntityHost.Process)
      .failUnlessExecuted(asked, "account 'a'", failure)
    asked.awaited

  /** Stores a reply to the command, as an entity does. */
  private def remember(log: EventLog, command: Account[?], reply: Any): Unit =
    val replies                          = ReplyStreams(Accounts)
    given Codec[RememberedReply[Any]]    = replies.codec(command)
    val record                           = Vector(RememberedReply[Any]("a", 0, reply))
    val stored: Either[AppendError, Any] =
      log.append(replies.stream(command), ExpectedVersion.Any, record, key = Some(key)).await()
    assert(stored.isRight, stored)

  test("what was never executed fails with the error, and nothing is appended"):
    val log = MemoryEventLog()
    try
      assert(ending(log) eq failure)
      assertEquals(log.durable, Offset.Begin)
      // The key is as unknown as before.
      assert(ending(log) eq failure)
    finally log.close()

  test("what was executed has its reply again"):
    val log = MemoryEventLog()
    try
      remember(log, Account.Deposit(5), 105L)
      ending(log) match
        case answer: Answer[?] => assertEquals[Any, Any](answer.value, 105L)
        case other             => fail(s"$other")
      assertEquals(log.durable, Offset(1))
      // For another command it is the same key.
      assert(ending(log, Account.Note("x")).isInstanceOf[EntityError.KeyReused])
    finally log.close()

  test("a log that refuses for another reason, or throws, is not available"):
    for error <- Seq(AppendError.Full, AppendError.ReadOnly("the test says so")) do
      val log = new WrappedLog(MemoryEventLog()):
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          to.rejected(context, error)
      assertEquals(ending(log), EntityError.Unavailable("account 'a'", error))
    for thrown <- Seq(IllegalStateException("the test says so"), OutOfMemoryError("the test says so")) do
      val log = new WrappedLog(MemoryEventLog()):
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          throw thrown
      ending(log) match
        case EntityError.Unavailable(_, ReadError.Unavailable(_, cause)) =>
          assert((cause eq thrown) || (cause.getCause eq thrown), cause)
        case other => fail(s"$other")

  test("a log that accepts any version leaves the outcome unknown"):
    val log = new WrappedLog(MemoryEventLog()):
      override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
        to.appended(context, Offset(1), Offset(1), 1, 1)
    assert(ending(log).isInstanceOf[EntityError.OutcomeUnknown])
