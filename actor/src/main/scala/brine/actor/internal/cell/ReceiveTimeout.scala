package brine.actor.internal.cell

import brine.actor.{Cell, SystemInternals}
import brine.actor.internal.mailbox.Node
import brine.actor.internal.timer.TimerEntry

/** Sends an actor a message when it has had none for a while. The timer keeps running while messages arrive. When it is
  * due, the actor checks when it handled the last message, and arms the timer for the rest. So a message costs one
  * reading of the clock, and no timer.
  *
  * All methods except [[fire]] are called by the owner of the actor.
  */
private[brine] final class ReceiveTimeout(val cell: Cell[?], val message: Any, nanos: Long) extends TimerEntry:
  @volatile private var cancelled = false
  private var lastNanos           = 0L // when a message was last handled

  def start(): Unit =
    touch()
    system.arm(this, nanos)

  def cancel(): Unit =
    cancelled = true
    val _ = system.disarm(this)

  /** Notes that a message was handled. */
  def touch(): Unit = lastNanos = system.nanoTime

  private[brine] def fire(): Unit = if !cancelled then cell.deliver(SilenceNode(this))

  def isCancelled: Boolean = cancelled

  /** What [[takeDelivery]] would return, without changing anything. */
  def isOver(more: Boolean): Boolean = !cancelled && !more && nanos - (system.nanoTime - lastNanos) <= 0

  /** Called by the actor: whether the duration has passed. If not, arms the timer again.
    *
    * @param more
    *   whether more messages wait
    */
  def takeDelivery(more: Boolean): Boolean =
    if cancelled then false
    else
      if more then touch()
      val left = nanos - (system.nanoTime - lastNanos)
      if left > 0 then system.arm(this, left)
      left <= 0

  /** Starts again after its message was handled, unless that canceled it. */
  def delivered(): Unit = if !cancelled then start()

  private def system: SystemInternals = cell.cellDispatcher.system

/** A check whether the duration of a [[ReceiveTimeout]] has passed. */
private[brine] final class SilenceNode(val timeout: ReceiveTimeout) extends Node(null)
