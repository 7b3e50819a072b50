package brine.lab.report

import brine.lab.page.{Disturbance, Numbers}
import brine.lab.results.Results
import brine.lab.statistics.{NoiseBand, Statistics}

/** How far the figures of a run can be trusted, in sentences. */
final class Caution(results: Results):
  /** A run of one study is judged by the noise band of that study. */
  private val band = results.cells.map(_.study).distinct match
    case List(study) => NoiseBand.of(results, study)
    case _           => NoiseBand.of(results)

  def text: String =
    // A page load of the browser is not a child JVM, and there may be more of them.
    val forks = results.cells.filter(_.platform == "jvm").map(_.round).maxOption.getOrElse(0)
    val noise =
      if band.pairs == 0 then "No A/A control ran, so the machine's noise is not known."
      else
        s"The same library measured twice (${band.libraries.mkString(", ")}) differed by up to " +
          s"${Numbers.short(band.percent)} % (95th percentile of ${band.pairs} pairs): smaller differences say nothing."
    val few =
      if isInTurns then
        "Libraries took turns of milliseconds, so that all of them met the machine in the same state. Intervals are 95 % " +
          s"bootstrap intervals over $forks start${if forks == 1 then "" else "s"} of the JVMs and the turns of each."
      else if forks >= Statistics.enoughForks then s"Intervals are 95 % bootstrap intervals over $forks child JVMs."
      else
        s"With $forks child JVM${
            if forks == 1 then "" else "s"
          } per cell n is too small for intervals: ranges are shown, and rankings are indications only."
    List(noise, few, disturbed).filter(_.nonEmpty).mkString(" ")

  private def isInTurns: Boolean = results.measured.exists(_.turns.nonEmpty)

  private def disturbed: String = Disturbance
    .of(results)
    .fold(""): reason =>
      if isInTurns then
        s"The machine did other work: $reason. Ratios of neighbours in time hold, single times are too long."
      else
        s"This run was disturbed: $reason. Sizes and allocations hold, times do not: run it again on a quiet machine."
