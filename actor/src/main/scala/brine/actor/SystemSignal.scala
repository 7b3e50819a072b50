package brine.actor

/** What the runtime sends an actor besides messages. Links of a list that grows at its head; each is pushed once. */
private[brine] abstract class SystemSignal:
  private[actor] var next: SystemSignal = null

private[brine] object SystemSignal:
  /** The signal list of an actor that has stopped. */
  val Closed: SystemSignal = Stop()

  final class Stop                                                 extends SystemSignal
  final class Watch(val watcher: Watcher)                          extends SystemSignal
  final class Unwatch(val watcher: Watcher)                        extends SystemSignal
  final class Ended(val ref: ActorRef[?], val cause: Throwable)    extends SystemSignal
  final class ChildEnded(val child: Cell[?], val cause: Throwable) extends SystemSignal
  final class Restart(val cause: Throwable)                        extends SystemSignal

  /** @param message
    *   what the child failed on, for the log: see [[SystemInternals.failed]]
    */
  final class ChildFailed(val child: Cell[?], val message: Any, val cause: Throwable, val done: Directive)
      extends SystemSignal:
    def isEscalated: Boolean = done == Directive.Escalate

    /** Whether the failure began below the child. */
    def isPassedOn: Boolean = message match
      case below: ChildFailed => below.isEscalated
      case _                  => false

    /** Called where the parent is ending, and so does not answer for an escalated failure. */
    def refuse(): Unit = if isEscalated then child.cellDispatcher.system.escalatedInVain(child, message, cause)

  /** The end of a backoff. */
  final class Resume extends SystemSignal

  /** The event that a suspended actor waits for. Runs in the actor, before any further message. */
  final class Continue(val continuation: () => Any) extends SystemSignal

/** Called once when an actor stops, on the thread that stops it. */
private[brine] trait Watcher:
  private[brine] def watchedEnded(ref: ActorRef[?], cause: Throwable): Unit
