package brine.entity.process.internal

import brine.codec.Codec
import brine.entity.internal.{LogFailure, UserFailure}
import brine.entity.process.StepCause
import brine.journal.{EventLog, Offset, Query, ReadError, Record, Records, Stored, StreamDeleted}
import scala.annotation.tailrec

/** Finds in the log whether instances have reacted to events: their states have no more than the last one. Thread-safe.
  */
private[process] final class Reactions(log: EventLog):
  import Reactions.*

  /** Whether an instance has a step that follows from an event. Reads those of its steps that are after the event, and
    * decodes no more of them than the cause: so types of users do not matter.
    *
    * @param stream
    *   the stream of the instance
    * @param event
    *   offset of the event
    */
  def has(stream: String, event: Long): Either[ReadError, Boolean] =
    try
      val steps = log.readQueryAfter[Stored](Query.stream(stream), Offset(event))
      try found(steps, event)
      finally steps.close()
    catch
      case interrupted: InterruptedException => throw interrupted
      case UserFailure(failed)               => Left(LogFailure.of(log, failed))

  @tailrec private def found(steps: Records[Stored], event: Long): Either[ReadError, Boolean] = steps.next() match
    case Left(error)         => Left(error)
    case Right(None)         => Right(false)
    case Right(Some(record)) =>
      causedBy(record) match
        case Left(error)    => Left(error)
        case Right(`event`) => Right(true)
        case Right(_)       => found(steps, event)

  /** The event that a step follows from; 0 if it is none. */
  private def causedBy(record: Record[Stored]): Either[ReadError, Long] =
    if record.tags(StreamDeleted.Tag) then Right(0)
    else
      record.value.as[Caused] match
        case Left(undecodable) => Left(ReadError.Undecodable(record.offset, record.stream, undecodable))
        case Right(Caused(StepCause.Event(offset, _))) => Right(offset)
        case Right(_)                                  => Right(0)

private[process] object Reactions:
  /** What a [[brine.entity.process.ProcessStep]] says of its cause. */
  private[internal] final case class Caused(cause: StepCause)
  private[internal] object Caused:
    implicit val codec: Codec[Caused] = Codec.derived
