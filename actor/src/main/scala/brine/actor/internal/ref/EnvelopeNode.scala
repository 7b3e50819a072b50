package brine.actor.internal.ref

import brine.actor.{Cell, DeadLetterReason, DeadLetters, PendingReply}
import brine.actor.internal.mailbox.Node

/** A message with more than a plain [[Node]] has room for. Takes 40 bytes. Handled by `cell.Envelopes`.
  *
  * @param reply
  *   waits for the reply; null if nobody does
  * @param adapt
  *   makes of the message what the actor handles, and runs in the actor; null if the actor handles the message itself
  * @param carried
  *   what the interceptors sent along
  * @param sentNanos
  *   when it was sent, if its times are measured; otherwise [[EnvelopeNode.Unmeasured]] or [[EnvelopeNode.Restored]]
  */
private[brine] final class EnvelopeNode(
    message: Any,
    val reply: PendingReply[?],
    val adapt: Any => Any,
    val carried: AnyRef,
    val sentNanos: Long
) extends Node(message):
  /** Whether its message was stashed and is back, and no longer counts as one that was sent. */
  def restored: Boolean = sentNanos == EnvelopeNode.Restored

  /** Makes a dead letter of the message. */
  private[internal] def bury(cell: Cell[?], reason: DeadLetterReason): Unit =
    val extension = cell.cellExtensionBase
    if extension != null && !restored then extension.uncount()
    DeadLetters.report(cell, message, reason)

private[brine] object EnvelopeNode:
  /** The time of sending of a message whose times are not measured. */
  final val Unmeasured = Long.MinValue

  /** That of a message that was stashed. */
  final val Restored = Long.MinValue + 1
