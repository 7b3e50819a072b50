package brine.lab.page

import brine.lab.results.Cell
import brine.lab.statistics.{Comparison, Statistics, TurnRatio}
import brine.lab.statistics.Statistics.Estimate

/** How many times as long one row takes as another, over the same cases. */
object Ratio:
  /** The ratio over several cases, as a geometric mean.
    *
    * Cells measured in turns are compared turn by turn. The interval over cases is as wide as if all cases erred in the
    * same direction. Cells without turns are compared round by round.
    *
    * @param row
    *   the cells of each case
    * @param base
    *   the cells of the other row, with the cases in the same order
    * @param isRate
    *   whether larger figures are better, so that a rate of half counts as twice the time
    * @return
    *   `None` if the rows have no start or round in common
    */
  def of(row: List[List[Cell]], base: List[List[Cell]], isRate: Boolean): Option[Estimate] =
    val (longer, shorter) = if isRate then (base, row) else (row, base)
    val pairs             = longer.zip(shorter)
    val inTurns           = pairs.flatMap((a, b) => TurnRatio.of(a, b))
    if pairs.nonEmpty && inTurns.size == pairs.size then Some(together(inTurns))
    else Comparison.estimateRatio(byRound(pairs))

  /** The ratio of two rows that took turns with a third one, but never with each other.
    *
    * @param rows
    *   the cells of every row
    * @return
    *   `None` if no row took turns with both; otherwise over the row that shares most starts with both
    */
  def through(row: String, base: String, rows: Map[String, List[List[Cell]]], isRate: Boolean): Option[Estimate] =
    val found = for
      (name, cells) <- rows.toList.sortBy(_._1) if name != row && name != base
      one           <- of(rows(row), cells, isRate)
      other         <- of(rows(base), cells, isRate)
    yield one.over(other)
    found.maxByOption(_.n)

  private def together(cases: List[Estimate]): Estimate =
    def mean(bound: Estimate => Double) = Statistics.geometricMean(cases.map(bound))
    Estimate(mean(_.value), mean(_.lo), mean(_.hi), cases.map(_.n).min, cases.forall(_.interval))

  /** For each round that has all cases of both rows, the geometric mean of its ratios. */
  private def byRound(pairs: List[(List[Cell], List[Cell])]): List[Double] =
    val rounds = pairs.flatMap(_._1).map(_.round).distinct.sorted
    for
      round <- rounds
      ratios = pairs.flatMap((a, b) => Comparison.ratios(a.filter(_.round == round), b.filter(_.round == round)))
      if ratios.size == pairs.size
    yield Statistics.geometricMean(ratios)
