package brine.actor.internal

import brine.actor.DeadLetterReason

/** Handles messages in envelopes, and buries them. */
private[internal] object Envelopes:
  /** The time of sending of a message whose times are not measured. */
  final val Unmeasured = Long.MinValue

  /** That of a message that was stashed. */
  final val Restored = Long.MinValue + 1

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
  private def run(cell: Cell[?], message: Any, reply: AskReply[?], failure: Throwable): Unit =
    if failure == null then cell.invoke(message, reply) else Failures.handle(cell, message, reply, failure)

  def bury(cell: Cell[?], node: EnvelopeNode, reason: DeadLetterReason = DeadLetterReason.Stopped): Unit =
    val observer = Observers.of(cell)
    if observer != null && !node.restored then observer.sent(false)
    DeadLetters.report(cell, node.message, reason)
