package brine.pekko.entity.internal

import brine.codec.Codec
import brine.entity.EntityError
import brine.journal.snapshot.SnapshotError
import brine.journal.{AppendError, ReadError}
import java.nio.file.Path
import java.time.Duration
import java.util.UUID
import munit.FunSuite
import scala.compiletime.constValueTuple
import scala.deriving.Mirror

class WireErrorSuite extends FunSuite:
  private val key    = UUID(1, 2)
  private val failed = IllegalStateException("two\nlines")
  private val entity = "account 'a'"

  private val unencodable = intercept[brine.codec.EncodeError](Codec.encodeBare[Vector[String]](Vector("a", null)))

  private val errors = Vector(
    EntityError.Failed(entity, "Deposit", "decide", failed),
    EntityError.Unencodable(entity, "Deposit", unencodable),
    EntityError.Conflicting(entity, 3),
    EntityError.TooLarge(entity, "Deposit", "too many"),
    EntityError.Unavailable(entity, AppendError.ReadOnly("no space")),
    EntityError.Unavailable(entity, ReadError.Failed(Path.of("journal"), java.io.IOException("broken"))),
    EntityError.Unavailable(entity, SnapshotError.Failed("states", java.io.IOException("broken"))),
    EntityError.HistoryUnavailable(entity, ReadError.Closed),
    EntityError.Unloadable(entity, 7, failed),
    EntityError.Unloadable(entity, 0, failed),
    EntityError.Missing(entity, 3, 9),
    EntityError.OutcomeUnknown(entity, "a fault"),
    EntityError.TimedOut(entity, Duration.ofMillis(1500)),
    EntityError.Busy(entity, Duration.ofSeconds(1)),
    EntityError.Overloaded(entity, 65_536),
    EntityError.KeyReused(entity, key, "another command"),
    EntityError.ReplyLost(entity, key, "gone"),
    EntityError.ReplyUnavailable(entity, key, ReadError.Unavailable("the log", Exception("off"))),
    EntityError.Unsendable(entity, "Deposit", "too large"),
    EntityError.ReplyUnsendable(entity, "Deposit", "too large"),
    EntityError.Closed(entity, "the entities are closed")
  )

  private def sent(error: WireError): WireError =
    Codec.decodeBare[WireError](Codec.encodeBare(error)).fold(throw _, identity)

  private inline def cases(using mirror: Mirror.SumOf[EntityError]): Int =
    constValueTuple[mirror.MirroredElemLabels].size

  test("every kind of error arrives with its kind, its message and what it says of the command"):
    assertEquals(errors.map(_.ordinal).distinct.size, cases)
    for error <- errors do
      val arrived = WireError.read(sent(WireError.of(error)))
      assertEquals(arrived.message, error.message)
      assertEquals(arrived.ordinal, error.ordinal)
      assertEquals(arrived.executed, error.executed)

  test("a kind of a later version says the same of the command, with the message"):
    for error <- errors do
      for later <- Vector(
          WireError.of(error).copy(kind = "Later"),
          WireError.of(error).copy(texts = Vector.fill(9)(""), numbers = Vector.fill(9)(0))
        )
      do
        val arrived = WireError.read(sent(later))
        assertEquals(arrived.executed, error.executed)
        if later.kind == "Later" then assert(clue(arrived.message).contains(error.message))

  test("an exception without end is cut"):
    val error = EntityError.Failed(entity, "Deposit", "decide", IllegalStateException("x" * 1_000_000))
    assert(Codec.encodeBare(WireError.of(error)).length < 30_000)
