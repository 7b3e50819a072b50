package brine.entity

import brine.codec.EncodeError
import brine.entity.internal.FailureText
import brine.journal.{JournalError, JournalException, ReadError}
import brine.journal.snapshot.SnapshotError
import java.time.Duration
import java.util.UUID

/** Why a command has no reply, or an entity no history. Each message says what happened, to which entity, and what to
  * do.
  *
  * A refusal by the entity itself is not among them: it is a reply.
  *
  * @param message
  *   what happened, and what to do
  * @param executed
  *   whether the command has been executed
  */
enum EntityError(val message: String, val executed: EntityError.Executed):
  /** The entity's own code threw an exception. Its state is as before.
    *
    * @param in
    *   the function that failed
    */
  case Failed(entity: String, command: String, in: String, cause: Throwable)
      extends EntityError(
        s"$in of $entity failed on the command $command: ${FailureText.of(cause)}. The state is as before. Correct " +
          "the entity's code",
        EntityError.Executed.No
      )

  /** An event or a reply cannot be encoded. The state is as before. */
  case Unencodable(entity: String, command: String, cause: EncodeError)
      extends EntityError(
        s"the decision of $entity on the command $command cannot be stored: ${FailureText.message(cause)}. The state " +
          "is as before",
        EntityError.Executed.No
      )

  /** Other writers appended to the entity's stream each time before this command could. */
  case Conflicting(entity: String, attempts: Int)
      extends EntityError(
        s"other writers appended to $entity first, $attempts times: send the command again, and let one process own " +
          "an entity",
        EntityError.Executed.No
      )

  /** The events of the command are larger together than an append may be. */
  case TooLarge(entity: String, command: String, reason: String)
      extends EntityError(
        s"the decision of $entity on the command $command is larger than one append may be: $reason",
        EntityError.Executed.No
      )

  /** The log cannot be written now, or the events of the entity cannot be read. */
  case Unavailable(entity: String, cause: JournalError | SnapshotError)
      extends EntityError(
        s"a command to $entity cannot be executed now: ${EntityError.messageOf(cause)}. Nothing was written; correct " +
          "that and send the command again",
        EntityError.Executed.No
      )

  /** The events of the entity cannot be read, for its history. */
  case HistoryUnavailable(entity: String, cause: ReadError)
      extends EntityError(
        s"the history of $entity cannot be read: ${cause.message}. Correct that and read it again",
        EntityError.Executed.No
      )

  /** Events of the entity cannot be folded into its state.
    *
    * @param version
    *   number of the event; 0 if there is no initial state
    */
  case Unloadable(entity: String, version: Long, cause: Throwable)
      extends EntityError(
        s"$entity cannot be loaded: ${EntityError.unloadable(version, FailureText.of(cause))}",
        EntityError.Executed.No
      )

  /** Events of the entity are missing: a compaction has removed them. Without them its state would be wrong.
    *
    * @param version
    *   number of the first missing event
    * @param next
    *   number of the next event that is there
    */
  case Missing(entity: String, version: Long, next: Long)
      extends EntityError(
        s"$entity cannot be loaded: its events from $version to ${next - 1} are missing, as after a compaction. " +
          "Restore a backup of the log, and exclude the streams of entities from compaction",
        EntityError.Executed.No
      )

  /** Writing failed, so nobody can know yet whether the command was executed. */
  case OutcomeUnknown(entity: String, reason: String)
      extends EntityError(
        s"it is not known whether $entity executed the command: $reason. With a key you can send it again: it is " +
          "executed once",
        EntityError.Executed.Unknown
      )

  /** The timeout has passed. The command may still be executed. */
  case TimedOut(entity: String, after: Duration)
      extends EntityError(
        s"$entity did not reply within ${after.toMillis} ms; the command may still be executed. With a key you can " +
          "send it again: it is executed once",
        EntityError.Executed.Unknown
      )

  /** Entities did not decide together in time: one was not free, or the function took too long. Nothing is appended. */
  case Busy(entity: String, after: Duration)
      extends EntityError(
        s"$entity could not decide together within ${after.toMillis} ms, so nothing was appended: it was not free, or " +
          "the function took too long. Send it again, and let fewer decisions need the same entity",
        EntityError.Executed.No
      )

  /** Too many commands are pending. */
  case Overloaded(entity: String, most: Int)
      extends EntityError(
        s"$most commands are pending, so one more to $entity is refused: send fewer at a time, or wait with `ask`",
        EntityError.Executed.No
      )

  /** The key was used before, for another command. */
  case KeyReused(entity: String, key: UUID, used: String)
      extends EntityError(
        s"the key $key cannot name a command to $entity, because it was used for $used: use a new key for each command",
        EntityError.Executed.No
      )

  /** A command with this key was executed, but its reply cannot be read any more. */
  case ReplyLost(entity: String, key: UUID, reason: String)
      extends EntityError(
        s"the command to $entity with the key $key was executed, but its reply cannot be read: $reason",
        EntityError.Executed.Yes
      )

  /** A command with this key was executed, but the log cannot be read now. */
  case ReplyUnavailable(entity: String, key: UUID, cause: ReadError)
      extends EntityError(
        s"the command to $entity with the key $key was executed, but its reply cannot be read now: ${cause.message}. " +
          "Correct that and send the command again: it gets that reply",
        EntityError.Executed.Yes
      )

  /** The command cannot be sent to the node of a cluster that runs the entity, or cannot be read there.
    *
    * @param reason
    *   what is wrong, and what to do
    */
  case Unsendable(entity: String, command: String, reason: String)
      extends EntityError(
        s"the command $command to $entity cannot be sent to its node: $reason",
        EntityError.Executed.No
      )

  /** The node of a cluster that runs the entity has executed the command, but its reply cannot be sent or read.
    *
    * @param reason
    *   what is wrong, and what to do
    */
  case ReplyUnsendable(entity: String, command: String, reason: String)
      extends EntityError(
        s"the node of $entity has executed the command $command, but its reply cannot be sent or read: $reason",
        EntityError.Executed.Yes
      )

  /** The entities were closed, or their actor system has ended. */
  case Closed(entity: String, reason: String)
      extends EntityError(s"$entity takes no command: $reason", EntityError.Executed.No)

object EntityError:
  private def messageOf(cause: JournalError | SnapshotError): String = cause match
    case error: JournalError  => error.message
    case error: SnapshotError => error.message

  private def unloadable(version: Long, failure: String): String =
    if version == 0 then s"initial failed with $failure. Correct it"
    else s"evolve with event $version failed with $failure. Correct it so that it accepts every event that is stored"

  /** Whether a command without a reply was executed.
    *
    * `No` says so of this sending. Whether an earlier sending with the same key was executed, an entity has looked up
    * before it says `Failed`, `Unencodable`, `Conflicting`, `TooLarge`, `Unloadable` or `Missing`. If it was, the reply
    * is that of then. After `Unavailable`, `Overloaded` and `Closed` nobody has looked.
    */
  enum Executed:
    case Yes, No, Unknown

/** An [[EntityError]] as an exception. */
final class EntityException(val error: EntityError)
    extends RuntimeException(
      error.message,
      error match
        case EntityError.Failed(_, _, _, cause)   => cause
        case EntityError.Unloadable(_, _, cause)  => cause
        case EntityError.Unencodable(_, _, cause) => cause
        // Its own cause is what led to the error.
        case EntityError.Unavailable(_, cause: JournalError) => JournalException(cause)
        case EntityError.ReplyUnavailable(_, _, cause)       => JournalException(cause)
        case EntityError.HistoryUnavailable(_, cause)        => JournalException(cause)
        case _                                               => null
    )
