package brine.entity.testkit

import brine.entity.Entity
import java.util.Objects

/** A command that a client of a [[Simulation]] sends.
  *
  * {{{
  * SimulatedCommand(Accounts, "42", Account.Deposit(500))
  * }}}
  *
  * @param entity
  *   one of the definitions of the simulation
  * @param id
  *   identity of the entity
  * @param command
  *   the command
  * @param hasKey
  *   whether the client sends it with an idempotency key. With a key it sends the command again until it has the reply.
  *   Without one, it gives up when nobody can know whether the command was executed
  * @throws IllegalArgumentException
  *   if the id is none that an entity may have
  */
final case class SimulatedCommand[C[+_]](entity: Entity[C, ?, ?], id: String, command: C[Any], hasKey: Boolean):
  Objects.requireNonNull(command, "command"): Unit
  entity.stream(id): Unit

  private[testkit] def stream: String = entity.stream(id)

  /** Returns the command sent without a key. */
  def withoutKey: SimulatedCommand[C] = copy(hasKey = false)

  override def toString: String = s"$command to ${entity.name} '$id'${if hasKey then " with a key" else ""}"

object SimulatedCommand:
  /** A command that is sent with a key. */
  def apply[C[+_]](entity: Entity[C, ?, ?], id: String, command: C[Any]): SimulatedCommand[C] =
    new SimulatedCommand(entity, id, command, hasKey = true)
