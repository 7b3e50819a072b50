package brine.lab.run

import brine.lab.plan.Mode
import brine.lab.plan.Task.Iterations
import brine.lab.results.LibraryRow
import brine.lab.studies.Study
import brine.lab.studies.actors.{ActorPrograms, ActorsStudy}
import brine.lab.studies.books.BooksStudy
import brine.lab.studies.evactor.EvactorStudy
import brine.lab.studies.log.{LogPrograms, LogStudy}
import brine.lab.studies.site.SiteStudy
import brine.lab.studies.whole.{WholePrograms, WholeStudy}

/** How long everything is measured, so that the run fits the mode's budget.
  *
  * @param rounds
  *   child JVMs per cell
  * @param shotRounds
  *   child JVMs for the cells of evactor; fewer than `rounds` if time is short
  * @param counts
  *   numbers of events that evactor runs
  * @param runs
  *   consecutive evactor runs in one JVM
  * @param cellPerChild
  *   mode full: one child per case instead of one per library
  * @param leastWarmUp
  *   minimum warm-up of all timed cells of a child together, in seconds
  * @param actorRounds
  *   child JVMs per cell of study actors, each with several runs
  * @param logRounds
  *   number of times each row of studies log and whole is measured, between two measurements of the machine's limits
  * @param repeatsRankedOnly
  *   whether rounds after the first measure only what libraries are ranked by
  */
final case class Durations(
    rounds: Int,
    shotRounds: Int,
    warmUp: Iterations,
    measure: Iterations,
    counts: List[Int],
    runs: Int,
    cellPerChild: Boolean,
    leastWarmUp: Double = 0,
    actorRounds: Int = 1,
    logRounds: Int = 1,
    repeatsRankedOnly: Boolean = false
):
  /** The warm-up of each cell in a child with this number of timed cells: a child with few cells has as much code to
    * compile.
    */
  def warmUpOf(cells: Int): Iterations =
    if cells == 0 || warmUp.seconds * cells >= leastWarmUp then warmUp
    else warmUp.times(leastWarmUp / (warmUp.seconds * cells))

  def cellSeconds: Double = warmUp.seconds * Durations.stretch + measure.seconds * (measure.count + 1) / measure.count

object Durations:
  /** Seconds a child takes before it measures anything, on the reference machine (2 cores without other work). */
  val childStart   = 0.6
  val startUpChild = 0.4

  /** JMH's own cost per cell, in seconds. */
  val perCell = 0.015

  /** The multiple that libraries take on average. */
  val stretch = 1.5

  private val mostRounds = 5

  /** With three rounds each row has an idea of its own noise, and all fit into an hour. */
  private val standardRounds = 3

  private val leastWarmUpQuick = 0.6

  /** With less than this per cell, in seconds, another round would only measure cold code again. */
  private val goodCell    = 0.25
  private val leastCell   = 0.06
  private val longestCell = 1.2

  /** Warm-up gets more of a cell's time than measurement: cold code is a larger error than a short measurement of warm
    * code.
    */
  private val warmUpShare = 0.75

  /** Rounds of what is measured beside turns: bytes, runs of whole programs and logs. */
  def besideTurns(mode: Mode, wantedRounds: Option[Int]): Durations =
    val none   = Iterations(1, 0)
    val rounds = wantedRounds.getOrElse(if mode == Mode.Standard then standardRounds else 1)
    Durations(
      1,
      rounds,
      none,
      none,
      EvactorStudy.counts(mode),
      EvactorStudy.runs(mode),
      false,
      actorRounds = rounds,
      logRounds = rounds,
      repeatsRankedOnly = wantedRounds.isEmpty
    )

  /** What is measured without turns. */
  def plan(
      mode: Mode,
      studies: List[Study],
      rows: List[LibraryRow],
      wantedRounds: Option[Int],
      jdks: Int = 1,
      reserved: Double = 0,
      settings: Int = 1
  ): Durations =
    mode match
      case Mode.Full =>
        val rounds    = wantedRounds.getOrElse(10)
        val iteration = Iterations(5, 1000)
        Durations(
          rounds,
          rounds,
          iteration,
          iteration,
          EvactorStudy.counts(mode),
          EvactorStudy.runs(mode),
          true,
          actorRounds = wantedRounds.getOrElse(5),
          logRounds = wantedRounds.getOrElse(5)
        )
      case Mode.Smoke =>
        val rounds = wantedRounds.getOrElse(1)
        Durations(
          rounds,
          rounds,
          Iterations(1, 10),
          Iterations(2, 10),
          EvactorStudy.counts(mode),
          EvactorStudy.runs(mode),
          false,
          actorRounds = rounds,
          logRounds = rounds
        )
      case Mode.Quick | Mode.Standard =>
        val afford = (rounds: Int) =>
          cellBudget((mode.budgetSeconds.get - reserved / settings) / jdks, studies, rows, rounds)
        val timed  = studies.exists(study => study != ActorsStudy && !study.usesDisk)
        val rounds = wantedRounds.getOrElse(
          if timed then (mostRounds to 2 by -1).find(afford(_) >= goodCell).getOrElse(1) else 1
        )
        val seconds = afford(rounds).max(leastCell).min(longestCell)
        Durations(
          rounds,
          shotRounds(rounds, studies),
          Iterations(3, (seconds * warmUpShare / stretch / 3 * 1000).toInt.max(5)),
          // JMH adds one iteration, for its loop around the work, to the five.
          Iterations(5, (seconds * (1 - warmUpShare) / 6 * 1000).toInt.max(5)),
          EvactorStudy.counts(mode),
          EvactorStudy.runs(mode),
          false,
          leastWarmUpQuick,
          wantedRounds.getOrElse(1),
          wantedRounds.getOrElse(1)
        )

  /** With time for two rounds, site and books get two and evactor one, because its figures come from several runs
    * anyway.
    */
  private def shotRounds(rounds: Int, studies: List[Study]): Int =
    if rounds == 2 && studies.contains(SiteStudy) then 1 else rounds

  /** Seconds left per timed cell if `rounds` rounds must fit. */
  private def cellBudget(budget: Double, studies: List[Study], rows: List[LibraryRow], rounds: Int): Double =
    val shots = shotRounds(rounds, studies)
    val costs = studies.map: study =>
      val there          = rows.count(study.runs(_))
      val children       = if there == 0 then 0.0 else there + 1.0 // the control
      val (fixed, timed) = study match
        case SiteStudy =>
          (rounds * (childStart + SiteStudy.checks + perCell * SiteStudy.timedCells), rounds * SiteStudy.timedCells)
        case BooksStudy =>
          (rounds * (childStart + BooksStudy.checks + perCell * BooksStudy.timedCells), rounds * BooksStudy.timedCells)
        case ActorsStudy => (ActorPrograms.quickSecondsOfRow, 0)
        case LogStudy    => (LogPrograms.quickSecondsOfRow, 0)
        case WholeStudy  => (WholePrograms.quickSecondsOfRow, 0)
        case _ => (shots * (childStart + EvactorStudy.quickShots + leastWarmUpQuick * stretch + 2 * perCell), shots * 2)
      (children * fixed, children * timed)
    val starting = if studies.contains(SiteStudy) then rows.count(SiteStudy.runs(_)) else 0
    (budget - starting * 2 * startUpChild - costs.map(_._1).sum) / costs.map(_._2).sum.max(1)
