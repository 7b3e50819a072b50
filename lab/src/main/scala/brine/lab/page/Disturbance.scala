package brine.lab.page

import brine.lab.results.Results
import brine.lab.statistics.{NoiseBand, Statistics}

/** Whether the times of a run can be judged. Sizes and allocations can be judged in any case. */
object Disturbance:
  /** Wall time may exceed processor time by this factor. */
  val quiet = 1.25

  /** A library may differ from itself by this factor. */
  val steady = 1.5

  /** A smaller share is not worth a word. */
  private val muchOfOthers = 0.1

  /** The share of all cores' time that other programs took during the run, if it is much. */
  def others(results: Results): Option[Double] =
    results.ends.flatMap(_.value.get(Results.othersShare)).flatMap(_.numOpt).maxOption.filter(_ > muchOfOthers)

  /** Why the run's times must not be judged, as a clause; `None` if they may. */
  def of(results: Results): Option[String] =
    val band   = NoiseBand.of(results)
    val shares = for
      cell <- results.measured
      if cell.ok && cell.unit.exists(_.startsWith("ns"))
      wall <- cell.value
      core <- cell.cpuNs
      if core > 0
    yield wall / core
    val share = if shares.isEmpty then 1.0 else Statistics.median(shares)
    if results.mode == "smoke" then Some("a smoke run does not measure")
    else if share > quiet then
      Some(s"the clock ran ${Numbers.times(share)} times as long as the processor worked for the library")
    else if band.band > steady then Some(s"a library differed from itself by ${Numbers.short(band.percent)} %")
    else if shortened(results) then Some("the machine was too slow for the plan, and cells were warmed up unequally")
    else None

  /** Whether the run was so late that cells got less time than planned. */
  def shortened(results: Results): Boolean =
    results.ends.flatMap(_.value.get("iterationsShortenedTo")).flatMap(_.numOpt).exists(_ < 1)
