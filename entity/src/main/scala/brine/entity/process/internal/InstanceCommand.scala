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
  case Event(offset: Long, value: Any)

  /** An event that was set aside in another lane: later events of the instance may have come before it.
    *
    * @param searched
    *   [[InstanceReply.unsearched]] of the reply before, if the log has no step of this event; 0 at first
    */
  case Late(offset: Long, value: Any, searched: Long)

  /** The time of a timer has come. */
  case Due(id: String, number: Long)
  case Reply(number: Long, reply: Any)
  case Discard
