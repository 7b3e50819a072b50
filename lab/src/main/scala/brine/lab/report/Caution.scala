package brine.lab.report

import brine.lab.page.{Disturbance, Numbers}
import brine.lab.results.Results
import brine.lab.statistics.{NoiseBand, Statistics}
import brine.lab.studies.actors.ActorsStudy
import brine.lab.studies.log.LogStudy
import brine.lab.studies.whole.WholeStudy

/** How far the figures of a run can be trusted, in sentences. */
final class Caution(results: Results):
  /** What has a noise band of its own, with the band. */
  private val bands = List(
    "codecs"               -> NoiseBand.of(results),
    "whole runs of actors" -> NoiseBand.of(results, ActorsStudy.name),
    "turns of actors"      -> NoiseBand.inTurns(results, ActorsStudy.name),
    "logs"                 -> NoiseBand.of(results, LogStudy.name),
    "entities"             -> NoiseBand.of(results, WholeStudy.name)
  ).filter(_._2.pairs > 0)

  def text: String =
    // A page load of the browser is not a child JVM, and there may be more of them.
    val forks = results.cells.filter(_.platform == "jvm").map(_.round).maxOption.getOrElse(0)
    val few   =
      if isInTurns then
        "Libraries took turns of milliseconds, so that all of them met the machine in the same state. Intervals are 95 % " +
          s"bootstrap intervals over $forks start${if forks == 1 then "" else "s"} of the JVMs and the turns of each."
      else if forks >= Statistics.enoughForks then s"Intervals are 95 % bootstrap intervals over $forks child JVMs."
      else
        s"With $forks child JVM${
            if forks == 1 then "" else "s"
          } per cell n is too small for intervals: ranges are shown, and rankings are indications only."
    List(noise, few, others, disturbed).filter(_.nonEmpty).mkString(" ")

  /** What disturbed the run, in sentences; empty if nothing did. */
  def disturbances: String = List(others, disturbed).filter(_.nonEmpty).mkString(" ")

  private def noise: String = bands match
    case Nil            => "No A/A control ran, so the machine's noise is not known."
    case List(_ -> one) =>
      s"The same library measured twice (${one.libraries.mkString(", ")}) differed by up to ${percent(one)} (95th " +
        s"percentile of ${pairs(one)}): smaller differences say nothing."
    case several =>
      val each = several.map: (what, one) =>
        s"${percent(one)} in $what (${one.libraries.mkString(", ")}; ${pairs(one)})"
      s"The same library measured twice differed by up to ${each.mkString(", ")}; each is a 95th percentile. Smaller " +
        "differences say nothing."

  private def pairs(band: NoiseBand)   = s"${band.pairs} pair${if band.pairs == 1 then "" else "s"}"
  private def percent(band: NoiseBand) = s"${Numbers.short(band.percent)} %"

  private def others: String = Disturbance
    .others(results)
    .fold(""): share =>
      s"Other programs took ${Numbers.whole(share * 100)} % of the processors' time during the run, so single times are too long."

  private def isInTurns: Boolean = results.measured.exists(_.turns.nonEmpty)

  private def disturbed: String = Disturbance
    .of(results)
    .fold(""): reason =>
      if isInTurns then
        s"The machine did other work: $reason. Ratios of neighbours in time hold, single times are too long."
      else
        s"This run was disturbed: $reason. Sizes and allocations hold, times do not: run it again on a quiet machine."
