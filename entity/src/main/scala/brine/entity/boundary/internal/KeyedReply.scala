package brine.entity.boundary.internal

import brine.actor.internal.support.Described
import brine.codec.Codec
import brine.entity.Answer
import brine.entity.boundary.BoundaryError
import brine.entity.internal.{EarlierSending, LogFailure, ReplyType, StoredRecord}
import brine.journal.{AppendBatch, Appended, ReadAs, ReadError, Record, Stored}
import java.util.UUID
import scala.util.control.NonFatal

/** The reply to a decision with an idempotency key. It is stored in the append of the decision, as its first record: a
  * log knows a key as long as it keeps that.
  */
private[boundary] final class KeyedReply[E, R](runtime: BoundaryRuntime[E], val key: UUID, codec: Codec[R]):
  private val stream   = runtime.events.replyStream
  private val decoding = ReadAs.decoded[R](using codec)(using runtime.events.schemas)

  /** Begins an append with the key and the reply. */
  def addTo(batch: AppendBatch, reply: R): Unit = batch.withKey(key).to(stream).add(reply)(using codec): Unit

  /** An append that tells whether the key is known, and never is executed. */
  def question: AppendBatch = EarlierSending.question(key, stream, codec.schema)

  /** The reply of the append that was the first with this key. */
  def first(original: Appended): Answer[R] =
    recordAt(original) match
      case Left(error)                                    => throw runtime.failed(unread(error))
      case Right(None)                                    => throw runtime.failed(lost("its record was removed"))
      case Right(Some(record)) if record.stream != stream =>
        throw runtime.failed(
          BoundaryError.KeyReused(runtime.described, key, s"an append to '${Described.inLine(record.stream)}'")
        )
      case Right(Some(record)) =>
        val reply     = decoding.read(record.value.bytes, record.value.schema)
        val different = ReplyType.difference(record.value.schema, codec.schema)
        (reply, different) match
          case (Right(reply), None) => Answer(reply, original.last)
          case (Left(error), _)     => throw lostToAnother(error.getMessage)
          case (_, Some(different)) => throw lostToAnother(different)

  private def recordAt(original: Appended): Either[ReadError, Option[Record[Stored]]] =
    try StoredRecord.at(runtime.log, original.first)
    catch case NonFatal(thrown) => Left(LogFailure.of(runtime.log, thrown))

  private def unread(error: ReadError): BoundaryError = error match
    case ReadError.Closed | _: (ReadError.Failed | ReadError.Unavailable) =>
      BoundaryError.ReplyUnavailable(runtime.described, key, error)
    case lasting => lost(lasting.message)

  private def lostToAnother(reason: String) = runtime.failed(lost(s"$reason. A key is for one decision alone"))

  private def lost(reason: String): BoundaryError = BoundaryError.ReplyLost(runtime.described, key, reason)
