package brine.actor.internal.dispatcher

import brine.actor.{Batch, Cell, CellDispatcher, SystemInternals}
import brine.actor.internal.cell.{StoppingThread, Termination}

/** Runs actors on the workers of a pool. */
private[brine] final class WorkerDispatcher(
    system: SystemInternals,
    batch: Batch,
    pool: WorkerPool,
    started: CellDispatcher = null
) extends CellDispatcher(system, batch, started):
  override val starting: CellDispatcher = if started == null then WorkerDispatcher(system, batch, pool, this) else null

  def schedule(cell: Cell[?]): Unit             = pool.schedule(cell)
  def reschedule(cell: Cell[?]): Unit           = pool.reschedule(cell)
  override def runsHere(cell: Cell[?]): Boolean = Thread.currentThread match
    case worker: Worker          => worker.activation.runsHere(cell)
    case stopper: StoppingThread => stopper.running eq cell
    case _                       => Termination.stopsHere(cell)
  def stopsInline: Boolean = true
