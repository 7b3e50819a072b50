package brine.actor.testkit.internal

import brine.actor.Batch
import brine.actor.internal.{Cell, CellDispatcher, OwnerNode, SystemInternals}

/** Puts its one cell on the list of what can run. */
private[testkit] final class TestDispatcher(system: SystemInternals, batch: Batch, engine: Engine, mayBlock: Boolean)
    extends CellDispatcher(system, batch):
  private var task: CellTask = null

  def schedule(cell: Cell[?]): Unit =
    if task == null then task = engine.task(cell)
    engine.schedule(cell)

  def reschedule(cell: Cell[?]): Unit = schedule(cell)

  /** An idle child is ended within the step of its parent. */
  override def runsHere(cell: Cell[?]): Boolean = cell.mailboxTail.isInstanceOf[OwnerNode] || engine.isRunning(cell)

  /** Not one that only looks idle. */
  def stopsInline: Boolean = !mayBlock && task != null && !task.looksIdle
