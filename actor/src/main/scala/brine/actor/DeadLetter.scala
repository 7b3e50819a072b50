package brine.actor

/** A message that reached nobody. */
final case class DeadLetter(message: Any, recipient: ActorRef[?], reason: DeadLetter.Reason)

object DeadLetter:
  enum Reason:
    /** Its recipient had ended, or ended before it came to the message. */
    case Stopped

    /** Its recipient answered with [[Behavior.unhandled]] or called `context.unhandled`. */
    case Unhandled

    /** Its recipient's mailbox was full. */
    case MailboxFull

    /** It was an answer for somebody who no longer waits: the time was over, or there was an answer before. */
    case TooLate
