package brine.entity.process

import brine.codec.Codec

/** A record of the stream of an instance: one input, and all that the instance decided on it.
  *
  * {{{
  * log.read[ProcessStep[TransferFact, TransferCommand, Outcome]]("transfer-42") // what a transfer has done, and why
  * }}}
  *
  * @param cause
  *   the input
  * @param reply
  *   the reply, if that is the input
  * @param micros
  *   time of the decision, in microseconds since 1970
  * @param facts
  *   what has happened, oldest first
  * @param commands
  *   the commands; their numbers follow those of earlier steps
  * @param timers
  *   changes of timers, in order
  * @param ends
  *   whether the instance has ended with it
  */
final case class ProcessStep[+E, +C, +R](
    cause: StepCause,
    reply: Option[R],
    micros: Long,
    facts: Vector[E],
    commands: Vector[C],
    timers: Vector[TimerChange],
    ends: Boolean
)

object ProcessStep:
  given codec[E, C, R](using Codec[E], Codec[C], Codec[R]): Codec[ProcessStep[E, C, R]] = Codec.derived

/** What a [[ProcessStep]] follows from. */
enum StepCause:
  /** The event at an offset of the log.
    *
    * @param isLate
    *   whether later events of the instance were before it, because it could not be read, or its instance not be found
    */
  case Event(offset: Long, isLate: Boolean)

  /** A timer fired. */
  case Timer(id: String)

  /** The reply to the command with a number. */
  case Reply(command: Long)

  /** Somebody has discarded the inputs of the instance: its commands without a reply are not sent any more. */
  case Discarded

object StepCause:
  implicit val codec: Codec[StepCause] = Codec.derived

/** A change of a timer in a [[ProcessStep]]. */
enum TimerChange:
  /** It was set, in place of an open one of the same id.
    *
    * @param number
    *   its number in the instance, from 1
    * @param micros
    *   when it fires, in microseconds since 1970
    */
  case Set(id: String, number: Long, micros: Long)

  /** It was cancelled. */
  case Cancelled(id: String)

  /** It fired. */
  case Fired(id: String)

object TimerChange:
  implicit val codec: Codec[TimerChange] = Codec.derived
