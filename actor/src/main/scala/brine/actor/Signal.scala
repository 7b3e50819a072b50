package brine.actor

/** What an actor receives in addition to its messages. Signals come before all waiting messages. */
sealed trait Signal

object Signal:
  /** A watched actor has stopped. It is not watched any more.
    *
    * @param cause
    *   the failure that stopped it; none if it was stopped without a failure
    */
  final case class Terminated(ref: ActorRef[?], cause: Option[Throwable]) extends Signal

  /** The handler of a child has thrown `cause`, and `directive` is what happens to the child. */
  final case class ChildFailed(child: ActorRef[?], cause: Throwable, directive: Directive) extends Signal

  /** This actor has failed and is about to restart. Its children have not stopped yet. */
  final case class Restarting(cause: Throwable) extends Signal

  /** This actor stops: its children have stopped, and its mailbox takes no more messages. Its last signal. */
  case object Stopped extends Signal
