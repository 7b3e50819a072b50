package brine.entity.prevalence.internal

import brine.codec.Codec
import java.util.UUID

/** A transaction as the log has it, with what it needs to be repeated.
  *
  * @param micros
  *   its time, in microseconds since 1970
  * @param id
  *   the identity of its [[brine.entity.At]], if it was used
  * @param seed
  *   the seed, if it was used
  * @param reply
  *   a check of its reply, see [[ReplyMark]]
  * @param transaction
  *   the transaction
  */
private[prevalence] final case class TransactionRecord[T](
    micros: Long,
    id: Option[UUID],
    seed: Option[Long],
    reply: Int,
    transaction: T
)

private[prevalence] object TransactionRecord:
  def codec[T](using Codec[T]): Codec[TransactionRecord[T]] = Codec.derived
