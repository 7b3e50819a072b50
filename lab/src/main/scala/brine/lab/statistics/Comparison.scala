package brine.lab.statistics

import brine.lab.results.{Cell, Results}
import brine.lab.statistics.Statistics.*

/** Compares two rows by their ratios within the same round, so that disturbances of the round cancel out. */
object Comparison:

  /** The verdict on a ratio, given its interval and the machine's noise band. */
  enum Verdict(val words: String):
    case Faster       extends Verdict("faster")
    case Slower       extends Verdict("slower")
    case Inconclusive extends Verdict("inconclusive")
    case TooFew       extends Verdict("n too small")

  /** Time of `row` divided by time of `base`, for each round that both have. */
  def ratios(row: Seq[Cell], base: Seq[Cell]): Seq[Double] =
    val bases = base.flatMap(cell => cell.value.map(cell.round -> _)).toMap
    for
      cell  <- row
      value <- cell.value
      other <- bases.get(cell.round) if other > 0
    yield value / other

  /** The geometric mean of the per-round ratios with its interval, if there is a ratio. */
  def estimateRatio(ratios: Seq[Double]): Option[Estimate] =
    Option.when(ratios.nonEmpty)(estimate(ratios, geometricMean))

  /** Faster or slower only if the whole interval is outside the noise band. */
  def verdict(ratio: Estimate, band: Double): Verdict =
    if !ratio.interval then Verdict.TooFew
    else if ratio.hi < 1 / band then Verdict.Faster
    else if ratio.lo > band then Verdict.Slower
    else Verdict.Inconclusive

/** The difference between two runs of the same library on this machine.
  *
  * @param band
  *   a factor: 1.05 means that ratios within 5 % mean nothing
  * @param pairs
  *   number of pairs of cells behind it; 0 if the run had no control
  * @param libraries
  *   those that ran twice
  */
final case class NoiseBand(band: Double, pairs: Int, libraries: List[String] = Nil):
  def percent: Double = (band - 1) * 100

object NoiseBand:
  /** Smallest band, whatever the control shows. */
  val least = 1.02

  /** The band of the codec studies. Actor runs, logs and entities vary more, and each have a band of their own. */
  def of(results: Results): NoiseBand = over(results, cell => !apart(cell.study))

  /** The band for cells of one study. */
  def of(results: Results, study: String): NoiseBand =
    if study == "actors" then over(results, cell => cell.study == study && cell.turns.isEmpty)
    else if apart(study) then over(results, _.study == study)
    else of(results)

  /** The band for figures of one study that come from turns. */
  def inTurns(results: Results, study: String): NoiseBand =
    if apart(study) then over(results, cell => cell.study == study && cell.turns.nonEmpty) else of(results)

  private val apart = Set("actors", "log", "whole")

  /** The 95th percentile of the absolute log ratios of a library to itself: over the cells where two of its JVMs took
    * turns, or, in a run without turns, over all cells and rounds.
    */
  private def over(results: Results, chosen: Cell => Boolean): NoiseBand =
    val controls            = results.controls.filter(cell => isRanked(cell) && chosen(cell))
    val (inTurns, byRounds) = controls.partition(_.turns.nonEmpty)
    val measured            = results.measured.filter(cell => isRanked(cell) && chosen(cell))
    val byKey               = measured.map(cell => cell.key -> cell).toMap
    def itself(cell: Cell)  = cell.library.stripPrefix(Cell.controlPrefix)
    val rounds              = for
      control <- byRounds
      row     <- byKey.get(control.copy(library = itself(control)).key)
      a       <- control.value
      b       <- row.value if a > 0 && b > 0
    yield control.library -> math.abs(math.log(a / b))
    val turns = for
      (cell, own) <- inTurns.groupBy(cell => (cell.study, cell.name, cell.op, itself(cell), cell.jdk, cell.jvm)).toList
      (study, name, op, library, jdk, jvm) = cell
      rows                                 = measured.filter(row =>
        (row.study, row.name, row.op, row.library, row.jdk, row.jvm) == (study, name, op, library, jdk, jvm)
      )
      ratio <- TurnRatio.of(own, rows)
    yield own.head.library -> math.abs(math.log(ratio.value))
    // Programs that one JVM runs alone, such as those of evactor, differ far more than neighbouring turns.
    val pairs = if turns.isEmpty then rounds else turns
    if pairs.isEmpty then NoiseBand(least, 0)
    else
      val band = math.max(least, math.exp(percentile(pairs.map(_._2), 0.95)))
      NoiseBand(band, pairs.size, pairs.map(_._1.stripPrefix(Cell.controlPrefix)).distinct.sorted)

  private def isRanked(cell: Cell) = cell.study match
    case "log" | "whole" => cell.op == "rate"
    case "actors"        => timed(cell.op) || cell.turns.nonEmpty && (cell.op == "rate" || cell.op.endsWith("p50"))
    case _               => timed(cell.op)

  private val timed = Set("encode", "decode", "run")
