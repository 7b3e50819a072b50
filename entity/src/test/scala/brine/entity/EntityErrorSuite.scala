package brine.entity

import brine.journal.{AppendError, JournalException, ReadError}
import java.nio.file.Path
import munit.FunSuite

class EntityErrorSuite extends FunSuite:
  test("the exception has what led to the error, also what led to an error of the log"):
    val failed = RuntimeException("no")
    assert(EntityException(EntityError.Failed("a 'b'", "Open", "decide", failed)).getCause eq failed)
    assert(EntityException(EntityError.Unloadable("a 'b'", 3, failed)).getCause eq failed)
    val broken = java.io.IOException("broken")
    EntityException(EntityError.Unavailable("a 'b'", ReadError.Failed(Path.of("journal"), broken))).getCause match
      case ofLog: JournalException => assert(ofLog.getCause eq broken)
      case other                   => fail(s"$other")
    assertEquals(EntityException(EntityError.Conflicting("a 'b'", 2)).getCause, null)

  test("an error of the log is part of the message"):
    val error = EntityError.Unavailable("account 'ada'", AppendError.ReadOnly("no space"))
    assert(error.message.startsWith("a command to account 'ada' cannot be executed now: "), error.message)
    assert(error.message.contains(AppendError.ReadOnly("no space").message), error.message)

  test("a message is a sentence about one entity and about several"):
    val key    = java.util.UUID(0, 1)
    val closed = ReadError.Closed
    val whole  = Vector(
      EntityError.ReplyLost(_, key, "gone"),
      EntityError.ReplyUnavailable(_, key, closed),
      EntityError.Unavailable(_, closed),
      EntityError.TimedOut(_, java.time.Duration.ofSeconds(1)),
      EntityError.Busy(_, java.time.Duration.ofSeconds(1)),
      EntityError.OutcomeUnknown(_, "a fault"),
      EntityError.Conflicting(_, 2),
      EntityError.KeyReused(_, key, "another command"),
      EntityError.TooLarge(_, "a decision", "too many events")
    )
    for error <- whole do
      val message = error("c 'x' and c 'y'").message
      for verb <- Vector("has", "is", "was", "takes") do assert(!clue(message).contains(s"'y' $verb "))
