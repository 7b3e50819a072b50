package brine.entity.process.internal

import brine.codec.Codec
import brine.entity.process.{ProcessStep, StepCause, TimerChange}

/** The state of an instance: the user's, and what the runtime must know of it.
  *
  * @param last
  *   offset of the last event that it has reacted to in order; 0 before the first
  * @param late
  *   offsets of those that it has reacted to later, after a replay
  * @param micros
  *   time of the last decision
  * @param sent
  *   number of commands that it has decided
  * @param open
  *   commands without a reply, oldest first
  * @param set
  *   number of timers that it has set
  * @param timers
  *   open timers by id
  */
private[process] final case class InstanceState[C, S](
    state: S,
    last: Long,
    late: Set[Long],
    micros: Long,
    sent: Long,
    open: Vector[InstanceState.Command[C]],
    set: Long,
    timers: Map[String, InstanceState.Timer],
    hasEnded: Boolean
):
  /** Whether it has handled an event that comes in order: it has handled all before that, or need not. */
  def hasHandled(offset: Long): Boolean = offset <= last || late(offset)

  /** The state after a step, with the state of the user that its facts lead to. */
  def after(step: ProcessStep[?, C, ?], state: S): InstanceState[C, S] =
    val (lastNow, lateNow, left) = step.cause match
      case StepCause.Event(offset, true)  => (last, late + offset, open)
      case StepCause.Event(offset, false) => (math.max(last, offset), late, open)
      case StepCause.Timer(_)             => (last, late, open)
      case StepCause.Reply(number)        => (last, late, open.filter(_.number != number))
      case StepCause.Discarded            => (last, late, Vector.empty)
    val decided = step.commands.zipWithIndex.map: (command, index) =>
      InstanceState.Command(sent + index + 1, step.micros, command)
    InstanceState(
      state,
      lastNow,
      lateNow,
      math.max(micros, step.micros),
      sent + decided.size,
      left ++ decided,
      step.timers.foldLeft(set)((most, change) => math.max(most, InstanceState.numberOf(change))),
      if step.ends then Map.empty else step.timers.foldLeft(timers)(InstanceState.changed),
      hasEnded || step.ends
    )

private[process] object InstanceState:
  /** A command without a reply.
    *
    * @param micros
    *   when it was decided
    */
  final case class Command[C](number: Long, micros: Long, command: C)

  /** An open timer. */
  final case class Timer(number: Long, micros: Long)

  def initial[C, S](state: S): InstanceState[C, S] =
    InstanceState(state, 0, Set.empty, 0, 0, Vector.empty, 0, Map.empty, false)

  private def numberOf(change: TimerChange): Long = change match
    case TimerChange.Set(_, number, _) => number
    case _                             => 0

  /** The open timers after a change. */
  def changed(timers: Map[String, Timer], change: TimerChange): Map[String, Timer] = change match
    case TimerChange.Set(id, number, micros) => timers.updated(id, Timer(number, micros))
    case TimerChange.Cancelled(id)           => timers - id
    case TimerChange.Fired(id)               => timers - id

  def codec[C, S](using Codec[C], Codec[S]): Codec[InstanceState[C, S]] =
    implicit val timers: Codec[Timer]        = Codec.derived
    implicit val commands: Codec[Command[C]] = Codec.derived
    Codec.derived
