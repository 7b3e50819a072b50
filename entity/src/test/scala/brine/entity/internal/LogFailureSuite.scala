package brine.entity.internal

import brine.entity.SilentFailure
import brine.journal.testkit.MemoryEventLog
import brine.journal.{AppendError, JournalException, ReadError}

class LogFailureSuite extends munit.FunSuite:
  private val log = MemoryEventLog()

  override def afterAll(): Unit = log.close()

  /** The cause of the error for what is no error of reading. */
  private def cause(failure: Throwable): Exception = LogFailure.of(log, failure) match
    case ReadError.Unavailable(name, cause) =>
      assertEquals(name, log.name)
      cause
    case other => fail(s"$other for $failure")

  test("an error of reading stays what it is"):
    for error <- Seq(ReadError.Closed, ReadError.Unavailable("another", Exception("the test says so"))) do
      assert(LogFailure.of(log, JournalException(error)) eq error)

  test("an exception that says what it is, is the cause itself"):
    for failure <- Seq(IllegalStateException("the test says so"), JournalException(AppendError.Full)) do
      assert(cause(failure) eq failure)

  test("an exception without a message, and an error, are wrapped in an exception that names them"):
    for failure <- Seq(IllegalStateException(), OutOfMemoryError("the test says so"), StackOverflowError()) do
      val wrapped = cause(failure)
      assertEquals(wrapped.getMessage, failure.toString)
      assert(wrapped.getCause eq failure)

  test("a failure that cannot say what it is has an error with its class"):
    val failure = SilentFailure()
    val error   = LogFailure.of(log, failure)
    assert(error.message.contains(classOf[SilentFailure].getName), error.message)
    assert(cause(failure).getCause eq failure)
