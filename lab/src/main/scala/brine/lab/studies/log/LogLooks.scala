package brine.lab.studies.log

import brine.lab.page.Numbers
import brine.lab.results.Cell
import brine.lab.statistics.Statistics

/** The looks at the disk's limits between turns, in the order of time.
  *
  * @param cells
  *   the cells of the JVM without any library
  */
final class LogLooks(cells: List[Cell]):
  import LogLooks.*

  private val found = cells.filter(_.turns.nonEmpty).sortBy(_.round).groupBy(_.op)

  /** The looks at a limit in each start, of which each is one stretch of time. */
  def starts(op: String): List[List[Double]] = found.getOrElse(op, Nil).map(_.turns.filter(_ > 0))

  /** A limit over the time: each window summarizes some consecutive looks of one start. */
  def windows(op: String): List[Window] =
    for
      (looks, start) <- starts(op).zipWithIndex
      some           <- looks.grouped(together)
    yield Window(
      start + 1,
      Statistics.median(some),
      Statistics.percentile(some, 0.1),
      Statistics.percentile(some, 0.9)
    )

  /** Why the disk may have kept contests from being decided; `None` if its limit changed little during the turns. */
  def unsteady: Option[String] =
    val levels = windows("R").map(_.middle)
    Option
      .when(levels.sizeIs > 1)(Statistics.percentile(levels, 0.9) / Statistics.percentile(levels, 0.1))
      .filter(_ > LogLooks.unsteady)
      .map(spread => s"the disk would not hold still: ${differed(spread)}")

object LogLooks:
  /** Some consecutive looks at a limit.
    *
    * @param start
    *   number of the start, beginning with 1
    * @param lo
    *   the 10th percentile
    * @param hi
    *   the 90th percentile
    */
  final case class Window(start: Int, middle: Double, lo: Double, hi: Double)

  /** Looks in a window: a single one is short, and varies more than the disk. */
  private val together = 10

  /** Largest acceptable spread of `R` in a run: its 90th percentile divided by the 10th. */
  val unsteady = 1.5

  def differed(spread: Double): String =
    s"bare forced writes differed by ${Numbers.times(spread)} times within the run"
