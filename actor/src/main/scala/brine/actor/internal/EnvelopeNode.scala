package brine.actor.internal

/** A message with more than a plain [[Node]] has room for. Takes 40 bytes. Handled by [[Envelopes]].
  *
  * @param reply
  *   waits for the reply; null if nobody does
  * @param adapt
  *   makes of the message what the actor handles, and runs in the actor; null if the actor handles the message itself
  * @param carried
  *   what the interceptors sent along
  * @param sentNanos
  *   when it was sent, if its times are measured; otherwise [[Envelopes.Unmeasured]] or [[Envelopes.Restored]]
  */
private[brine] final class EnvelopeNode(
    message: Any,
    val reply: AskReply[?],
    val adapt: Any => Any,
    val carried: AnyRef,
    val sentNanos: Long
) extends Node(message):
  /** Whether its message was stashed and is back, and no longer counts as one that was sent. */
  def restored: Boolean = sentNanos == Envelopes.Restored
