package brine.entity.process

import brine.actor.internal.support.Described
import brine.entity.EntityError
import brine.entity.internal.FailureText
import brine.journal.{AppendError, JournalError, JournalException, Offset, ReadError}
import java.time.Duration

/** Why a process has ended, or has not done what it was asked to. Each message says what happened and what to do. */
enum ProcessError(val message: String):
  /** It was started elsewhere, or moved by [[Processes.moveTo]]. */
  case Fenced(process: String)
      extends ProcessError(
        s"$process was started elsewhere over this log, or moved: it continues there, and ends here. Start it in one " +
          "place"
      )

  /** The log has had a position, and has it no more. */
  case Lost(process: String, stream: String)
      extends ProcessError(
        s"$process cannot continue: the log has deleted where it was, in the stream '$stream', by retention or a " +
          "deletion of the stream. Find out which event it has handled last, and say so with Processes.moveTo. " +
          "Retention must keep what status.keepAfter says"
      )

  /** The stored position is not before the record that has stored it. */
  case Copied(process: String, position: Offset, storedAt: Offset)
      extends ProcessError(
        s"$process cannot continue: its position ${position.sequence} is not before the record that says so, at " +
          s"${storedAt.sequence}. This log is a copy of another one, in which events have other offsets. A process " +
          "cannot continue in such a copy: use another name"
      )

  /** The process was to begin after the end of the log. */
  case BeyondEnd(process: String, offset: Offset, last: Offset)
      extends ProcessError(
        s"$process cannot begin after ${offset.sequence}, because the log ends at ${last.sequence}: name an offset " +
          "that it has, or EffectsBegin.Now"
      )

  /** The log cannot be read. */
  case Unreadable(process: String, cause: ReadError) extends ProcessError(s"$process cannot continue: ${cause.message}")

  /** The log fails for now. A running process tries again by itself. */
  case Unavailable(process: String, cause: JournalError)
      extends ProcessError(s"$process cannot use its log for now: ${cause.message}")

  /** The process has not reached the offset in time. */
  case Behind(process: String, offset: Offset, position: Offset, within: Duration)
      extends ProcessError(
        s"$process is at ${position.sequence} after ${within.toMillis} ms, and not at ${offset.sequence} yet: wait " +
          "longer, or look at its status"
      )

  /** An input that was set aside fails again. It stays set aside. */
  case Failing(process: String, lane: String, offset: Offset, cause: Throwable)
      extends ProcessError(
        s"$process cannot handle the input at ${offset.sequence}, of the ${Described.inLine(lane)}: " +
          s"${FailureText.of(cause)}. It stays set aside: correct the cause, and replay it"
      )

  /** The commands of an instance could not be discarded. */
  case NotDiscarded(process: String, instance: String, cause: EntityError)
      extends ProcessError(
        s"$process could not discard the commands of the instance '${Described.inLine(instance)}': ${cause.message}"
      )

  /** More inputs fail than may be set aside. */
  case TooManySetAside(process: String, most: Int, last: String)
      extends ProcessError(
        s"$process has ended, because $most inputs are set aside and one more failed: $last. Correct the cause, or " +
          "raise maxSetAside of the ProcessSettings. Nothing is lost: start it again"
      )

  /** What is set aside is larger than an append of the log may be. */
  case TooLarge(process: String, cause: AppendError.TooLarge)
      extends ProcessError(
        s"$process has ended, because what is set aside cannot be stored: ${cause.message}. Correct why inputs fail, " +
          "lower maxSetAside of the ProcessSettings, or raise the limit of the log. Nothing is lost: start it again"
      )

  /** A fatal error of the JVM, or a mistake in this library has ended it. */
  case Broken(process: String, cause: Throwable) extends ProcessError(s"$process has ended: ${FailureText.of(cause)}")

  /** It was closed, or its log or its actor system was. */
  case Closed(process: String) extends ProcessError(s"$process is closed")

/** A [[ProcessError]] as an exception. */
final class ProcessException(val error: ProcessError)
    extends RuntimeException(
      error.message,
      error match
        case ProcessError.Unreadable(_, cause)    => JournalException(cause)
        case ProcessError.Unavailable(_, cause)   => JournalException(cause)
        case ProcessError.Failing(_, _, _, cause) => cause
        case ProcessError.Broken(_, cause)        => cause
        case _                                    => null
    )
