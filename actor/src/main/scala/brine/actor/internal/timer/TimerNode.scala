package brine.actor.internal.timer

/** A link of a circular doubly linked list. Guarded by the lock of the wheel that holds the list.
  *
  * Its field names are long because other packages extend entries, where a field of the same name would override these.
  */
private[brine] abstract class TimerNode:
  private[actor] var timerPrevious: TimerNode = null
  private[actor] var timerNext: TimerNode     = null
