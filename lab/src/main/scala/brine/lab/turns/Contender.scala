package brine.lab.turns

import brine.lab.results.{Cell, LibraryRow}
import brine.lab.plan.JavaHome
import brine.lab.plan.Task.CellSpec

/** A library that takes turns with others in one study.
  *
  * @param control
  *   whether it is the second JVM of a library, which shows the machine's noise
  * @param cells
  *   what it measures
  * @param options
  *   memory and collector options of its JVM
  */
final case class Contender(
    row: LibraryRow,
    control: Boolean,
    cells: List[CellSpec],
    options: List[String],
    java: JavaHome,
    jvm: String = ""
):
  def label: String = if control then Cell.controlPrefix + row.name else row.name
