package brine.actor.internal.dispatcher

import brine.actor.Cell
import brine.actor.internal.support.HandlerGuard
import brine.actor.internal.timer.TimerEntry

/** Interrupts a blocking actor that was told to stop and does not return from its code. Each call of its code gets the
  * whole time: the handler that runs, and then `onStop`.
  */
private[internal] final class StopTimer(cell: Cell[?], dispatcher: BlockingDispatcher, nanos: Long) extends TimerEntry:
  private var seen: HandlerGuard = dispatcher.guardOf(cell)
  private var number: Long       = if seen == null then -1L else seen.number

  def start(): Unit = dispatcher.system.arm(this, nanos)

  private[brine] def fire(): Unit =
    if !cell.cellClosed then
      val guard = dispatcher.guardOf(cell)
      if guard != null && guard.isInside then
        if (guard eq seen) && guard.number == number then guard.interrupt()
        else
          seen = guard
          number = guard.number
      // After the end of the system a timer fires as soon as it is armed.
      if !dispatcher.system.hasEnded then start()
