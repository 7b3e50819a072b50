package brine.actor.testkit.internal

import brine.actor.internal.Cell
import java.util.IdentityHashMap
import scala.collection.mutable

/** The actors of a system, and what they are called. */
private[testkit] final class Tasks:
  private val byCell = IdentityHashMap[Cell[?], CellTask]()
  private val made   = mutable.HashMap[String, Int]()
  private val labels = mutable.HashSet[String]()

  /** A key for something that `maker` makes; the test if that is null. */
  def newKey(maker: Task): String =
    val prefix = if maker == null then "" else maker.key + "."
    val count  = made.getOrElse(prefix, 0) + 1
    made(prefix) = count
    prefix + count

  /** The task of a cell, which is made by `maker` if there is none. */
  def of(cell: Cell[?], maker: Task): CellTask =
    var found = byCell.get(cell)
    if found == null then
      found = CellTask(cell, newKey(maker), byCell.size + 1)
      val _ = byCell.put(cell, found)
    found

  /** Gives an actor a name for people, which no other has. */
  def name(task: CellTask): Unit =
    val label = task.cell.toString
    task.label = if labels.add(label) then label else s"$label (${task.number})"
