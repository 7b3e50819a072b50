package brine.actor.testkit.internal

import brine.actor.Batch
import brine.actor.internal.{Cell, CellDispatcher, SystemInternals}

/** Puts cells on the list of what can run. */
private[testkit] final class TestDispatcher(system: SystemInternals, batch: Batch, engine: Engine, val stopsInline: Boolean)
    extends CellDispatcher(system, batch):
  def schedule(cell: Cell[?]): Unit   = engine.schedule(cell)
  def reschedule(cell: Cell[?]): Unit = engine.schedule(cell)
