package brine.lab.studies.whole

import brine.lab.page.*
import brine.lab.page.Target.unknown
import brine.lab.results.Results
import brine.lab.statistics.Statistics.Estimate

/** The goals of Brine's entities and prevalent systems, judged by ratios within this run. */
final class WholeTargets(summaries: List[Summary], results: Results):
  private val found   = summaries.filter(summary => summary.study == WholeStudy.name && summary.ok)
  private val figures = WholeFigures(results)
  private val cell    = found.map(summary => (summary.name, summary.library, summary.op) -> summary).toMap
  private val us      = Ours.mainRow
  private val ours    = "brine-prevalence"
  private val other   = "prevayler"

  def all: List[Target] =
    if !found.exists(_.library == us) then Nil
    else
      WholePrograms.loads.map(ofLog) ++ WholePrograms.loads.map(ahead) ++ List(prevalence) ++
        (for restart <- WholePrograms.restarts; row <- List(us, ours) yield recovery(restart, row))

  /** Why this run must not be judged, if so. Turns hold on a disk that other work disturbs. */
  private def doubt(name: String): Option[String] =
    val inTurns = found.exists(summary => summary.name == name && summary.cells.exists(_.turns.nonEmpty))
    if results.mode == "smoke" then Some("a smoke run does not measure")
    else figures.disturbed.filterNot(_ => inTurns || WholePrograms.isRestart(name))

  private def judged(name: String, target: Target): Target =
    doubt(name).fold(target)(reason =>
      if target.met.isEmpty then target else target.copy(met = None, missedBy = s"not judged: $reason")
    )

  private def ofLog(load: WholePrograms.Load): Target =
    val target = s"whole, ${load.described}, against the log"
    val goal   = "at least 0.8 of the log's rate for the same callers"
    WholeVerdicts.ofLog(found, load.name) match
      case Some(ratio) => judged(load.name, atLeast(target, goal, ratio, 0.8, "of the log's rate"))
      case None        => unknown(target, goal, "brine or its log was not measured")

  private def atLeast(target: String, goal: String, ratio: Estimate, least: Double, of: String): Target =
    val met = ratio.value >= least
    val by  = if met then "" else s"short by ${Numbers.percent(1 - ratio.value / least)}"
    Target(target, goal, s"${Numbers.withInterval(ratio)} $of", Some(met), by)

  /** Rows of others that have a figure in a case. */
  private def peers(name: String, op: String): List[String] =
    found
      .filter(summary => summary.name == name && summary.op == op && summary.time.nonEmpty)
      .map(_.library)
      .filterNot(Ours.isOurs)
      .distinct

  private def ahead(load: WholePrograms.Load): Target =
    val target = s"whole, ${load.described}, against every peer"
    val goal   = "more commands a second than every peer"
    val ratios = for
      peer  <- peers(load.name, "rate")
      ratio <- WholeVerdicts.over(found, load.name, us, peer)
    yield ratio -> peer
    ratios.minByOption(_._1.value) match
      case Some((least, peer)) =>
        judged(load.name, atLeast(target, goal, least, 1, s"times $peer, the next of ${ratios.size}"))
      case None => unknown(target, goal, "brine or its peers were not measured")

  private def prevalence: Target =
    val target = "whole, prevalence against Prevayler"
    val goal   = "at least 20 times the commands a second, with 256 callers"
    WholeVerdicts.over(found, "uniform-256", ours, other) match
      case Some(ratio) => judged("uniform-256", atLeast(target, goal, ratio, 20, "times Prevayler"))
      case None        => unknown(target, goal, s"$ours or $other was not measured")

  private def recovery(restart: WholePrograms.Restart, row: String): Target =
    val target = s"whole, restart with ${restart.described}, $row"
    val goal   = "at least 5 times as fast as Prevayler"
    val both   = for
      mine   <- cell.get((restart.name, row, "time")).flatMap(_.time)
      theirs <- cell.get((restart.name, other, "time")).flatMap(_.time)
    yield (mine.value, theirs.value)
    both match
      case Some((mine, theirs)) =>
        val ratio  = theirs / mine
        val scaled = cell((restart.name, row, "time")).note
        val told   = s"${Numbers.short(mine)} ms, Prevayler ${Numbers.short(theirs)} ms: ${Numbers.short(ratio)} times"
        val by     = if ratio >= 5 then "" else s"short by ${Numbers.percent(1 - ratio / 5)}"
        judged(
          restart.name,
          Target(target, goal, told + (if scaled.isEmpty then "" else s" ($scaled)"), Some(ratio >= 5), by)
        )
      case None => unknown(target, goal, s"$row or $other was not measured")
