package brine.actor.testkit.internal

import brine.actor.Cell
import java.util.IdentityHashMap
import scala.collection.mutable

/** The actors of a system, and their names. */
private[testkit] final class Tasks:
  private val byCell = IdentityHashMap[Cell[?], CellTask]()
  private val made   = mutable.HashMap[String, Int]()
  private val labels = mutable.HashSet[String]()

  /** A key for something that `maker` creates; null stands for the test. */
  def newKey(maker: Task): String =
    val prefix = if maker == null then "" else maker.key + "."
    val count  = made.getOrElse(prefix, 0) + 1
    made(prefix) = count
    prefix + count

  /** The task of a cell. If there is none, it is created for `maker`. */
  def of(cell: Cell[?], maker: Task): CellTask =
    var found = byCell.get(cell)
    if found == null then
      found = CellTask(cell, newKey(maker), byCell.size + 1)
      val _ = byCell.put(cell, found)
    found

  /** Gives an actor a unique name for humans. */
  def name(task: CellTask): Unit =
    val label = task.cell.toString
    task.label = if labels.add(label) then label else s"$label (${task.number})"
