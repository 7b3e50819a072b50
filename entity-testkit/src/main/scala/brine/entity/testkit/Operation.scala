package brine.entity.testkit

import brine.entity.Answer
import java.util.UUID

/** A command of a client in one run, and what became of it. For the thread of the simulation.
  *
  * @param part
  *   the number of its type of entities
  * @param client
  *   the number of its client, from 0
  * @param number
  *   its number among the commands of the client, from 0
  */
private[testkit] final class Operation(val sent: SimulatedCommand[?], val part: Int, val client: Int, val number: Int):
  def id: String   = sent.id
  def command: Any = sent.command

  val key: Option[UUID] = Option.when(sent.hasKey)(UUID(client + 1L, number + 1L))

  /** When it was sent first and when its outcome was known, as numbers that grow with each event of the run; -1 before.
    */
  var began: Long = -1
  var ended: Long = -1

  /** Offset of the last durable event when it was sent first. */
  var durableBefore: Long = 0

  /** The first reply. */
  var answer: Option[Answer[Any]] = None

  /** Whether nobody can know whether it was executed. */
  var isUnknown: Boolean = false

  var sendings: Int = 0

  def name: String = s"${sent.command} to ${sent.entity.name} '$id'"

  override def toString: String = s"client ${client + 1}: $name"
