package brine.actor.internal

import brine.actor.Batch

/** Runs the actors that have something to do, in a way of its own. */
private[brine] abstract class CellDispatcher(val system: SystemInternals, val batch: Batch):
  /** Takes over a cell that was idle or suspended. */
  def schedule(cell: Cell[?]): Unit

  /** Takes back a cell whose batch is used up, behind the others. */
  def reschedule(cell: Cell[?]): Unit

  /** Whether this thread is in a handler of the actor, as far as that can be told at little cost. */
  def runsHere(cell: Cell[?]): Boolean = true

  /** Whether idle actors may be ended on the thread that stops them; false where their code may block. */
  def stopsInline: Boolean
