package brine.pekko.entity.internal

import brine.journal.ReadError
import java.util.UUID
import org.apache.pekko.actor.NoSerializationVerificationNeeded
import org.apache.pekko.actor.typed.ActorRef

/** What travels between nodes: [[EntitySerializer]] writes it. */
private[pekko] sealed trait WireMessage

/** What an entity's actor receives. */
private[pekko] sealed trait ShardMessage

private[pekko] object ShardMessage:
  /** What the shard region takes, for one entity. */
  sealed trait Addressed extends ShardMessage, WireMessage:
    def id: String

    /** Whoever has sent the call, and its number there. */
    def call: CallId

  /** A command.
    *
    * @param timeoutNanos
    *   how long its caller waits from now on
    * @param replyFingerprint
    *   fingerprint of the schema of replies that the caller knows
    * @param withSchema
    *   whether the command is sent with its schema
    * @param local
    *   the caller's calls, as long as the command is in the process of its caller
    * @param log
    *   identity of the caller's log, if it has one
    */
  final class Call(
      val id: String,
      val call: CallId,
      val command: Payload,
      val key: Option[UUID],
      val timeoutNanos: Long,
      val replyFingerprint: Long,
      val withSchema: Boolean,
      val local: Calls[?] | Null,
      val log: Option[UUID] = None
  ) extends Addressed

  /** Asks whether a call is pending here. Only if it is not, there is a reply: [[Outcome.Unknown]]. */
  final class Probe(val id: String, val call: CallId) extends Addressed

  /** The entity leaves this node: finish what is decided, refuse the rest, and stop. */
  case object Stop extends ShardMessage, NoSerializationVerificationNeeded

  /** The runtime is done with a call. */
  final class Finished(val call: CallId) extends ShardMessage, NoSerializationVerificationNeeded

  /** The entity is not in the memory of the runtime. */
  case object Evicted extends ShardMessage, NoSerializationVerificationNeeded

  /** The version of the entity's stream, when these calls had arrived. */
  final class Confirmed(val version: Either[ReadError, Long], val calls: Vector[Call])
      extends ShardMessage,
        NoSerializationVerificationNeeded

/** Names a call in the cluster.
  *
  * @param caller
  *   who gets the outcome
  * @param number
  *   of the call at this caller
  */
private[pekko] final case class CallId(caller: ActorRef[Outcome], number: Long)

/** What the actor for replies receives. */
private[pekko] sealed trait ReplyMessage

private[pekko] object ReplyMessage:
  /** Time to look at the calls that are pending. */
  case object Tick extends ReplyMessage, NoSerializationVerificationNeeded

/** What became of a call, for its caller. */
private[pekko] sealed trait Outcome extends ReplyMessage, WireMessage:
  /** The number of the call. */
  def number: Long

private[pekko] object Outcome:
  /** @param offset the offset of the answer */
  final class Answered(val number: Long, val offset: Long, val reply: Payload) extends Outcome

  final class Failed(val number: Long, val error: brine.entity.EntityError) extends Outcome

  /** The entity moves to another node, and was not asked. */
  final class NotHere(val number: Long) extends Outcome

  /** The command was not read: its schema is needed. */
  final class SchemaNeeded(val number: Long) extends Outcome

  /** No such call is pending. */
  final class Unknown(val number: Long) extends Outcome
