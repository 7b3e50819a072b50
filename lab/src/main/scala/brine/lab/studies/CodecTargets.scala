package brine.lab.studies

import brine.lab.page.{Disturbance, Numbers, Ours, PageContext, Summary, Target}
import brine.lab.page.Ours.{isOurs, isReference}
import brine.lab.page.Target.unknown
import brine.lab.statistics.NoiseBand

/** What the goals of the codec studies share: the figures of a run on the JVM, and goals that every such study has.
  * Times are wall time; processor time, which other work disturbs less, is shown beside it.
  */
final class CodecTargets(page: PageContext, study: String):
  private val summaries = page.onJvm
  private val disturbed = Disturbance.of(page.results)
  private val libraries = summaries.map(_.library).distinct
  private val peers     = libraries.filterNot(name => isOurs(name) || isReference(name))

  val band: NoiseBand                              = NoiseBand.of(page.results)
  val cell: Map[(String, String, String), Summary] =
    summaries.filter(_.study == study).map(s => (s.name, s.library, s.op) -> s).toMap
  val reference: Option[String]  = libraries.find(_ == Ours.handWritten)
  val dictionary: Option[String] = libraries.find(_ == Ours.dictionaryRow)

  /** Our row, if the run measured the study. */
  val ours: Option[String] =
    libraries.find(_ == Ours.mainRow).orElse(libraries.find(isOurs)).filter(_ => cell.nonEmpty)

  /** A disturbed run shows its times but neither meets nor misses a goal with them. */
  def timed(target: Target): Target =
    disturbed.fold(target)(reason =>
      if target.met.isEmpty then target else target.copy(met = None, missedBy = s"not judged: $reason")
    )

  def time(name: String, library: String, op: String): Option[Double] =
    cell.get((name, library, op)).filter(_.ok).flatMap(_.time).map(_.value)

  def processor(name: String, library: String, op: String): Option[Double] =
    cell.get((name, library, op)).filter(_.ok).flatMap(_.cpuNs)

  def size(name: String, library: String): Option[Double] =
    cell.get((name, library, "size")).filter(_.ok).flatMap(_.sizes).map(_.raw)

  def smallest(us: String, cases: List[String], target: String): Target =
    val missed = for
      name <- cases
      mine <- size(name, us)
      best <- peers.flatMap(peer => size(name, peer).map(_ -> peer)).minOption
      if mine >= best._1
    yield s"$name ${Numbers.whole(mine)} B, ${best._2} ${Numbers.whole(best._1)} B"
    everyCell(
      named(target),
      "below every peer in every cell",
      cases.flatMap(size(_, us)).size,
      cases.size,
      missed
    )

  def fastest(us: String, op: String, cases: List[String]): Target =
    val missed = for
      name <- cases
      mine <- time(name, us, op)
      best <- peers.flatMap(peer => time(name, peer, op).map(_ -> peer)).minOption
      if mine >= best._1
    yield s"$name ${Numbers.times(mine / best._1)} times ${best._2}"
    everyCell(
      named(s"time, $op"),
      s"$op faster than every peer in every cell",
      cases.flatMap(time(_, us, op)).size,
      cases.size,
      missed
    )

  private def named(target: String) = if study == "site" then target else s"$study, $target"

  private def everyCell(name: String, goal: String, measured: Int, all: Int, missed: List[String]): Target =
    if measured == 0 then unknown(name, goal, "no cell of ours was measured")
    else if peers.isEmpty then unknown(name, goal, "no peer was measured")
    else
      val met = if missed.nonEmpty then Some(false) else Option.when(measured == all)(true)
      Target(name, goal, s"${measured - missed.size} of $measured cells", met, missed.mkString("; "))
