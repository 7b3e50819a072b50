package brine.actor.internal.cell

import brine.actor.Cell
import brine.actor.internal.mailbox.Node
import brine.actor.internal.timer.TimerEntry
import java.util.HashMap

/** One timer of an actor. When it is due, its message is sent like any other. If the timer was canceled meanwhile, the
  * message is dropped on arrival, so none arrives after `cancel`.
  *
  * @param periodNanos
  *   0 for a timer that fires once
  * @param fixedRate
  *   true: the next is due one period after the last was due; false: one period after the last was handled
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

  /** Called by the actor on arrival: whether the message is still wanted. Arms a timer with a fixed rate again. */
  def takeDelivery(): Boolean =
    val wanted = !cancelled
    if wanted then
      if periodNanos == 0 then cell.cellExtension.timers.forget(this)
      else if fixedRate then
        val system = cell.cellDispatcher.system
        val now    = system.nanoTime
        // Turns missed during a pause are skipped, not sent in a burst.
        val late  = now - dueNanos
        val turns = late / periodNanos + (if late % periodNanos == 0 then 0 else 1)
        dueNanos += Math.max(1L, turns) * periodNanos
        system.arm(this, Math.max(0L, dueNanos - now))
    wanted

  /** Called when its message was handled. Arms a timer with a fixed delay again, unless the handler canceled it. */
  def delivered(): Unit =
    if periodNanos != 0 && !fixedRate && !cancelled then cell.cellDispatcher.system.arm(this, periodNanos)

/** The timers of one actor, by key. Owned by that actor. */
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

/** A timer that is due. Its message counts only if the timer was neither canceled nor replaced since. */
private[brine] final class DueNode(val timer: ActorTimer) extends Node(null)
