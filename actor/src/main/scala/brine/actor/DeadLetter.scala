package brine.actor

/** A message that no actor handled. */
final case class DeadLetter(message: Any, recipient: ActorRef[?], reason: DeadLetterReason)
