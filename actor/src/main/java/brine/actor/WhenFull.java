package brine.actor;

/** What happens to a message for a full mailbox. */
public enum WhenFull {
  /** The sender gets a {@link MailboxFullException}, or false from {@code tryTell}. */
  Fail,

  /** The message becomes a dead letter. */
  DropNewest,

  /** The message is taken, and the oldest waiting message becomes a dead letter. */
  DropOldest,

  /**
   * A sender on a virtual thread waits until there is room. Any other thread must not block, so there it
   * works like {@link #Fail}. {@code tryTell} never waits, and an ask waits no longer than its timeout.
   *
   * <p>Blocking actors that send to each other's full mailboxes wait forever: let such messages go one
   * way only.
   */
  Park
}
