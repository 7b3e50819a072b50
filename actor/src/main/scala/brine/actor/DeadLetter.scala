package brine.actor

/** A message that no actor handled. */
final case class DeadLetter(message: Any, recipient: ActorRef[?], reason: DeadLetter.Reason)

object DeadLetter:
  /** Why no actor handled it. */
  enum Reason:
    /** The recipient had stopped, or stopped before it handled the message. */
    case Stopped

    /** The recipient returned [[Behavior.unhandled]] or called `context.unhandled`. */
    case Unhandled

    /** The mailbox of the recipient was full. */
    case MailboxFull

    /** The message was a reply that nobody waits for: the timeout had passed, or there was a reply before. */
    case TooLate
