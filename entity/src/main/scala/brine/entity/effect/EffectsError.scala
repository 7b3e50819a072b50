package brine.entity.effect

import brine.actor.internal.support.Described
import brine.entity.internal.FailureText
import brine.journal.{AppendError, JournalError, JournalException, Offset, ReadError}
import java.time.Duration

/** Why effects have ended, or have not done what they were asked to. Each message says what happened and what to do. */
enum EffectsError(val message: String):
  /** They were started elsewhere, or moved by [[Effects.moveTo]]. */
  case Fenced(effects: String)
      extends EffectsError(
        s"$effects were started elsewhere over this log, or moved: they continue there, and end here. Start them in " +
          "one place"
      )

  /** The log has had a position, and has it no more. */
  case Lost(effects: String, stream: String)
      extends EffectsError(
        s"$effects cannot continue: the log has deleted where they were, in the stream '$stream', by retention or a " +
          "deletion of the stream. Find out which event's effect was executed last, and say so with Effects.moveTo. " +
          "Retention must keep what status.keepAfter says"
      )

  /** The stored position is not before the record that has stored it. */
  case Copied(effects: String, position: Offset, storedAt: Offset)
      extends EffectsError(
        s"$effects cannot continue: their position ${position.sequence} is not before the record that says so, at " +
          s"${storedAt.sequence}. This log is a copy of another one, in which events have other offsets. Say where to " +
          "continue with Effects.moveTo"
      )

  /** The effects were to begin after the end of the log: what is appended up to there would have none. */
  case BeyondEnd(effects: String, offset: Offset, last: Offset)
      extends EffectsError(
        s"$effects cannot begin after ${offset.sequence}, because the log ends at ${last.sequence}: name an offset " +
          "that it has, or EffectsBegin.Now"
      )

  /** The log cannot be read. */
  case Unreadable(effects: String, cause: ReadError) extends EffectsError(s"$effects cannot continue: ${cause.message}")

  /** The log fails for now. Running effects try again by themselves. */
  case Unavailable(effects: String, cause: JournalError)
      extends EffectsError(s"$effects cannot use their log for now: ${cause.message}")

  /** The effects have not reached the offset in time. */
  case Behind(effects: String, offset: Offset, position: Offset, within: Duration)
      extends EffectsError(
        s"$effects are at ${position.sequence} after ${within.toMillis} ms, and not at ${offset.sequence} yet: wait " +
          "longer, or look at their status"
      )

  /** An effect that was set aside fails again. It stays set aside. */
  case Failing(effects: String, key: String, offset: Offset, cause: Throwable)
      extends EffectsError(
        s"$effects cannot execute the effect of the record at ${offset.sequence}, of the key '${Described.inLine(key)}': " +
          s"${FailureText.of(cause)}. It stays set aside: correct the cause, and replay it"
      )

  /** More effects fail than may be set aside. */
  case TooManySetAside(effects: String, most: Int, last: String)
      extends EffectsError(
        s"$effects have ended, because $most are set aside and one more failed: $last. Correct the cause, or raise " +
          "maxSetAside of the EffectsSettings. Nothing is lost: start them again"
      )

  /** What is set aside is larger than an append of the log may be. */
  case TooLarge(effects: String, cause: AppendError.TooLarge)
      extends EffectsError(
        s"$effects have ended, because what is set aside cannot be stored: ${cause.message}. Correct why effects fail, " +
          "lower maxSetAside of the EffectsSettings, or raise the limit of the log. Nothing is lost: start them again"
      )

  /** A fatal error of the JVM, the function of [[Effects.withKey]], or a mistake in this library has ended them. */
  case Broken(effects: String, cause: Throwable) extends EffectsError(s"$effects have ended: ${FailureText.of(cause)}")

  /** They were closed, or their log was. */
  case Closed(effects: String) extends EffectsError(s"$effects are closed")

/** An [[EffectsError]] as an exception. */
final class EffectsException(val error: EffectsError)
    extends RuntimeException(
      error.message,
      error match
        case EffectsError.Unreadable(_, cause)    => JournalException(cause)
        case EffectsError.Unavailable(_, cause)   => JournalException(cause)
        case EffectsError.Failing(_, _, _, cause) => cause
        case EffectsError.Broken(_, cause)        => cause
        case _                                    => null
    )
