package brine.actor.internal.ask

import brine.actor.{Cell, PendingReply, ReplyPlace}
import brine.actor.internal.support.StackProbe
import java.util.concurrent.locks.ReentrantLock

/** The open requests that an actor has handled without a reply. They fail when the actor stops.
  *
  * A request leaves as soon as it is completed, by its reply or its timeout, on the thread that completes it. So the
  * list holds open requests only, although its actor may never run again. Each operation takes constant time, except
  * that the end of the actor fails all that are left.
  *
  * Thread-safe.
  */
private[brine] final class UnansweredAsks extends UnansweredLink:
  private val lock = ReentrantLock()
  previous = this
  following = this

  /** Called by the owner of the actor. */
  def add(reply: PendingReply[?]): Unit =
    val place = UnansweredAsk(this, reply)
    // Whoever completes the request reads this after it has completed it. So it leaves, or is seen completed below.
    reply.place = place
    locked:
      if !reply.isCompleted then place.linkBefore(this)

  private[internal] def remove(place: UnansweredAsk): Unit = locked(place.unlink())

  private[actor] def size: Int = locked:
    var count = 0
    var link  = following
    while link ne this do
      count += 1
      link = link.following
    count

  /** Fails all that are left. If one cannot fail, for lack of memory, the others still do; its timeout remains. */
  def targetStopped(cell: Cell[?]): Unit =
    var reply = takeFirst()
    while reply != null do
      try
        val _ = reply.targetStopped(cell)
      catch
        case failure: Throwable =>
          try reply.refused(failure): Unit
          catch case second: Throwable => cell.cellDispatcher.system.failedWhileStopping(cell, second)
      reply = takeFirst()

  private def takeFirst(): PendingReply[?] = locked:
    following match
      case place: UnansweredAsk =>
        place.unlink()
        place.reply
      case _ => null

  // Not within the inline method: Scala 3.3.7 makes a broken accessor for an object of another package there.
  private def checkStack(): Unit = StackProbe.require()

  private inline def locked[A](inline body: A): A =
    checkStack() // or the lock might stay locked
    lock.lock()
    try body
    finally lock.unlock()

/** A link of the circle of an [[UnansweredAsks]], which is a link itself. Guarded by its lock. */
private[internal] abstract class UnansweredLink:
  private[internal] var previous: UnansweredLink  = null // null if it is in no circle
  private[internal] var following: UnansweredLink = null

  private[internal] final def linkBefore(end: UnansweredLink): Unit =
    previous = end.previous
    following = end
    end.previous.following = this
    end.previous = this

  private[internal] final def unlink(): Unit = if previous != null then
    previous.following = following
    following.previous = previous
    previous = null
    following = null

/** The place of one open request. */
private[internal] final class UnansweredAsk(list: UnansweredAsks, val reply: PendingReply[?])
    extends UnansweredLink,
      ReplyPlace:
  def leave(): Unit = list.remove(this)
