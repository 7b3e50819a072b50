package brine.entity.process.internal

import brine.entity.Commands

/** An input for an instance, as a command of an entity. The reply is an [[InstanceReply]]. */
private[process] final case class InstanceCommand[+A](input: InstanceInput)

private[process] object InstanceCommand:
  // It never leaves the process, and has no key: nobody asks for a codec.
  val commands: Commands[InstanceCommand] =
    Commands.of[InstanceCommand](none, Vector("input"), _ => 0, () => none)

  private def none: Nothing = throw UnsupportedOperationException("inputs of a process are not stored")

/** An input for an instance. Its values are of the types of the process. */
private[process] enum InstanceInput:
  case Event(offset: Long, value: Any, isLate: Boolean)

  /** The time of a timer has come. */
  case Due(id: String, number: Long)
  case Reply(number: Long, reply: Any)
  case Discard
