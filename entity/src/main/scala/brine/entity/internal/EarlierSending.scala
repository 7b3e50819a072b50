package brine.entity.internal

import brine.codec.Schema
import brine.entity.EntityError
import brine.journal.{AppendBatch, AppendError, AppendListener, EventLog, ExpectedVersion, Offset}
import java.util.UUID

/** Finds out whether an earlier sending of a command was executed, although this one cannot be.
  *
  * A log compares a key before the versions. So it is asked by an append with the key, which expects a version that no
  * stream ever has: either the key is known, or the version is wrong. Blocks while the log has no room.
  */
private[internal] final class EarlierSending[C[+_]](
    log: EventLog,
    replies: ReplyStreams[C],
    original: OriginalReply[C],
    host: EntityHost
):
  import EarlierSending.*

  /** Ends a request with a key: with the reply to an earlier sending, or with this error. */
  def failUnlessExecuted(request: EntityRequest, described: String, error: EntityError): Unit =
    try
      val schema = replies.codec(request.command).schema
      val batch  = question(request.key.nn, replies.stream(request.command), schema)
      log.appendBatch(batch, Listener(request, described, error), 0, waits = true)
    // Whatever it is: the request must end.
    catch case failed: Throwable => request.fail(EntityError.Unavailable(described, LogFailure.of(log, failed)))

  private final class Listener(request: EntityRequest, described: String, error: EntityError) extends AppendListener:
    def rejected(context: Long, refusal: AppendError): Unit = refusal match
      case AppendError.Duplicate(first) =>
        host.startFor(request)(original.answer(request, described, first))
      case _: AppendError.WrongVersion => request.fail(error)
      case other                       => request.fail(EntityError.Unavailable(described, other))

    def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
      request.fail(EntityError.OutcomeUnknown(described, s"the log ${log.name} accepts any expected version"))

private[entity] object EarlierSending:
  private inline val NoVersion = Long.MaxValue
  private val NoBytes          = Array.emptyByteArray

  /** An append that no log executes: it is refused as a duplicate if the key is known, and for its version otherwise.
    */
  def question(key: UUID, stream: String, schema: Schema): AppendBatch =
    AppendBatch().withKey(key).to(stream, ExpectedVersion(NoVersion)).addStored(schema, NoBytes)
