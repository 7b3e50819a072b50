package brine.lab.turns

import brine.lab.plan.Task.CellSpec
import brine.lab.results.{Cell, LibraryRow}

/** A library that takes turns with others in one study.
  *
  * @param control
  *   whether it is the second JVM of a library, which shows the machine's noise
  * @param cells
  *   what it measures
  * @param leastWarmUp
  *   milliseconds of warm-up that each case gets at least, if not those of the study
  */
final case class Contender(
    row: LibraryRow,
    control: Boolean,
    cells: List[CellSpec],
    leastWarmUp: Option[Int] = None
):
  def label: String = if control then Cell.controlPrefix + row.name else row.name

  /** The same library with some of its cells. */
  def only(wanted: CellSpec => Boolean): Contender = copy(cells = cells.filter(wanted))

  /** Its turns in each round: one turn gives the figures of several cells if they have the same name. */
  def turns: List[String] = cells.map(_.turn).distinct
