package brine.actor

/** What happens to an actor whose handler has failed. */
enum Directive:
  /** It stops, with its children. Its waiting messages become dead letters. */
  case Stop

  /** Its children stop, and it restarts with the mailbox it has. Only the message that failed is lost. */
  case Restart

  /** It continues with the next message and the state it has. If it failed while it started, it has no state, and
    * stops.
    */
  case Resume

  /** It stops, and its parent fails with the same cause. */
  case Escalate
