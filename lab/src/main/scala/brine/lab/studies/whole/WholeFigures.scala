package brine.lab.studies.whole

import brine.lab.page.{Numbers, Summary}
import brine.lab.results.{Cell, Results}
import brine.lab.statistics.{Statistics, TurnRatio}
import brine.lab.statistics.Statistics.Estimate
import brine.lab.studies.log.LogLooks

/** The rows of study `whole`, and their rates in multiples of `R`: writes of 256 bytes per second with an fsync each,
  * right before and after. A rate measured in turns is divided turn by turn by the looks around each; other rates by
  * what a JVM of its own measured before and after the library.
  */
final class WholeFigures(results: Results):
  private val study            = WholeStudy.name
  private val (between, apart) = results.measured
    .filter(cell => cell.study == study && cell.op == WholePrograms.limit)
    .partition(_.library == Cell.withoutLibrary)

  private val limits = apart.groupBy(cell => (Summary.label(cell), cell.round))

  /** The looks at the disk between turns. */
  val looks: LogLooks = LogLooks(between)

  /** The rows that only append, which compete with nobody. */
  val alone: Set[String] = results.libraries
    .filter(row => row.takesPart(study) && row.traits.contains(WholeFigures.logAlone))
    .map(_.name)
    .toSet

  /** The rows whose reply means that the events are durable. */
  val durable: Set[String] = results.libraries
    .filter(row => row.takesPart(study) && row.traits.contains("durable"))
    .map(_.name)
    .toSet

  /** R as the median of all its measurements. */
  val machine: Option[Estimate] =
    val all =
      if looks.windows(WholePrograms.limit).nonEmpty then looks.windows(WholePrograms.limit).map(_.middle)
      else apart.flatMap(_.value)
    Option.when(all.nonEmpty)(Statistics.estimate(all))

  /** A rate in multiples of R. */
  def ofR(summary: Summary): Option[Estimate] =
    val turns = summary.cells.filter(cell => cell.ok && cell.beside.contains(WholePrograms.limit))
    if turns.nonEmpty then TurnRatio.of(turns, turns.map(cell => cell.copy(turns = cell.beside(WholePrograms.limit))))
    else
      val ratios = for
        cell  <- summary.cells if cell.ok
        value <- cell.value
        around = limits.getOrElse((Summary.label(cell), cell.round), Nil).flatMap(_.value)
        if around.nonEmpty
      yield value / (around.sum / around.size)
      Option.when(ratios.nonEmpty)(Statistics.estimate(ratios))

  /** Why figures of rows that took no turns are not compared, if so: they wait for the disk, minutes apart. */
  val disturbed: Option[String] =
    val all = apart.flatMap(_.value)
    Option
      .when(all.sizeIs > 1)(Statistics.percentile(all, 0.9) / Statistics.percentile(all, 0.1))
      .filter(_ > LogLooks.unsteady)
      .map(LogLooks.differed)

  /** The disk in a sentence. */
  def disk: String = machine.fold("The disk was not measured."): limit =>
    s"R = ${Numbers.short(limit.value)} writes/s (${Numbers.short(limit.lo)} to ${Numbers.short(limit.hi)})."

object WholeFigures:
  /** The trait of a row that only appends. */
  val logAlone = "log-alone"
