package brine.pekko.projection.internal

import brine.codec.Codec
import java.time.Instant
import java.util.UUID
import org.apache.pekko.actor.NoSerializationVerificationNeeded
import org.apache.pekko.actor.typed.ActorRef

/** What the actor of a slice gets. */
private[pekko] sealed trait SliceMessage

/** What is sent between nodes; [[SliceSerializer]] writes it. */
private[pekko] trait SliceWire

private[pekko] object SliceMessage:
  /** Is for the slice with a number, wherever it is. */
  sealed trait Addressed extends SliceMessage, SliceWire:
    def slice: Int

  /** Starts the actor of a slice, if it is not there. */
  final case class Wake(slice: Int) extends Addressed

  /** Something is asked of a slice.
    *
    * @param log
    *   identity of the caller's log, if it has one
    * @param database
    *   identity of the caller's database, if it knows that
    */
  final case class Ask(
      slice: Int,
      caller: ActorRef[SliceReply],
      question: SliceQuestion,
      log: Option[UUID],
      database: Option[UUID]
  ) extends Addressed

  /** The slice moves, or its node leaves. */
  case object Stop extends SliceMessage, NoSerializationVerificationNeeded

  /** A run of the slice has ended. */
  final case class Ended(run: Long) extends SliceMessage, NoSerializationVerificationNeeded

  /** A pause is over, or slices may run on this node. */
  case object Restart extends SliceMessage, NoSerializationVerificationNeeded

  /** No slice may run on this node any more. */
  case object Refused extends SliceMessage, NoSerializationVerificationNeeded

// No `derives` below: Scala 3.3 compiles it to a lazy val.

/** What is asked of a slice. */
private[pekko] enum SliceQuestion:
  /** What it is doing. */
  case Status

  /** Whether it has reached an offset; the answer comes after a number of nanoseconds at last. */
  case Reach(offset: Long, nanos: Long)

  /** To apply the records of a key that are set aside, or to forget them. */
  case Replay(key: String)
  case Discard(key: String)

private[pekko] object SliceQuestion:
  implicit val codec: Codec[SliceQuestion] = Codec.derived

private[pekko] enum SliceAnswer:
  case Status(
      position: Long,
      hasCaughtUp: Boolean,
      applied: Long,
      recordsPerSecond: Double,
      setAside: Int,
      failure: Option[SliceFailure],
      end: Option[String]
  )
  case Reached
  case Behind(position: Long)

  /** Number of records replayed or discarded. */
  case Done(count: Int)
  case Failed(problem: String)

  /** The slice leaves this node, or starts again: it may be asked once more. */
  case Moves

  /** The slice does not run yet. */
  case Waits(problem: String)

private[pekko] object SliceAnswer:
  implicit val codec: Codec[SliceAnswer] = Codec.derived

private[pekko] final case class SliceFailure(message: String, attempts: Int, since: Instant)

private[pekko] object SliceFailure:
  implicit val codec: Codec[SliceFailure] = Codec.derived

/** @param node
  *   address of the node that answers
  */
private[pekko] final case class SliceReply(slice: Int, node: String, answer: SliceAnswer) extends SliceWire

private[pekko] object SliceReply:
  implicit val codec: Codec[SliceReply] = Codec.derived
