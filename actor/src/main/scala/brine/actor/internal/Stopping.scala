package brine.actor.internal

import brine.actor.ActorRef

/** Refuses to stop what is no actor. */
private[brine] object Stopping:
  def check(ref: ActorRef[?]): Unit =
    if ref.refEnding != null then
      throw IllegalArgumentException(
        s"$ref is not an actor, so it cannot be stopped: to fail the ask, reply with a message that says so"
      )
