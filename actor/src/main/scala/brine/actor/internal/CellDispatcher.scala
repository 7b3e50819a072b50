package brine.actor.internal

import brine.actor.Batch

/** Runs the actors that have something to do, in a way of its own. */
private[brine] abstract class CellDispatcher(val system: SystemInternals, val batch: Batch):
  /** Takes over a cell that was idle or suspended. */
  def schedule(cell: Cell[?]): Unit

  /** Takes back a cell whose batch is used up, behind the others. */
  def reschedule(cell: Cell[?]): Unit

  /** Whether idle actors may be ended on the thread that stops them; false where their code may block. */
  def stopsInline: Boolean

  /** Whether this thread is running that actor, as far as actors may block at all here. */
  def runsHere(cell: Cell[?]): Boolean = false
