package brine.actor.internal.timer

/** The entries of one slot, in the order in which they were armed. The slot itself is the node that closes the circle.
  *
  * @param level
  *   level of the wheel; negative for a list outside of it
  * @param index
  *   index of the slot in its level, from 0 to 63
  */
private[actor] final class TimerSlot(val level: Int, val index: Int) extends TimerNode:
  timerPrevious = this
  timerNext = this

  def isEmpty: Boolean = timerNext eq this

  def append(entry: TimerEntry): Unit =
    val last = timerPrevious
    entry.timerPrevious = last
    entry.timerNext = this
    last.timerNext = entry
    timerPrevious = entry

  /** Moves all entries of `other` behind its own. */
  def appendAll(other: TimerSlot): Unit =
    if !other.isEmpty then
      val first = other.timerNext
      val last  = other.timerPrevious
      first.timerPrevious = timerPrevious
      timerPrevious.timerNext = first
      last.timerNext = this
      timerPrevious = last
      other.timerPrevious = other
      other.timerNext = other
