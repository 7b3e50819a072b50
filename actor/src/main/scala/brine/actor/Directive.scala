package brine.actor

/** What happens to an actor whose handler has failed. */
enum Directive:
  /** It ends, with its children; what was in its mailbox goes to the dead letters. */
  case Stop

  /** Its children end and it begins anew, with the mailbox it has: only the message that failed is lost. */
  case Restart

  /** It goes on with the next message and the state it has; one that failed when it began has none, and stops. */
  case Resume

  /** It ends, and its parent is treated as if it had failed with the same cause. */
  case Escalate
