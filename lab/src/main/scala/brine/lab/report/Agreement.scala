package brine.lab.report

import brine.lab.page.{Numbers, Ranking}
import brine.lab.page.Ranking.Outcome
import brine.lab.results.Results
import brine.lab.statistics.Standing
import brine.lab.statistics.Statistics.Estimate

/** Whether two runs say the same of one task of a study: of the first place, and of every two libraries.
  *
  * @param a
  *   what one run says of the libraries that both have
  * @param b
  *   what the other run says of them
  */
final class Agreement(val study: String, val a: Ranking, val b: Ranking):
  import Agreement.*

  def task: Ranking.Task = a.task

  /** The pairs of libraries of which both runs decide something. */
  val pairs: List[Pair] =
    val libraries = a.places.map(_.library).sorted
    for
      (row, at) <- libraries.zipWithIndex
      base      <- libraries.drop(at + 1)
      if !a.variants.areSame(row, base)
      (ratioA, standingA) <- a.between(row, base)
      (ratioB, standingB) <- b.between(row, base)
      if List(standingA, standingB).contains(Standing.Apart) && !List(standingA, standingB).contains(Standing.Open)
    yield Pair(row, base, ratioA -> standingA, ratioB -> standingB)

  /** What the two say of the first place. */
  def verdict: Verdict = (a.outcome, b.outcome) match
    case (one: Outcome.Ahead, other: Outcome.Ahead) =>
      if a.variants.areSame(one.first, other.first) then Verdict.Agrees else Verdict.Contradicts
    case (one: Outcome.Ahead, _)   => if isDenied(one) then Verdict.Contradicts else Verdict.ByA
    case (_, other: Outcome.Ahead) => if isDenied(other) then Verdict.Contradicts else Verdict.ByB
    case _                         => Verdict.Open

  /** Whether either run rules out what the other one says of first and second place. */
  private def isDenied(ahead: Outcome.Ahead) =
    pairs.exists(pair => Set(pair.row, pair.base) == Set(ahead.first, ahead.second) && pair.isContradicted)

object Agreement:
  enum Verdict(val words: String):
    case Agrees      extends Verdict("agrees")
    case Contradicts extends Verdict("contradicts")
    case ByA         extends Verdict("decided by A alone")
    case ByB         extends Verdict("decided by B alone")
    case Open        extends Verdict("decided by neither")

  /** What two runs say of two libraries: how long `row` takes in multiples of `base`. */
  final case class Pair(row: String, base: String, a: (Estimate, Standing), b: (Estimate, Standing)):
    /** Whether no ratio fits what both runs say: they order the two differently, or one shows a larger difference than
      * the other one allows; and their ratios are further apart than chance explains in hundreds of pairs.
      */
    def isContradicted: Boolean = isDenied && isBeyondChance(a._1, b._1)

    private def isDenied = (a, b) match
      case ((one, Standing.Apart), (other, Standing.Apart))          => one.value > 1 != other.value > 1
      case ((one, Standing.Apart), (_, Standing.Level(within, _)))   => least(one) > within
      case ((_, Standing.Level(within, _)), (other, Standing.Apart)) => least(other) > within
      case _                                                         => false

    def words: String =
      s"$row over $base: ${Numbers.withInterval(a._1)} in A, ${Numbers.withInterval(b._1)} in B"

    /** The smallest difference that an interval contains, as a factor. */
    private def least(ratio: Estimate) = math.max(ratio.lo, 1 / ratio.hi)

  /** Two runs have hundreds of pairs, and some intervals of 95 % miss each other by chance. So the ratios have to be as
    * far apart as this many times both intervals together, which is some four standard errors.
    */
  private val strictness = 2.0

  private def isBeyondChance(a: Estimate, b: Estimate) =
    val (low, high) = if a.value < b.value then (a, b) else (b, a)
    val chance      = math.hypot(math.log(low.hi / low.value), math.log(high.value / high.lo))
    math.log(high.value / low.value) > strictness * chance

  /** Every task that two runs measured, with the libraries that both measured in it. */
  def of(a: Results, b: Results): List[Agreement] =
    val (one, other) = (LabelledRun("A", a), LabelledRun("B", b))
    for
      answer  <- one.answers
      same    <- other.answer(answer.study).toList
      ranking <- answer.rankings
      twin    <- same.rankings.find(of => of.task == ranking.task && of.cases == ranking.cases)
      common = ranking.places.map(_.library).toSet & twin.places.map(_.library).toSet
      if common.nonEmpty
    yield Agreement(answer.study, ranking.only(common), twin.only(common))
