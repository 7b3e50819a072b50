package brine.entity.process

import brine.entity.process.internal.TimerTime
import java.time.Instant
import java.util.Objects

/** What an instance of a [[Process]] decides on an input: facts, commands and timers. All of it is stored in one
  * append, before the first command is sent. Immutable.
  *
  * {{{
  * Reaction(Requested(from, to, cents)).send(Debit(from, cents)).setTimer("late", at.time.plusSeconds(60))
  * }}}
  *
  * @param facts
  *   what has happened in the instance, oldest first; [[Process.evolve]] folds them
  * @param commands
  *   commands, in the order in which they are sent
  * @param timers
  *   changes of timers, in order
  * @param isEnd
  *   whether the instance ends
  */
final case class Reaction[+E, +C] private (
    facts: Vector[E],
    commands: Vector[C],
    timers: Vector[Reaction.Timer],
    isEnd: Boolean
):
  /** Adds facts. */
  def fact[E1 >: E](facts: E1*): Reaction[E1, C] = copy(facts = this.facts ++ facts)

  /** Adds commands. Each is sent when the one before it has its reply. */
  def send[C1 >: C](commands: C1*): Reaction[E, C1] = copy(commands = this.commands ++ commands)

  /** Sets a timer. If the instance has an open timer of this id, that is cancelled. A time that has passed fires at
    * once.
    *
    * @param id
    *   any text; it names the timer within the instance
    * @param at
    *   when it fires, to the microsecond, or later
    * @throws IllegalArgumentException
    *   if the time is not between the years -290,000 and 290,000
    */
  def setTimer(id: String, at: Instant): Reaction[E, C] =
    Objects.requireNonNull(id, "id"): Unit
    TimerTime.requireValid(at)
    copy(timers = timers :+ Reaction.Timer.Set(id, at))

  /** Cancels a timer. Does nothing if none of this id is open: it may have fired. */
  def cancelTimer(id: String): Reaction[E, C] =
    copy(timers = timers :+ Reaction.Timer.Cancel(Objects.requireNonNull(id, "id")))

  /** Ends the instance: its open timers are cancelled, and all later events are ignored. Commands that it has decided
    * are still sent, but it does not react to the replies.
    */
  def end: Reaction[E, C] = copy(isEnd = true)

  /** Whether it changes nothing. */
  def isEmpty: Boolean = facts.isEmpty && commands.isEmpty && timers.isEmpty && !isEnd

object Reaction:
  /** Nothing. An event that an instance reacts to with nothing is not stored. */
  val none: Reaction[Nothing, Nothing] = new Reaction(Vector.empty, Vector.empty, Vector.empty, false)

  /** A reaction with these facts, oldest first. */
  def apply[E](facts: E*): Reaction[E, Nothing] = none.fact(facts*)

  /** A reaction with these commands. */
  def send[C](commands: C*): Reaction[Nothing, C] = none.send(commands*)

  /** A change of a timer. */
  enum Timer:
    /** The timer is set, in place of an open one of the same id. */
    case Set(id: String, at: Instant)

    /** The timer is cancelled, if it is open. */
    case Cancel(id: String)
