package brine.lab.report

import brine.lab.results.{Cell, Results}
import brine.lab.statistics.Statistics
import brine.lab.statistics.Statistics.Estimate
import brine.lab.studies.{LogStudy, Study}

/** Rates of study `log` in multiples of what the machine could do right before and right after: `R`, forced writes of 256
  * bytes a second, and `B`, bytes a second written and forced 4 MiB at a time. Another disk has other rates; the multiples
  * are what can be compared.
  */
final class LogMultiples(results: Results):
  private val limits = results.measured
    .filter(cell => cell.study == Study.Log.name && LogStudy.limits.contains(cell.op))
    .groupBy(cell => (Summary.label(cell), cell.round, cell.op))

  /** Both looks at a limit in one round of one library. */
  def around(library: String, round: Int, op: String): List[Cell] =
    limits.getOrElse((library, round, op), Nil).sortBy(_.name != LogStudy.before)

  /** A limit as the median of all looks at it. */
  def machine(op: String): Option[Estimate] =
    val all = limits.collect { case ((_, _, name), cells) if name == op => cells.flatMap(_.value) }.flatten.toList
    Option.when(all.nonEmpty)(Statistics.estimate(all))

  /** How far apart the looks at a limit lie: the greatest by the least, at the 90th and the 10th of hundred. */
  def spread(op: String): Option[Double] =
    val all = limits.collect { case ((_, _, name), cells) if name == op => cells.flatMap(_.value) }.flatten.toList
    Option.when(all.sizeIs > 1)(Statistics.percentile(all, 0.9) / Statistics.percentile(all, 0.1))

  /** A rate in multiples of `R`. */
  def ofR(summary: Summary): Option[Estimate] = multiple(summary, "R", 1)

  /** A rate in multiples of `B`, for events of so many bytes where it is not bytes a second already. */
  def ofB(summary: Summary): Option[Estimate] =
    multiple(summary, "B", if summary.unit == "B/s" then 1 else LogStudy.event)

  private def multiple(summary: Summary, op: String, factor: Double): Option[Estimate] =
    val ratios = for
      cell  <- summary.cells if cell.ok
      value <- cell.value
      found = around(summary.library, cell.round, op).flatMap(_.value)
      if found.nonEmpty
    yield value * factor / (found.sum / found.size)
    Option.when(ratios.nonEmpty)(Statistics.estimate(ratios))
