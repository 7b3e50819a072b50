package brine.lab.studies

import brine.lab.plan.{ChildPlan, Mode}
import brine.lab.plan.Task.CellSpec

/** The cells of studies whose cases are written and read by JMH. */
object CodecCells:
  /** Sizes do not change between rounds, so only the first round measures them. */
  def of(cases: List[String], round: Int): List[CellSpec] =
    val sized = if round == 1 then List("size") else Nil
    for name <- cases; op <- sized ++ List("encode", "decode") yield CellSpec(name, op, None)

  /** All cases in one child; in mode full one child per case.
    *
    * @param checks
    *   expected seconds for checking all cases
    */
  def children(cells: List[CellSpec], mode: Mode, checks: Double): List[ChildPlan] =
    val groups = if mode == Mode.Full then cells.groupBy(_.name).toList.sortBy(_._1).map(_._2) else List(cells)
    val timed  = cells.count(_.isTimed).max(1)
    groups.map(group => ChildPlan(group, checks * group.count(_.isTimed) / timed))
