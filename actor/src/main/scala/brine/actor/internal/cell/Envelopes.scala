package brine.actor.internal.cell

import brine.actor.{Cell, PendingReply}
import brine.actor.internal.ref.EnvelopeNode

/** Handles messages in envelopes. */
private[internal] object Envelopes:
  /** Handles the message. The caller remembers a reply that is still open. */
  def handle(cell: Cell[?], node: EnvelopeNode): Unit =
    val observer           = Observers.of(cell)
    var message            = node.message
    var failure: Throwable = null
    if node.adapt != null then
      try message = node.adapt(message)
      catch case thrown: Throwable => failure = thrown
    if observer == null then run(cell, message, node.reply, failure)
    else observer.around(message, node)(run(cell, message, node.reply, failure))

  // A function of contramap that throws is a failure of the actor, whose thread it runs on.
  private def run(cell: Cell[?], message: Any, reply: PendingReply[?], failure: Throwable): Unit =
    if failure == null then cell.invoke(message, reply) else Failures.handle(cell, message, reply, failure)
