package brine.actor.internal

/** A link of a circular doubly linked list. Guarded by the lock of the wheel that holds the list.
  *
  * Its names are long because entries are extended in other packages, where a field of the same name would override these.
  */
private[brine] abstract class TimerNode:
  private[internal] var timerPrevious: TimerNode = null
  private[internal] var timerNext: TimerNode     = null
