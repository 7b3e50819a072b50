package brine.actor.testkit

import brine.actor.{Batch, Cell, CellDispatcher, SystemInternals}
import brine.actor.internal.mailbox.OwnerNode
import brine.actor.testkit.internal.CellTask

/** Puts its one cell on the list of runnable tasks. */
private[testkit] final class TestDispatcher(system: SystemInternals, batch: Batch, engine: Engine, mayBlock: Boolean)
    extends CellDispatcher(system, batch):
  private var task: CellTask = null

  def schedule(cell: Cell[?]): Unit =
    if task == null then task = engine.task(cell)
    engine.schedule(cell)

  def reschedule(cell: Cell[?]): Unit = schedule(cell)

  /** Also true for an idle child, which is stopped within the step of its parent. */
  override def runsHere(cell: Cell[?]): Boolean = cell.mailboxTail.isInstanceOf[OwnerNode] || engine.isRunning(cell)

  /** False for a cell that only looks idle. */
  def stopsInline: Boolean = !mayBlock && task != null && !task.looksIdle
