package brine.actor.internal

/** What the monitor remembers of a worker from one look to the next. */
private[internal] final class Observation:
  var cell: Cell[?]   = null
  var handled: Long   = -1L
  var since: Long     = 0L    // when this handler was first seen running
  var counted: Long   = 0L    // when its messages were counted
  var stuck: Boolean  = false // counted as stuck by the pool
  var warned: Boolean = false
