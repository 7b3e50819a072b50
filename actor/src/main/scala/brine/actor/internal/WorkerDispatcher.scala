package brine.actor.internal

import brine.actor.Batch

/** Actors on the workers of a pool. */
private[brine] final class WorkerDispatcher(system: SystemInternals, batch: Batch, pool: WorkerPool)
    extends CellDispatcher(system, batch):
  def schedule(cell: Cell[?]): Unit   = pool.schedule(cell)
  def reschedule(cell: Cell[?]): Unit = pool.reschedule(cell)
  def stopsInline: Boolean            = true
