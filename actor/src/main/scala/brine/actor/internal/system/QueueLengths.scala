package brine.actor.internal.system

import brine.actor.Cell
import java.lang.ref.WeakReference
import java.util.concurrent.atomic.{AtomicReferenceArray, LongAdder}

/** How many messages wait for actors that do not reply in time. To count them, a thread walks the mailbox. Under
  * overload thousands of asks to one actor time out together, so a count serves for a while.
  *
  * Thread-safe. Keeps no actor alive.
  */
private[internal] final class QueueLengths(intervalNanos: Long):
  import QueueLengths.*

  private val latest               = AtomicReferenceArray[Counted](Slots)
  private[internal] val walksTaken = LongAdder()

  /** About how many messages wait for the actor, or waited within the last interval. */
  def of(cell: Cell[?]): Int =
    val slot = System.identityHashCode(cell) & (Slots - 1)
    val last = latest.get(slot)
    if last != null && (last.cell.get eq cell) && System.nanoTime() - last.at < intervalNanos then last.length
    else
      walksTaken.increment()
      val length = cell.queueLength
      latest.set(slot, Counted(WeakReference(cell), length, System.nanoTime()))
      length

private[internal] object QueueLengths:
  private final val Slots = 64

  private final class Counted(val cell: WeakReference[Cell[?]], val length: Int, val at: Long)
