package brine.entity.internal

import brine.entity.{Answer, Entity, EntityError}
import brine.journal.{Appended, EventLog, Offset, ReadError, Record, Stored}
import java.util.UUID

/** Finds the reply to a command whose key was used before, as it was stored then. Blocks while it reads. */
private[internal] final class OriginalReply[C[+_]](entity: Entity[C, ?, ?], log: EventLog, replies: ReplyStreams[C]):
  /** Ends a request with the reply that was stored. */
  def answer(request: EntityRequest, described: String, original: Appended): Unit =
    val found =
      try find(request, described, original)
      // Whatever it is: the request must end.
      catch case failed: Throwable => Left(lost(request, described, failed.toString))
    found match
      case Right(answer) => request.answer(answer)
      case Left(error)   => request.fail(error)

  private def find(request: EntityRequest, described: String, original: Appended): Either[EntityError, Answer[Any]] =
    recordAt(original.last) match
      case Left(reason)                                                      => Left(lost(request, described, reason))
      case Right(record) if record.stream != replies.stream(request.command) =>
        Left(reused(request, described, s"an append to '${EntityRuntime.inLine(record.stream)}'"))
      case Right(record) =>
        record.value.as(using replies.codec(request.command)) match
          case Left(error)                                          => Left(lost(request, described, error.getMessage))
          case Right(remembered) if remembered.entity != request.id =>
            Left(reused(request, described, s"a command to '${EntityRuntime.inLine(remembered.entity)}'"))
          case Right(remembered) =>
            // The reply is the last record of its append, behind the events.
            val hasEvents = original.first.sequence < original.last.sequence
            val offset    =
              if hasEvents then Right(Offset(original.last.sequence - 1))
              else offsetOf(entity.stream(request.id), remembered.version, original.last)
            offset.left.map(lost(request, described, _)).map(Answer(remembered.reply, _))

  /** The offset of an event of a stream. If it is not there any more, that of the reply, which is behind it. */
  private def offsetOf(stream: String, version: Long, ofReply: Offset): Either[String, Offset] =
    if version == 0 then Right(Offset.Begin)
    else
      val records = log.read[Stored](stream, version)
      try
        records.next() match
          case Right(Some(record)) if record.version == version         => Right(record.offset)
          case Right(_) | Left(_: (ReadError.Gone | ReadError.Deleted)) => Right(ofReply)
          case Left(error)                                              => Left(error.message)
      finally records.close()

  private def recordAt(offset: Offset): Either[String, Record[Stored]] =
    val records = log.readAll[Stored](offset)
    try
      records.next() match
        case Right(Some(record)) if record.offset == offset => Right(record)
        case Right(_)                                       => Left("its record was removed from the log")
        case Left(error)                                    => Left(error.message)
    finally records.close()

  private def keyOf(request: EntityRequest): UUID = request.key.nn

  private def reused(request: EntityRequest, described: String, used: String) =
    EntityError.KeyReused(described, keyOf(request), used)

  private def lost(request: EntityRequest, described: String, reason: String) =
    EntityError.ReplyLost(described, keyOf(request), reason)
