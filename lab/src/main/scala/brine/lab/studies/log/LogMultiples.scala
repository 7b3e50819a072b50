package brine.lab.studies.log

import brine.lab.page.*
import brine.lab.results.{Cell, Results}
import brine.lab.statistics.{Statistics, TurnRatio}
import brine.lab.statistics.Statistics.Estimate

/** Rates of study `log` in multiples of the machine's limits right before and right after: `R`, writes of 256 bytes per
  * second with an fsync each, and `B`, bytes per second written 4 MiB at a time with an fsync each. Disks differ in
  * rates; the multiples are comparable.
  *
  * A cell measured in turns is divided turn by turn by the limits around each; other cells by the limits that a JVM of
  * its own measured before and after the library.
  */
final class LogMultiples(results: Results):
  private val (between, apart) = results.measured
    .filter(cell => cell.study == LogStudy.name && LogPrograms.limits.contains(cell.op))
    .partition(_.library == Cell.withoutLibrary)

  private val limits = apart.groupBy(cell => (Summary.label(cell), cell.round, cell.op))

  /** The looks at the limits between turns. */
  val looks: LogLooks = LogLooks(between)

  /** The rows that promise durable appends. */
  val durable: Set[String] = results.libraries
    .filter(row => row.takesPart(LogStudy.name) && row.traits.contains("durable"))
    .map(_.name)
    .toSet

  /** Both measurements of a limit around one library in one round. */
  def around(library: String, round: Int, op: String): List[Cell] =
    limits.getOrElse((library, round, op), Nil).sortBy(_.name != LogPrograms.before)

  private def measured(op: String): List[Double] =
    limits.collect { case ((_, _, name), cells) if name == op => cells.flatMap(_.value) }.flatten.toList

  /** A limit as the median of all its measurements: those between turns, if the run had turns. */
  def machine(op: String): Option[Estimate] =
    val all = if looks.windows(op).nonEmpty then looks.windows(op).map(_.middle) else measured(op)
    Option.when(all.nonEmpty)(Statistics.estimate(all))

  /** A rate in multiples of `R`. */
  def ofR(summary: Summary): Option[Estimate] = multiple(summary, "R", 1)

  /** A rate in multiples of `B`; rates in records per second are converted with the size of an event. */
  def ofB(summary: Summary): Option[Estimate] =
    multiple(summary, "B", if summary.unit == "B/s" then 1 else LogPrograms.event)

  /** Why multiples of cells that took no turns mean little in this run, if so; `None` if the disk was undisturbed. */
  def disturbed: Option[String] =
    val all = measured("R")
    Option
      .when(all.sizeIs > 1)(Statistics.percentile(all, 0.9) / Statistics.percentile(all, 0.1))
      .filter(_ > LogLooks.unsteady)
      .map(LogLooks.differed)

  /** One waiting caller cannot be faster than R. If it is, the disk was busy during both measurements, which are then
    * no reference for it.
    */
  private def isImpossible(summary: Summary, cell: Cell, value: Double) =
    LogPrograms.isSynchronous(summary.name) && durable(cell.library) &&
      around(summary.library, cell.round, "R").flatMap(look => look.hi ++ look.value).maxOption.exists(value > _)

  /** The rate of a cell that took no turns, in multiples of `R`. */
  def ofR(cell: Cell): Option[Double] =
    val found = around(Summary.label(cell), cell.round, "R").flatMap(_.value)
    for value <- cell.value if found.nonEmpty yield value / (found.sum / found.size)

  /** A warning that the disk acknowledges writes which it may not have kept; `None` if its rate is plausible. */
  def implausible: Option[String] = machine("R")
    .filter(_.value > LogMultiples.plausible)
    .map(rate => s"${Numbers.short(rate.value)} forced writes a second: this disk may not keep its word")

  private def multiple(summary: Summary, op: String, factor: Double): Option[Estimate] =
    val turns = summary.cells.filter(cell => cell.ok && cell.beside.contains(op))
    if LogPrograms.isReading(summary.name) then None
    else if turns.nonEmpty then
      TurnRatio.of(turns, turns.map(cell => cell.copy(turns = cell.beside(op)))).map(_.map(_ * factor))
    else
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
  private val plausible = 5000.0
