package brine.actor

/** What an actor is told apart from its messages. Signals come before all messages that are still waiting. */
sealed trait Signal

object Signal:
  /** An actor this one watches has ended; it is not watched any more.
    *
    * @param cause
    *   the failure that ended it; none when it was stopped
    */
  final case class Terminated(ref: ActorRef[?], cause: Option[Throwable]) extends Signal

  /** The handler of a child has failed, and this is what happens to the child. */
  final case class ChildFailed(child: ActorRef[?], cause: Throwable, directive: Directive) extends Signal

  /** This actor has failed and is about to begin anew; its children have not ended yet. */
  final case class Restarting(cause: Throwable) extends Signal

  /** This actor ends: its children have ended, its mailbox takes nothing any more. The last thing it is told. */
  case object Stopped extends Signal
