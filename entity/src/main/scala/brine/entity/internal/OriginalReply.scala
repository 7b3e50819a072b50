package brine.entity.internal

import brine.entity.{Answer, Entity, EntityError}
import brine.journal.{Appended, EventLog, Offset, ReadError, Stored}
import java.util.UUID

/** Finds the reply to a command whose key was used before, as it was stored then. Blocks while it reads. */
private[internal] final class OriginalReply[C[+_]](entity: Entity[C, ?, ?], log: EventLog, replies: ReplyStreams[C]):
  /** Ends a request with the reply that was stored. */
  def answer(request: EntityRequest, described: String, original: Appended): Unit =
    val found =
      try find(request, described, original)
      // Whatever it is: the request must end.
      catch case failed: Throwable => Left(unread(request, described, LogFailure.of(log, failed)))
    found match
      case Right(answer) => request.answer(answer)
      case Left(error)   => request.fail(error)

  private def find(request: EntityRequest, described: String, original: Appended): Either[EntityError, Answer[Any]] =
    // The reply is the first record of its append, before the events.
    StoredRecord.at(log, original.first) match
      case Left(error) => Left(unread(request, described, error))
      case Right(None) => Left(lost(request, described, "its record was removed from the log"))
      case Right(Some(record)) if !replies.has(request.command, record.stream) =>
        Left(reused(request, described, s"an append to '${EntityRuntime.inLine(record.stream)}'"))
      case Right(Some(record)) =>
        record.value.as(using replies.codec(request.command)) match
          case Left(error)                                          => Left(lost(request, described, error.getMessage))
          case Right(remembered) if remembered.entity != request.id =>
            Left(reused(request, described, s"a command to '${EntityRuntime.inLine(remembered.entity)}'"))
          case Right(remembered) =>
            val hasEvents = original.first.sequence < original.last.sequence
            val offset    =
              if hasEvents then Right(original.last)
              else offsetOf(entity.stream(request.id), remembered.version, original.last)
            offset.left.map(unread(request, described, _)).map(Answer(remembered.reply, _))

  /** The offset of an event of a stream. If it is not there any more, that of the reply, which is behind it. */
  private def offsetOf(stream: String, version: Long, ofReply: Offset): Either[ReadError, Offset] =
    if version == 0 then Right(Offset.Begin)
    else
      val records = log.read[Stored](stream, version)
      try
        records.next() match
          case Right(Some(record)) if record.version == version         => Right(record.offset)
          case Right(_) | Left(_: (ReadError.Gone | ReadError.Deleted)) => Right(ofReply)
          case Left(error)                                              => Left(error)
      finally records.close()

  private def keyOf(request: EntityRequest): UUID = request.key.nn

  private def reused(request: EntityRequest, described: String, used: String) =
    EntityError.KeyReused(described, keyOf(request), used)

  private def unread(request: EntityRequest, described: String, error: ReadError) = error match
    case ReadError.Closed | _: (ReadError.Failed | ReadError.Unavailable) =>
      EntityError.ReplyUnavailable(described, keyOf(request), error)
    case lasting => lost(request, described, lasting.message)

  private def lost(request: EntityRequest, described: String, reason: String) =
    EntityError.ReplyLost(described, keyOf(request), reason)
