package brine.entity.boundary

import brine.codec.EncodeError
import brine.entity.EntityError.Executed
import brine.entity.internal.FailureText
import brine.journal.{JournalError, JournalException, Offset, ReadError}
import java.time.Duration
import java.util.UUID

/** Why a decision has no reply. Each message says what happened, and what to do.
  *
  * A refusal by the decision itself is not among them: it is a reply.
  *
  * @param message
  *   what happened, and what to do
  * @param executed
  *   whether the events of the decision are stored. `No` says so of this sending. Whether an earlier sending with the
  *   same key was executed, has been looked up before `Failed`, `Unfoldable`, `Unencodable`, `TooLarge`, `Conflicting`
  *   and `Gone`. If it was, the reply is that of then. After `Unavailable`, `TimedOut` and `Closed` nobody has looked
  */
enum BoundaryError(val message: String, val executed: Executed):
  /** A function of the program threw an exception or gave a null.
    *
    * @param in
    *   the function that failed
    */
  case Failed(boundary: String, in: String, cause: Throwable)
      extends BoundaryError(
        s"$in failed in a decision of $boundary: ${FailureText.of(cause)}. Nothing was written. Correct that function",
        Executed.No
      )

  /** An event cannot be folded into the value of a view.
    *
    * @param offset
    *   offset of the event
    */
  case Unfoldable(boundary: String, view: String, offset: Offset, cause: Throwable)
      extends BoundaryError(
        s"$boundary cannot fold the event at offset ${offset.sequence} into $view: ${FailureText.of(cause)}. Correct " +
          "the fold so that it accepts every event that is stored",
        Executed.No
      )

  /** An event or a reply cannot be encoded. */
  case Unencodable(boundary: String, cause: EncodeError)
      extends BoundaryError(
        s"$boundary cannot store a decision: ${FailureText.message(cause)}. Nothing was written",
        Executed.No
      )

  /** The events are larger together than an append may be, or too many. */
  case TooLarge(boundary: String, reason: String)
      extends BoundaryError(
        s"a decision of $boundary is larger than one append may be: $reason",
        Executed.No
      )

  /** Others appended events that the view selects, each time before this decision could be stored.
    *
    * @param first
    *   offset of the first of these events, the last time
    */
  case Conflicting(boundary: String, attempts: Int, first: Offset)
      extends BoundaryError(
        s"others appended events that a decision of $boundary depends on, $attempts times, the last time at offset " +
          s"${first.sequence}: try again, let fewer decide at a time, or select fewer events",
        Executed.No
      )

  /** Retention has deleted events that the decision may depend on.
    *
    * @param first
    *   offset of the first event that is kept
    */
  case Gone(boundary: String, view: String, first: Offset)
      extends BoundaryError(
        s"$boundary cannot decide on $view: retention has deleted the events before ${first.sequence}, which may be " +
          "among them. Exclude them from retention, or accept that they are missing with View.fromFirstKept",
        Executed.No
      )

  /** The log cannot be written or read now, or an event is not of the type of the view. */
  case Unavailable(boundary: String, cause: JournalError)
      extends BoundaryError(
        s"$boundary cannot decide: ${cause.message}. Nothing was written; correct that and try again",
        Executed.No
      )

  /** Writing failed, so nobody can know yet whether the events are stored. */
  case OutcomeUnknown(boundary: String, reason: String)
      extends BoundaryError(
        s"it is not known whether a decision of $boundary was stored: $reason. With a key you can repeat it: it is " +
          "executed once",
        Executed.Unknown
      )

  /** The timeout has passed.
    *
    * @param during
    *   what it was waiting for
    * @param outcome
    *   `Unknown` if the append was pending, so that it may still be stored; `No` otherwise
    */
  case TimedOut(boundary: String, after: Duration, during: String, outcome: Executed)
      extends BoundaryError(
        s"$boundary did not decide within ${after.toMillis} ms: it was $during. " + (outcome match
          case Executed.Unknown =>
            "The decision may still be stored. With a key you can repeat it: it is executed once"
          case _ => "Nothing was written. Try again, or set a longer timeout"),
        outcome
      )

  /** The key was used before, for something else. */
  case KeyReused(boundary: String, key: UUID, used: String)
      extends BoundaryError(
        s"the key $key cannot name a decision of $boundary, because it was used for $used: use a new key for each",
        Executed.No
      )

  /** A decision with this key was executed, but its reply cannot be read any more. */
  case ReplyLost(boundary: String, key: UUID, reason: String)
      extends BoundaryError(
        s"$boundary has executed the decision with the key $key, but its reply cannot be read: $reason",
        Executed.Yes
      )

  /** A decision with this key was executed, but the log cannot be read now. */
  case ReplyUnavailable(boundary: String, key: UUID, cause: ReadError)
      extends BoundaryError(
        s"$boundary has executed the decision with the key $key, but its reply cannot be read now: ${cause.message}. " +
          "Correct that and repeat it: it gets that reply",
        Executed.Yes
      )

  /** The boundary was closed. */
  case Closed(boundary: String) extends BoundaryError(s"$boundary decides no more: it is closed", Executed.No)

/** A [[BoundaryError]] as an exception. */
final class BoundaryException(val error: BoundaryError)
    extends RuntimeException(
      error.message,
      error match
        case BoundaryError.Failed(_, _, cause)        => cause
        case BoundaryError.Unfoldable(_, _, _, cause) => cause
        case BoundaryError.Unencodable(_, cause)      => cause
        // Its own cause is what led to the error.
        case BoundaryError.Unavailable(_, cause)         => JournalException(cause)
        case BoundaryError.ReplyUnavailable(_, _, cause) => JournalException(cause)
        case _                                           => null
    )
