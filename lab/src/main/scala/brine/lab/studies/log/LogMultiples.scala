package brine.lab.studies.log

import brine.lab.page.*
import brine.lab.results.{Cell, Results}
import brine.lab.statistics.Statistics
import brine.lab.statistics.Statistics.Estimate

/** Rates of study `log` in multiples of the machine's limits right before and right after: `R`, writes of 256 bytes per
  * second with an fsync each, and `B`, bytes per second written 4 MiB at a time with an fsync each. Disks differ in
  * rates; the multiples are comparable.
  */
final class LogMultiples(results: Results):
  private val limits = results.measured
    .filter(cell => cell.study == LogStudy.name && LogPrograms.limits.contains(cell.op))
    .groupBy(cell => (Summary.label(cell), cell.round, cell.op))

  /** The rows that promise durable appends. */
  val durable: Set[String] = results.libraries
    .filter(row => row.takesPart(LogStudy.name) && row.traits.contains("durable"))
    .map(_.name)
    .toSet

  /** Both measurements of a limit around one library in one round. */
  def around(library: String, round: Int, op: String): List[Cell] =
    limits.getOrElse((library, round, op), Nil).sortBy(_.name != LogPrograms.before)

  /** A limit as the median of all its measurements. */
  def machine(op: String): Option[Estimate] =
    val all = limits.collect { case ((_, _, name), cells) if name == op => cells.flatMap(_.value) }.flatten.toList
    Option.when(all.nonEmpty)(Statistics.estimate(all))

  /** The spread of a limit's measurements: the 90th percentile divided by the 10th. */
  def spread(op: String): Option[Double] =
    val all = limits.collect { case ((_, _, name), cells) if name == op => cells.flatMap(_.value) }.flatten.toList
    Option.when(all.sizeIs > 1)(Statistics.percentile(all, 0.9) / Statistics.percentile(all, 0.1))

  /** A rate in multiples of `R`. */
  def ofR(summary: Summary): Option[Estimate] = multiple(summary, "R", 1)

  /** A rate in multiples of `B`; rates in records per second are converted with the size of an event. */
  def ofB(summary: Summary): Option[Estimate] =
    multiple(summary, "B", if summary.unit == "B/s" then 1 else LogPrograms.event)

  /** Why multiples mean little in this run, if so; `None` if the disk was undisturbed. */
  def disturbed: Option[String] =
    spread("R")
      .filter(_ > LogMultiples.unsteady)
      .map(spread => s"bare forced writes differed by ${Numbers.times(spread)} times within the run")

  /** One waiting caller cannot be faster than R. If it is, the disk was busy during both measurements, which are then
    * no reference for it.
    */
  private def isImpossible(summary: Summary, cell: Cell, value: Double) =
    LogPrograms.isSynchronous(summary.name) && durable(cell.library) &&
      around(summary.library, cell.round, "R").flatMap(look => look.hi ++ look.value).maxOption.exists(value > _)

  /** One cell's rate in multiples of `R`. */
  def ofR(cell: Cell): Option[Double] =
    val found = around(Summary.label(cell), cell.round, "R").flatMap(_.value)
    for value <- cell.value if found.nonEmpty yield value / (found.sum / found.size)

  /** A warning that the disk acknowledges writes which it may not have kept; `None` if its rate is plausible. */
  def implausible: Option[String] = machine("R")
    .filter(_.value > LogMultiples.plausible)
    .map(rate => s"${Numbers.short(rate.value)} forced writes a second: this disk may not keep its word")

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
  /** Forced writes a second that a disk without a cache protected against power loss does not reach. */
  private val plausible = 8000.0

  /** Largest acceptable spread of `R`. */
  private val unsteady = 1.5
