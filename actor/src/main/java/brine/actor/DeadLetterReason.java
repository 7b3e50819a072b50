package brine.actor;

/** Why no actor handled a message. */
public enum DeadLetterReason {
  /** The recipient had stopped, or stopped before it handled the message. */
  Stopped,

  /** The recipient returned {@code Behavior.unhandled} or called {@code context.unhandled}. */
  Unhandled,

  /** The mailbox of the recipient was full. */
  MailboxFull,

  /** The message was a reply that nobody waits for: the timeout had passed, or there was a reply before. */
  TooLate
}
