package brine.entity.testkit

import brine.entity.{At, Decision, Entity, Passivation, SavePolicy}
import java.util.IdentityHashMap
import scala.collection.mutable

/** What entities of a type decided in a run: on which state, and with which time, identity and seed. A command may be
  * decided on more than once: after a refused append, and each time that it is sent again.
  */
private[testkit] final class Decisions[E, S]:
  import Decisions.Made
  private val byCommand = IdentityHashMap[Any, mutable.ArrayBuffer[Made[E, S]]]()

  def note(command: Any, made: Made[E, S]): Unit =
    byCommand.computeIfAbsent(command, _ => mutable.ArrayBuffer()) += made

  /** Those about a command; about all commands that are the same object, such as a case without fields. */
  def of(command: Any): Vector[Made[E, S]] =
    val known = byCommand.get(command)
    if known == null then Vector.empty else known.toVector

private[testkit] object Decisions:
  /** A decision. */
  final class Made[E, S](val state: S, val at: At, val decision: Decision[E, Any])

/** An entity that notes what it decides. It saves its state often, and leaves memory when the simulation says so. */
private[testkit] final class WatchedEntity[C[+_], E, S](
    entity: Entity[C, E, S],
    decisions: Decisions[E, S],
    savesAfter: Int
) extends Entity[C, E, S](entity.name)(using entity.commands, entity.eventCodec, entity.stateCodec):
  def initial: S = entity.initial

  def decide[R](state: S, command: C[R])(using at: At): Decision[E, R] =
    val decision = entity.decide(state, command)
    decisions.note(command, Decisions.Made(state, at, decision))
    decision

  def evolve(state: S, event: E): S        = entity.evolve(state, event)
  override def tags(event: E): Set[String] = entity.tags(event)
  override def fold: Int                   = entity.fold
  override def passivation: Passivation    = Passivation.never
  override def saves: SavePolicy           =
    if entity.saves.events == 0 then entity.saves
    else entity.saves.withEvents(math.min(savesAfter, entity.saves.events))
