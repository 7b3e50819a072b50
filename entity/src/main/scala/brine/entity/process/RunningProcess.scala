package brine.entity.process

import brine.actor.internal.support.StackProbe
import brine.entity.EntityError
import brine.entity.effect.{EffectsStatus, RunningEffects, SetAsideEffect}
import brine.entity.internal.MayWait
import brine.entity.process.internal.{InputErrors, Inputs, TimerKeeper}
import brine.journal.Offset
import java.time.Duration
import java.util.Objects
import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.duration.FiniteDuration

/** A process that is running: see [[Process]] and [[Processes.start]]. It ends when it is closed, when its log or its
  * actor system is, or with an error that [[status]] says. Thread-safe.
  *
  * Methods that wait must not be called on a worker of an actor system or on a thread of a store, nor in the function
  * that sends commands; [[close]] may.
  */
final class RunningProcess private[process] (
    name: String,
    inputs: RunningEffects,
    timers: TimerKeeper,
    handler: Inputs[?, ?, ?]
) extends AutoCloseable:
  private val errors = InputErrors(name)

  /** What it is doing. */
  def status: ProcessStatus =
    val now = inputs.status
    ProcessStatus(
      now.position,
      now.keepAfter,
      now.lag,
      now.pending,
      now.running,
      now.executed,
      now.perSecond,
      now.setAside,
      timers.openTimers,
      timers.nextTimer,
      timers.isKnown,
      newest(now.failure, timers.failure),
      now.end.map(errors.of)
    )

  private def newest(one: Option[EffectsStatus.Failure], two: Option[EffectsStatus.Failure]) =
    (one ++ two).maxByOption(_.at)

  /** Every input up to this offset was handled, with its commands and their replies, or is set aside. */
  def position: Offset = inputs.position

  /** The inputs that are set aside, by offset. */
  def setAside: Vector[SetAsideInput] = inputs.setAside.map(read)

  private def read(one: SetAsideEffect): SetAsideInput =
    val (instance, stream) = Inputs.read(one.key)
    SetAsideInput(instance, stream, one.offset, one.reason)

  /** Waits until every input up to an offset was handled, with its commands and their replies, or is set aside. Timers
    * that were set may still be open.
    *
    * @param offset
    *   such as that of [[brine.journal.Appended]], or of an entity's answer
    * @throws ProcessException
    *   with [[ProcessError.Behind]] if it is not in time; if the process has ended, the error says why
    * @throws InterruptedException
    *   if the thread is interrupted while it waits
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def await(offset: Offset, within: Duration): Unit = errors.rethrowing(inputs.await(offset, within))

  /** The same with a duration of Scala's. */
  inline def await(offset: Offset, within: FiniteDuration): Unit = await(offset, Duration.ofNanos(within.toNanos))

  /** Handles the inputs of an instance that are set aside, in order, and sends its commands that have no reply. Each is
    * attempted once. Later inputs of the instance are handled as they come then. Returns how many inputs were handled.
    * If one fails, it and those after it stay set aside.
    *
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; inputs may be handled all the same
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def replay(instance: String): Either[ProcessError, Int] = replayLane(laneOf(instance))

  /** The same for the instance of an input, or for the events of its stream whose instances cannot be said. Those are
    * handled after later events of their instances that were handled meanwhile, and after the commands that these wait
    * for, which are sent first.
    */
  def replay(input: SetAsideInput): Either[ProcessError, Int] = replayLane(laneOf(input))

  /** Forgets the inputs of an instance that are set aside, and those of its commands that have no reply: nobody knows
    * whether the first of these was executed. The instance continues with its next input, in the state that it has. A
    * timer among the inputs fires after the next start of the process. Returns how many inputs were forgotten. Waits
    * for a replay of the instance.
    *
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; they may be forgotten all the same
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def discard(instance: String): Either[ProcessError, Int] =
    val refusal = AtomicReference[Option[EntityError]](None)
    // While no input of the instance is handled: a replay could decide on a command that nobody sends.
    val result = inputs.discard(laneOf(instance), () => noted(handler.discard(instance), refusal))
    refusal.get match
      case Some(error) => Left(ProcessError.NotDiscarded(name, instance, error))
      case None        => result.left.map(errors.of)

  private def noted(result: Either[EntityError, Unit], refusal: AtomicReference[Option[EntityError]]): Boolean =
    refusal.set(result.left.toOption)
    result.isRight

  /** The same for the instance of an input, or for the events of its stream whose instances cannot be said. */
  def discard(input: SetAsideInput): Either[ProcessError, Int] = input.instance match
    case Some(instance) => discard(instance)
    case None           => inputs.discard(laneOf(input)).left.map(errors.of)

  private def replayLane(lane: String) = inputs.replay(lane).left.map(errors.of)

  private def laneOf(instance: String): String = Inputs.laneOfInstance(Objects.requireNonNull(instance, "instance"))

  private def laneOf(input: SetAsideInput): String = input.instance.fold(Inputs.laneOfStream(input.stream))(laneOf(_))

  private def requireMayWait(what: String): Unit =
    MayWait.require("a virtual thread")(s"$what $this")
    StackProbe.require()

  /** Ends it: no command is sent any more. Waits for those that are being sent as long as
    * [[ProcessSettings.closeTimeout]] says, then interrupts them, and waits so long again. A command that was
    * interrupted is sent again after the next start. Closing again waits for the same. In the function that sends
    * commands it does not wait. An interrupt does not end the wait, and the thread stays interrupted. The log and the
    * actor system stay open.
    *
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def close(): Unit =
    requireMayWait("closing")
    timers.stop()
    inputs.close()
    // The end of the timers is that of all.
    if !inputs.isOwnThread then timers.awaitEnd()

  override def toString: String = name
