package brine.lab.studies

import brine.lab.page.{Numbers, Ours, PageContext, Summary}
import brine.lab.statistics.{Comparison, NoiseBand, Statistics}
import brine.lab.statistics.Comparison.Verdict

/** The sentences of a codec study, derived from the figures and hedged by their interval. */
final class CodecVerdicts(page: PageContext, study: Study, cases: List[String]):
  private val summaries = page.onJvm.filter(_.study == study.name)
  private val band      = NoiseBand.of(page.results)

  def all: List[String] = smallest.toList ++ fastest

  /** The fastest to write and the fastest to read. */
  def fastest: List[String] = List("encode", "decode").flatMap(leader)

  private def what(op: String) = if op == "encode" then "write" else "read"

  /** The library with the smallest geometric mean over all cases, compared with the next. */
  private def leader(op: String): Option[String] =
    val means = for
      (library, cells) <- summaries.filter(s => s.op == op && s.ok).groupBy(_.library).toList
      if !Ours.isReference(library)
      times = cases.flatMap(name => cells.find(_.name == name).flatMap(_.time).map(_.value))
      if times.size == cases.size && times.forall(_ > 0)
    yield library -> Statistics.geometricMean(times)
    // Variants of one library do not compete with each other for second place.
    val ranked = means.sortBy(_._2)
    ranked
      .take(1) ++ ranked.drop(1).filterNot((name, _) => Ours.isOurs(name) && Ours.isOurs(ranked.head._1)) match
      case (first, _) :: (second, _) :: _ =>
        val ratios = perRound(op, second, first)
        val ratio  = Comparison.estimateRatio(ratios)
        val over   = if cases.sizeIs == 1 then s"in ${cases.head}" else s"over ${cases.size} cases (geometric mean)"
        ratio.map: estimate =>
          val spread =
            if estimate.n == 1 then "" else s" [${Numbers.times(estimate.lo)}, ${Numbers.times(estimate.hi)}]"
          val figures = s"${Numbers.times(estimate.value)} times the time$spread"
          Comparison.verdict(estimate, band.band) match
            case Verdict.Slower => s"Fastest to ${what(op)} $over: $first; the next, $second, takes $figures."
            case Verdict.TooFew =>
              s"Fastest to ${what(op)} $over in this run: $first; the next, $second, took $figures, inconclusive as n is too small."
            case _ =>
              s"Fastest to ${what(op)} $over: no clear winner between $first and $second (inconclusive: $figures)."
      case (only, _) :: Nil => Some(s"Only $only finished every case to ${what(op)}.")
      case Nil              => None

  /** For each round, the geometric mean over cases of one library's time divided by the other's. */
  private def perRound(op: String, row: String, base: String): List[Double] =
    val cells = page.results.study(study.name).filter(cell => cell.op == op && cell.ok)
    def times(library: String, round: Int): List[Double] =
      cases.flatMap(name =>
        cells.find(cell => cell.name == name && cell.round == round && Summary.label(cell) == library).flatMap(_.value)
      )
    for
      round <- (1 to page.results.rounds).toList
      a = times(row, round)
      b = times(base, round)
      if a.size == cases.size && b.size == cases.size
    yield Statistics.geometricMean(a.zip(b).map(_ / _))

  /** Sizes do not vary, so they need no interval. */
  private def smallest: Option[String] =
    val sizes =
      summaries.filter(s => s.op == "size" && s.ok && !Ours.isReference(s.library))
    val best = cases.flatMap: name =>
      val found = for summary <- sizes if summary.name == name; figure <- summary.sizes
      yield figure.raw -> summary.library
      // Libraries of equal size share the case.
      found.map(_._1).minOption.map(least => found.collect { case (`least`, library) => library }.mkString(" and "))
    Option.when(best.nonEmpty):
      val counted = best.groupBy(identity).view.mapValues(_.size).toList.sortBy(-_._2)
      s"Smallest: " + counted.map((library, cells) => s"$library in $cells of ${best.size} cases").mkString(", ") + "."
