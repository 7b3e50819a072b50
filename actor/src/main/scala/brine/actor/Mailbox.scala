package brine.actor

/** How many messages may wait for an actor, and what happens to the others. */
enum Mailbox:
  /** As many as memory holds. */
  case Unbounded

  /** At most `capacity`, which is at least 1. Timers and signals do not count. */
  case Bounded(capacity: Int, whenFull: WhenFull)

/** What happens to a message for a full mailbox. */
enum WhenFull:
  /** The sender gets a [[MailboxFullException]], or false from [[ActorRef.tryTell]]. */
  case Fail

  /** The message becomes a dead letter. */
  case DropNewest

  /** The message is taken, and the oldest waiting message becomes a dead letter. */
  case DropOldest

  /** A sender on a virtual thread waits until there is room. Any other thread must not block, so there it works like
    * [[Fail]].
    *
    * Blocking actors that send to each other's full mailboxes wait forever: let such messages go one way only.
    */
  case Park
