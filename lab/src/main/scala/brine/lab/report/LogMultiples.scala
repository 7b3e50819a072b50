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

  /** The rows that promise to have every record on the disk. */
  val durable: Set[String] = results.libraries
    .filter(row => row.studies.contains(Study.Log.name) && row.traits.contains("durable"))
    .map(_.name)
    .toSet

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

  /** Why multiples say little in this run; none when the disk was left alone. */
  def disturbed: Option[String] =
    spread("R")
      .filter(_ > LogMultiples.unsteady)
      .map(spread => s"bare forced writes differed by ${Numbers.times(spread)} times within the run")

  /** One caller that waits cannot be faster than R: where it is, the disk was busy at both looks, and they are no measure for it. */
  private def isImpossible(summary: Summary, cell: Cell, value: Double) =
    LogStudy.isSynchronous(summary.name) && durable(cell.library) &&
      around(summary.library, cell.round, "R").flatMap(look => look.hi ++ look.value).maxOption.exists(value > _)

  private def multiple(summary: Summary, op: String, factor: Double): Option[Estimate] =
    val ratios = for
      cell  <- summary.cells if cell.ok
      value <- cell.value
      found = around(summary.library, cell.round, op).flatMap(_.value)
      if found.nonEmpty
      if !isImpossible(summary, cell, value)
    yield value * factor / (found.sum / found.size)
    Option.when(ratios.nonEmpty)(Statistics.estimate(ratios))

object LogMultiples:
  /** How far apart the looks at `R` may lie. */
  private val unsteady = 1.5
