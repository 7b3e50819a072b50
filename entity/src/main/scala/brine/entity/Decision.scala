package brine.entity

/** What an entity decides on a command: the events that happen, in order, and the reply, which the caller gets once the
  * events are durable.
  *
  * {{{
  * Decision(Deposited(cents))(state.cents + cents) // one event, and the new balance
  * Decision.reply(state.cents)                     // a query: nothing happens
  * Decision.reply(Left(Refused("closed")))         // a refusal is a reply as any other
  * }}}
  *
  * Immutable.
  *
  * @param events
  *   the events, oldest first; empty for a query or a refusal
  * @param reply
  *   the reply to the caller
  */
final case class Decision[+E, +R](events: Vector[E], reply: R):
  /** Whether there are no events. */
  def isEmpty: Boolean = events.isEmpty

object Decision:
  /** A decision with these events, oldest first. Call the result with the reply. */
  def apply[E](events: E*): Events[E] = new Events(events.toVector)

  /** A decision without events. */
  def reply[R](reply: R): Decision[Nothing, R] = new Decision(Vector.empty, reply)

  /** The events of a decision whose reply follows. */
  final class Events[+E] private[Decision] (events: Vector[E]):
    /** Adds the reply. */
    def apply[R](reply: R): Decision[E, R] = new Decision(events, reply)
