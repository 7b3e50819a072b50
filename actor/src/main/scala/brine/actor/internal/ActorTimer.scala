package brine.actor.internal

import brine.actor.DeadLetter.Reason
import java.util.HashMap

/** One timer of an actor. When it is due its message is sent like any other, and dropped on arrival if the timer was cancelled
  * meanwhile: after `cancel` nothing comes any more.
  *
  * @param periodNanos
  *   0 for a timer that fires once
  * @param fixedRate
  *   whether the next is due a period after the last was due, or after it was handled
  */
private[brine] final class ActorTimer(
    val cell: Cell[?],
    val key: Any,
    val message: Any,
    val periodNanos: Long,
    fixedRate: Boolean
) extends TimerEntry:
  @volatile private var cancelled = false
  private var dueNanos            = 0L

  def start(delayNanos: Long): Unit =
    val system = cell.cellDispatcher.system
    dueNanos = system.nanoTime + delayNanos
    system.arm(this, delayNanos)

  def cancel(): Unit =
    cancelled = true
    val _ = cell.cellDispatcher.system.disarm(this)

  def isCancelled: Boolean = cancelled

  private[brine] def fire(): Unit = if !cancelled then cell.deliver(DueNode(this))

  /** On arrival, in the actor: whether the message is still wanted. Arms the timer again if it has a rate. */
  def takeDelivery(): Boolean =
    val wanted = !cancelled
    if wanted then
      if periodNanos == 0 then cell.cellExtension.timers.forget(this)
      else if fixedRate then
        val system = cell.cellDispatcher.system
        val now    = system.nanoTime
        // What a pause has swallowed is not made up for in a burst.
        val late  = now - dueNanos
        val turns = late / periodNanos + (if late % periodNanos == 0 then 0 else 1)
        dueNanos += Math.max(1L, turns) * periodNanos
        system.arm(this, Math.max(0L, dueNanos - now))
    wanted

  /** Its message was handled. Arms the timer again if it has a delay, unless that handler has cancelled it. */
  def delivered(): Unit =
    if periodNanos != 0 && !fixedRate && !cancelled then cell.cellDispatcher.system.arm(this, periodNanos)

/** The timers of one actor, by key; touched by its owner alone. */
private[brine] final class ActorTimers:
  private val byKey = HashMap[Any, ActorTimer](4)

  def start(timer: ActorTimer, delayNanos: Long): Unit =
    val previous = byKey.put(timer.key, timer)
    if previous != null then previous.cancel()
    timer.start(delayNanos)

  def cancel(key: Any): Boolean =
    val timer = byKey.remove(key)
    if timer != null then timer.cancel()
    timer != null

  def isActive(key: Any): Boolean = byKey.containsKey(key)

  def forget(timer: ActorTimer): Unit =
    val _ = byKey.remove(timer.key, timer)

  def cancelAll(): Unit =
    byKey.values.forEach(_.cancel())
    byKey.clear()

/** Messages put aside by their actor; touched by its owner alone. */
private[brine] final class StashedMessages(capacity: Int):
  private val messages           = java.util.ArrayDeque[Any](4)
  private[internal] var replayed = false // asked for, and not yet back in the mailbox

  def size: Int = messages.size

  /** False when there is no room. */
  def add(message: Any): Boolean =
    val room = messages.size < capacity
    if room then messages.addLast(message)
    room

  private[internal] def takeAll(): BatchNode =
    replayed = false
    val all = messages.toArray.asInstanceOf[Array[Any]]
    messages.clear()
    if all.isEmpty then null else BatchNode(all, 0, all.length)

  def bury(cell: Cell[?]): Unit =
    messages.forEach(message => DeadLetters.report(cell, message, Reason.Stopped))
    messages.clear()
