package brine.actor.internal.dispatcher

import brine.actor.Cell

/** What the monitor remembers about a worker between two looks. */
private[internal] final class Observation:
  var cell: Cell[?]   = null
  var handled: Long   = -1L
  var since: Long     = 0L // when this handler was first seen running
  var counted: Long   = 0L // when its waiting messages were last counted
  var warned: Boolean = false
