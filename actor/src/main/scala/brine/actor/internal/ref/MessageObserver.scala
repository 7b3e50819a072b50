package brine.actor.internal.ref

import brine.actor.PendingReply

/** What observes the messages that an [[EnvelopeRef]] sends. Thread-safe. */
private[brine] abstract class MessageObserver:
  private[internal] def envelope(message: Any, reply: PendingReply[?], adapt: Any => Any): EnvelopeNode

  /** Counts a message that waits from now on, or one that waits no more. */
  private[internal] def sent(waits: Boolean): Unit
