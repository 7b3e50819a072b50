package brine.actor.internal.cell

import brine.actor.Cell

/** A thread that stops idle actors and runs no others. */
private[internal] abstract class StoppingThread(name: String) extends Thread(null, null, name, 0L, false):
  /** The actor whose code runs. Only this thread reads it. */
  var running: Cell[?] = null
