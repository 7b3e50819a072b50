package brine.lab.run

import brine.lab.run.Task.Iterations
import brine.lab.studies.{EvactorStudy, SiteStudy, Study}

/** How long everything is measured, so that the whole fits the mode's budget.
  *
  * @param rounds
  *   child JVMs per cell
  * @param counts
  *   the numbers of events evactor runs
  * @param runs
  *   consecutive evactor runs in one JVM
  * @param cellPerChild
  *   mode full: a child for each case, instead of one for a library
  */
final case class Durations(
    rounds: Int,
    warmUp: Iterations,
    measure: Iterations,
    counts: List[Int],
    runs: Int,
    cellPerChild: Boolean
):
  def cellSeconds: Double = warmUp.seconds + measure.seconds * (measure.count + 1) / measure.count

object Durations:
  /** Seconds that a child costs before it measures anything, as seen on the reference machine (2 shared cores). */
  val childStart   = 0.9
  val startUpChild = 0.9
  val siteChecks   = 1.1

  /** The same three in a smoke run, which compiles less and checks only. */
  val smokeFactor = 0.7

  /** JMH's own cost for each cell. */
  val perCell = 0.02

  /** One evactor child in mode quick, over libraries of very different speed. */
  val quickShots = 1.6

  private val mostRounds  = 5
  private val goodCell    = 0.35
  private val leastCell   = 0.06
  private val longestCell = 1.2

  def plan(mode: Mode, studies: List[Study], libraries: Int, wantedRounds: Option[Int], jdks: Int = 1): Durations =
    mode match
      case Mode.Full =>
        Durations(
          wantedRounds.getOrElse(10),
          Iterations(5, 1000),
          Iterations(5, 1000),
          EvactorStudy.published,
          EvactorStudy.publishedRuns,
          true
        )
      case Mode.Smoke =>
        Durations(wantedRounds.getOrElse(1), Iterations(1, 10), Iterations(2, 10), EvactorStudy.smoke, 2, false)
      case Mode.Quick =>
        val budget  = mode.budgetSeconds.get / jdks
        val afford  = (rounds: Int) => cellBudget(budget, studies, libraries, rounds)
        val rounds  = wantedRounds.getOrElse((mostRounds to 3 by -1).find(afford(_) >= goodCell).getOrElse(2))
        val seconds = afford(rounds).max(leastCell).min(longestCell)
        Durations(
          rounds,
          Iterations(3, (seconds * 0.55 / 3 * 1000).toInt.max(5)),
          Iterations(5, (seconds * 0.45 / 5 * 1000).toInt.max(5)),
          EvactorStudy.quick,
          6,
          false
        )

  /** Seconds left for each timed cell when `rounds` rounds must fit. */
  private def cellBudget(budget: Double, studies: List[Study], libraries: Int, rounds: Int): Double =
    val rows     = libraries + 1.0 // the control
    val startUps = libraries * 2 * startUpChild
    val fixed    = studies.map:
      case Study.Site => childStart + siteChecks + perCell * SiteStudy.timed
      case _          => childStart + quickShots + 2 * perCell
    val timed = studies.map:
      case Study.Site => SiteStudy.timed
      case _          => 2
    ((budget - startUps) / (rows * rounds) - fixed.sum) / timed.sum.max(1)
