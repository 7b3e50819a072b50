package brine.actor

/** How many messages may wait for an actor, and what happens to more. */
enum Mailbox:
  /** As many as memory holds. */
  case Unbounded

  /** At most `capacity`, which is at least 1. Timers and signals do not count. */
  case Bounded(capacity: Int, whenFull: WhenFull)

/** What happens to a message for a full mailbox. */
enum WhenFull:
  /** The sender gets a [[MailboxFullException]], or false from [[ActorRef.tryTell]]. */
  case Fail

  /** The message goes to the dead letters. */
  case DropNewest

  /** The message that waits longest goes to the dead letters in its place. */
  case DropOldest

  /** A sender on a virtual thread waits until there is room. On any other thread, which must not block, as [[Fail]]. Blocking actors that
    * send to each other's full mailboxes wait for each other for ever: let such messages go one way only.
    */
  case Park
