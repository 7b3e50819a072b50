package brine.actor

/** How many messages may wait for an actor, and what happens to the others. */
enum Mailbox:
  /** As many as memory holds. */
  case Unbounded

  /** At most `capacity`, which is at least 1. Timers and signals do not count. */
  case Bounded(capacity: Int, whenFull: WhenFull)
