package brine.actor.internal

/** The list of the entries of one slot, in order of arming; itself the node that closes the circle.
  *
  * @param level
  *   the level of the wheel, negative for a list outside of it
  * @param index
  *   which of the 64 slots of the level
  */
private[internal] final class TimerSlot(val level: Int, val index: Int) extends TimerNode:
  timerPrevious = this
  timerNext = this

  def isEmpty: Boolean = timerNext eq this

  def append(entry: TimerEntry): Unit =
    val last = timerPrevious
    entry.timerPrevious = last
    entry.timerNext = this
    last.timerNext = entry
    timerPrevious = entry

  /** Takes over all entries of `other`, behind its own. */
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
