package brine.actor

import brine.actor.internal.mailbox.Node
import brine.actor.internal.timer.Expiry

/** The address of one reply that is waited for. It is completed once: by a reply, the end or failure of the actor that
  * was asked, a refusal, or its timeout. Each method that completes it returns false if it was completed before.
  */
private[brine] abstract class PendingReply[-R] extends ActorRef[R]:
  /** The next in the list of those that have no timer yet. */
  private[actor] var following: PendingReply[?] = null

  /** Its place among the requests that the actor has handled without a reply; null if it has none. */
  @volatile private[actor] var place: ReplyPlace = scala.compiletime.uninitialized

  def isCompleted: Boolean

  /** Whether its timeout still matters. */
  private[brine] def awaitsTimeout: Boolean = !isCompleted

  /** The timeout in ns; at least 0. */
  def timeoutNanos: Long

  /** Its timer, which starts now if it has not. Called by the thread that arms it, and before others know the request.
    */
  private[brine] def startTimer(now: Long): ReplyTimer

  private[brine] def system: SystemInternals
  private[brine] def timedOut(): Unit

  def targetStopped(cell: Cell[?]): Boolean
  def targetFailed(cell: Cell[?], cause: Throwable): Boolean
  def refused(failure: Throwable): Boolean

/** A place that a completed reply gives up. */
private[brine] trait ReplyPlace:
  /** Called once the request is completed, by whichever thread. */
  def leave(): Unit

/** A message whose sender waits for the reply. The reply fails if the message cannot be handled. */
private[brine] final class AskNode(message: Any, val reply: PendingReply[?]) extends Node(message)

/** The timeout of one ask.
  *
  * @param dueNanos
  *   time at which the timeout passes
  */
private[brine] final class ReplyTimer(reply: PendingReply[?], val dueNanos: Long) extends Expiry:
  private[actor] def system: SystemInternals = reply.system
  private[brine] def expire(): Unit          = reply.timedOut()

  private[actor] def abort(failure: Throwable): Unit =
    val _ = reply.refused(failure)
