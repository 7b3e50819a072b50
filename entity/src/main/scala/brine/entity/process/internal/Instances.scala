package brine.entity.process.internal

import brine.entity.internal.EventFold
import brine.entity.process.*
import brine.entity.{At, Decision, Entity, SavePolicy}
import java.time.{Instant, InstantSource}

/** The instances of a process as entities: an input is a command, a [[ProcessStep]] an event. So an instance is loaded,
  * saved, fenced and removed from memory as an entity is.
  *
  * Each input may come again: what was handled is recognized, and leads to no step. An event or timer that comes while
  * a command has no reply is not handled: it comes again.
  */
private[process] final class Instances[I, C, R, E, S](process: Process[I, C, R, E, S], clock: InstantSource)
    extends Entity[InstanceCommand, ProcessStep[E, C, R], InstanceState[C, S]](process.name)(using
      InstanceCommand.commands,
      ProcessStep.codec(using process.factCodec, process.commandCodec, process.replyCodec),
      InstanceState.codec(using process.commandCodec, process.stateCodec)
    ):
  import Instances.*

  private type State   = InstanceState[C, S]
  private type Decided = Decision[ProcessStep[E, C, R], InstanceReply[C]]

  def initial: State = InstanceState.initial(nonNull("initial")(process.initial))

  def evolve(state: State, step: ProcessStep[E, C, R]): State =
    val folded = step.facts.foldLeft(state.state): (before, fact) =>
      nonNull("evolve")(process.evolve(before, fact))
    state.after(step, folded)

  override def fold: Int         = process.fold
  override def saves: SavePolicy = process.saves

  def decide[A](state: State, command: InstanceCommand[A])(using At): Decision[ProcessStep[E, C, R], A] =
    // The type of its reply says no more than that of all.
    decided(state, command.input).asInstanceOf[Decision[ProcessStep[E, C, R], A]]

  private def decided(state: State, input: InstanceInput): Decided = input match
    case InstanceInput.Event(offset, value) =>
      if state.hasEnded || state.hasHandled(offset) then unchanged(state)
      else handled(state, StepCause.Event(offset, isLate = false), value)

    case InstanceInput.Late(offset, value, searched) =>
      if state.hasEnded || state.late(offset) then unchanged(state)
      // An event in order is stored only if it is after `last`. So what was searched holds until that changes.
      else if offset <= state.last && searched != state.last then unsearched(state)
      else handled(state, StepCause.Event(offset, isLate = true), value)

    case InstanceInput.Due(id, number) =>
      state.timers.get(id) match
        case Some(timer) if timer.number == number && state.open.nonEmpty => waiting(state)
        case Some(timer) if timer.number == number                        =>
          // Another clock may have said that its time has come.
          val at       = latest(timeAfter(state), EventFold.instantOf(timer.micros))
          val reaction = react(state, ProcessInput.TimerFired(id), at)
          step(state, at, StepCause.Timer(id), None, Vector(TimerChange.Fired(id)), reaction)
        case _ => unchanged(state)

    case InstanceInput.Reply(number, value) =>
      state.open.headOption match
        case Some(command) if command.number == number =>
          val at       = timeAfter(state)
          val reply    = value.asInstanceOf[R]
          val reaction =
            if state.hasEnded then Reaction.none
            else react(state, ProcessInput.Replied(command.command, reply), at)
          step(state, at, StepCause.Reply(number), Some(reply), Vector.empty, reaction)
        case _ => unchanged(state)

    case InstanceInput.Discard =>
      if state.open.isEmpty then unchanged(state)
      else step(state, timeAfter(state), StepCause.Discarded, None, Vector.empty, Reaction.none)

  private def handled(state: State, cause: StepCause, event: Any): Decided =
    if state.open.nonEmpty then waiting(state)
    else
      val at       = timeAfter(state)
      val reaction = react(state, ProcessInput.Event(event.asInstanceOf[I]), at)
      if reaction.isEmpty then unchanged(state) else step(state, at, cause, None, Vector.empty, reaction)

  private def unchanged(state: State): Decided = Decision.reply(InstanceReply(state.open.headOption, isHandled = true))

  // In the instance's own lane, they are those of an event that came late, in another one.
  private def waiting(state: State): Decided = Decision.reply(InstanceReply(state.open.headOption, isHandled = false))

  private def unsearched(state: State): Decided =
    Decision.reply(InstanceReply(state.open.headOption, isHandled = false, unsearched = Some(state.last)))

  private def react(state: State, input: ProcessInput[I, C, R], at: Instant): Reaction[E, C] =
    nonNull("react")(process.react(state.state, input)(using At.now(at)))

  private def step(
      state: State,
      at: Instant,
      cause: StepCause,
      reply: Option[R],
      fired: Vector[TimerChange],
      reaction: Reaction[E, C]
  ): Decided =
    val timers = fired ++ changes(state, fired, reaction)
    val micros = EventFold.microsOf(at)
    val step   = ProcessStep(cause, reply, micros, reaction.facts, reaction.commands, timers, reaction.isEnd)
    Decision(step)(InstanceReply(state.after(step, state.state).open.headOption, isHandled = true))

  /** What a reaction changes of timers: a timer that is not open is not cancelled. */
  private def changes(state: State, fired: Vector[TimerChange], reaction: Reaction[E, C]): Vector[TimerChange] =
    if reaction.isEnd then Vector.empty
    else
      val result = Vector.newBuilder[TimerChange]
      var number = state.set
      var open   = fired.foldLeft(state.timers)(InstanceState.changed)
      reaction.timers.foreach: timer =>
        val change = timer match
          case Reaction.Timer.Set(id, at) =>
            number += 1
            Some(TimerChange.Set(id, number, TimerTime.microsOf(at)))
          case Reaction.Timer.Cancel(id) => Option.when(open.contains(id))(TimerChange.Cancelled(id))
        change.foreach: one =>
          open = InstanceState.changed(open, one)
          result += one
      result.result()

  private def timeAfter(state: State): Instant =
    latest(TimerTime.truncated(clock.instant), EventFold.instantOf(state.micros))

private[process] object Instances:
  private def latest(one: Instant, two: Instant): Instant = if one.isBefore(two) then two else one

  private def nonNull[A](function: String)(result: A): A =
    if result == null then throw NullPointerException(s"$function gives null") else result
