package brine.entity.internal

import brine.codec.{Codec, EncodeError}
import brine.entity.{Answer, EntityError, EntityException}
import brine.journal.{AppendBatch, AppendError, Appended, EventLog, ReadError}
import java.time.Duration
import java.util.UUID

/** The reply of entities that decide together once for a key: stored in the same append, and found again.
  *
  * @param streams
  *   of the entities, whose key it is
  */
private[internal] final class TogetherReply[R](key: UUID, streams: Vector[String], log: EventLog, described: String)(
    using Codec[R]
):
  import TogetherReply.*
  private val codec: Codec[RememberedReply[R]] = RememberedReply.codec
  // Names may have any character, so their lengths say where each ends.
  private val names = streams.map(name => s"${name.length}:$name").mkString

  /** Adds key and reply, before anything else. */
  def addTo(batch: AppendBatch, reply: R): Unit =
    try
      val bytes = Codec.encodeBare(RememberedReply(names, 0, reply))(using codec)
      batch.withKey(key).to(Stream).addStored(codec.schema, bytes): Unit
    catch
      case failed: EncodeError =>
        throw EntityException(EntityError.Unencodable(described, JoinRequest.Command, failed))

  /** The append with the key, if there was one before. */
  def earlier(atMost: Duration): Option[Appended] =
    try
      log.append(EarlierSending.question(key, Stream, codec.schema)).await(atMost) match
        case Left(AppendError.Duplicate(original)) => Some(original)
        case _                                     => None
    catch case UserFailure(failed) if !failed.isInstanceOf[InterruptedException] => None

  /** The reply that was stored with the key. */
  def find(original: Appended): Answer[R] =
    val found =
      try StoredRecord.at(log, original.first)
      catch case UserFailure(failed) => Left(LogFailure.of(log, failed))
    found match
      case Left(error: (ReadError.Failed | ReadError.Unavailable)) => throw unavailable(error)
      case Left(ReadError.Closed)                                  => throw unavailable(ReadError.Closed)
      case Left(error)                                             => throw lost(error.message)
      case Right(None)                                             => throw lost("its record was removed from the log")
      case Right(Some(record)) if record.stream != Stream          =>
        throw reused(s"an append to '${EntityRuntime.inLine(record.stream)}'")
      case Right(Some(record)) =>
        record.value.as(using codec) match
          case Left(error)                           => throw lost(error.getMessage)
          case Right(known) if known.entity != names => throw reused(s"'${EntityRuntime.inLine(known.entity)}'")
          case Right(known)                          =>
            ReplyType
              .difference(record.value.schema, codec.schema, "reply")
              .foreach(different => throw lost(s"$different. A key is for one decision alone"))
            Answer(known.reply, original.last)

  private def unavailable(error: ReadError) = EntityException(EntityError.ReplyUnavailable(described, key, error))
  private def lost(reason: String)          = EntityException(EntityError.ReplyLost(described, key, reason))
  private def reused(used: String)          = EntityException(EntityError.KeyReused(described, key, used))

private[internal] object TogetherReply:
  /** Where the replies are. */
  val Stream = "brine.replies-together"
