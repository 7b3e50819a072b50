package brine.lab.report

import brine.lab.results.Results
import brine.lab.statistics.{Comparison, NoiseBand, Statistics}
import brine.lab.statistics.Comparison.Verdict
import brine.lab.studies.{BooksStudy, EvactorStudy, SiteStudy, Study}

/** One or two sentences per study, derived from the figures and hedged by their interval. */
final class Verdicts(all: List[Summary], results: Results):
  /** A sentence compares rows of the same platform: the JVM. */
  private val summaries = all.filter(_.platform == "jvm")

  /** A run of actors alone is judged by their own noise band. */
  private val band =
    if results.cells.nonEmpty && results.cells.forall(_.study == Study.Actors.name) then
      NoiseBand.of(results, Study.Actors.name)
    else NoiseBand.of(results)

  def of(study: Study): List[String] = study match
    case Study.Site =>
      smallest(Study.Site, SiteStudy.cases).toList ++
        List("encode", "decode").flatMap(op => leader(Study.Site, SiteStudy.cases, op))
    case Study.Books =>
      smallest(Study.Books, BooksStudy.cases).toList ++
        List("encode", "decode").flatMap(op => leader(Study.Books, BooksStudy.cases, op))
    case Study.Evactor =>
      List("encode", "decode").flatMap(op => leader(Study.Evactor, List(EvactorStudy.perEvent), op)) ++ deaths
    case Study.Actors => ActorVerdicts(summaries, results).sentences
    case Study.Log    => LogVerdicts(summaries, results).sentences

  /** How far the figures can be trusted. */
  def caution: String =
    // A page load of the browser is not a child JVM, and there may be more of them.
    val forks = results.cells.filter(_.platform == "jvm").map(_.round).maxOption.getOrElse(0)
    val noise =
      if band.pairs == 0 then "No A/A control ran, so the machine's noise is not known."
      else
        s"The same library measured twice differed by up to ${Numbers.short(band.percent)} % (95th percentile of ${band.pairs} pairs): smaller differences say nothing."
    val few =
      if forks >= Statistics.enoughForks then s"Intervals are 95 % bootstrap intervals over $forks child JVMs."
      else
        s"With $forks child JVM${
            if forks == 1 then "" else "s"
          } per cell n is too small for intervals: ranges are shown, and rankings are indications only."
    List(noise, few, disturbed).filter(_.nonEmpty).mkString(" ")

  private def disturbed: String = Disturbance
    .of(results)
    .fold(""): reason =>
      s"This run was disturbed: $reason. Sizes and allocations hold, times do not: run it again on a quiet machine."

  private def what(op: String) = if op == "encode" then "write" else "read"

  /** The library with the smallest geometric mean over all cases, compared with the next. */
  private def leader(study: Study, cases: List[String], op: String): Option[String] =
    val means = for
      (library, cells) <- summaries.filter(s => s.study == study.name && s.op == op && s.ok).groupBy(_.library).toList
      if !Targets.isReference(library)
      times = cases.flatMap(name => cells.find(_.name == name).flatMap(_.time).map(_.value))
      if times.size == cases.size && times.forall(_ > 0)
    yield library -> Statistics.geometricMean(times)
    // Variants of one library do not compete with each other for second place.
    val ranked = means.sortBy(_._2)
    ranked
      .take(1) ++ ranked.drop(1).filterNot((name, _) => Targets.isOurs(name) && Targets.isOurs(ranked.head._1)) match
      case (first, _) :: (second, _) :: _ =>
        val ratios = perRound(study, cases, op, second, first)
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
  private def perRound(study: Study, cases: List[String], op: String, row: String, base: String): List[Double] =
    val cells = results.study(study.name).filter(cell => cell.op == op && cell.ok)
    def times(library: String, round: Int): List[Double] =
      cases.flatMap(name =>
        cells.find(cell => cell.name == name && cell.round == round && Summary.label(cell) == library).flatMap(_.value)
      )
    for
      round <- (1 to results.rounds).toList
      a = times(row, round)
      b = times(base, round)
      if a.size == cases.size && b.size == cases.size
    yield Statistics.geometricMean(a.zip(b).map(_ / _))

  /** Sizes do not vary, so they need no interval. */
  private def smallest(study: Study, cases: List[String]): Option[String] =
    val sizes =
      summaries.filter(s => s.study == study.name && s.op == "size" && s.ok && !Targets.isReference(s.library))
    val best = cases.flatMap: name =>
      val found = for summary <- sizes if summary.name == name; figure <- summary.sizes
      yield figure.raw -> summary.library
      // Libraries of equal size share the case.
      found.map(_._1).minOption.map(least => found.collect { case (`least`, library) => library }.mkString(" and "))
    Option.when(best.nonEmpty):
      val counted = best.groupBy(identity).view.mapValues(_.size).toList.sortBy(-_._2)
      s"Smallest: " + counted.map((library, cells) => s"$library in $cells of ${best.size} cases").mkString(", ") + "."

  /** Where a series ended in a failure. */
  private def deaths: List[String] =
    val dead = Set("oom", "timeout", "crashed")
    summaries
      .filter(s => s.study == "evactor" && s.op == "run" && dead(s.status))
      .groupBy(_.library)
      .toList
      .sortBy(_._1)
      .map: (library, cells) =>
        val first = cells.minBy(_.n.getOrElse(Int.MaxValue))
        s"$library did not survive ${first.n.fold(first.name)(n => Numbers.whole(n))} events (${Statuses.word(first.status)})."
