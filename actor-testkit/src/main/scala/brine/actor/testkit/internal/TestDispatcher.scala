package brine.actor.testkit.internal

import brine.actor.Batch
import brine.actor.internal.{Cell, CellDispatcher, SystemInternals}

/** Puts its one cell on the list of what can run. */
private[testkit] final class TestDispatcher(system: SystemInternals, batch: Batch, engine: Engine, mayBlock: Boolean)
    extends CellDispatcher(system, batch):
  private var task: CellTask = null

  def schedule(cell: Cell[?]): Unit =
    if task == null then task = engine.task(cell)
    engine.schedule(cell)

  def reschedule(cell: Cell[?]): Unit = schedule(cell)

  /** Not one that only looks idle. */
  def stopsInline: Boolean = !mayBlock && task != null && !task.looksIdle
