package brine.lab.plan

import brine.lab.results.LibraryRow

/** What one child JVM of a study measures.
  *
  * @param seconds
  *   expected duration, without the start of the JVM and without the cells that JMH times
  * @param collector
  *   collector to use instead of the study's own
  * @param shotSeconds
  *   seconds during which further runs of an actor program start
  * @param longestShot
  *   seconds that one such run may take
  */
final case class ChildPlan(
    cells: List[Task.CellSpec],
    seconds: Double,
    collector: Option[JvmSetting] = None,
    shotSeconds: Double = 0,
    longestShot: Double = 0
):
  /** The same child with some of its cells; it takes as much less time as it has fewer cases. */
  def only(wanted: Task.CellSpec => Boolean): ChildPlan =
    val kept                           = cells.filter(wanted)
    def cases(of: List[Task.CellSpec]) = of.map(_.name).distinct.size
    copy(cells = kept, seconds = seconds * cases(kept) / cases(cells).max(1))

/** One measurement of a row in one round.
  *
  * @param control
  *   whether it is the second appearance of the row's library
  * @param isRepeated
  *   whether the run is repeated under several collectors, so that no case needs its own
  */
final case class Visit(mode: Mode, row: LibraryRow, round: Int, control: Boolean, isRepeated: Boolean)
