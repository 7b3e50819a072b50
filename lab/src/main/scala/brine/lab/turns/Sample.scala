package brine.lab.turns

import brine.lab.statistics.Statistics

/** What one contender measured in one cell of one start.
  *
  * @param turns
  *   the figure of each round, such as nanoseconds per operation; `NaN` where it took no turn
  * @param costs
  *   processor nanoseconds per operation of each turn
  * @param allocated
  *   bytes per operation of each turn
  * @param beside
  *   the machine's limits around each turn, by their names; `NaN` where it took no turn
  */
final case class Sample(
    turns: Vector[Double] = Vector.empty,
    costs: Vector[Double] = Vector.empty,
    allocated: Vector[Double] = Vector.empty,
    beside: Map[String, Vector[Double]] = Map.empty
):
  def played: Vector[Double] = turns.filterNot(_.isNaN)

  /** With the turn of a round; earlier rounds that are missing stay without one. */
  def played(
      round: Int,
      figure: Double,
      cost: Double,
      bytes: Double,
      limits: Map[String, Double] = Map.empty
  ): Sample =
    def at(figures: Vector[Double], latest: Double) = figures.padTo(round, Double.NaN) :+ latest
    val found = for (name, limit) <- limits yield name -> at(beside.getOrElse(name, Vector.empty), limit)
    Sample(at(turns, figure), costs :+ cost, allocated :+ bytes, beside ++ found)

object Sample:
  /** The rounds in which all contenders together were fastest: a quarter of them, at least three. A disturbance of the
    * machine slows all who take a turn while it lasts.
    *
    * @param isRate
    *   whether larger figures are faster
    */
  def calmest(samples: Seq[Sample], isRate: Boolean = false): Set[Int] =
    val rounds = samples.map(_.turns.size).maxOption.getOrElse(0)
    val levels = samples
      .filter(_.played.nonEmpty)
      .map(sample => sample -> Statistics.median(sample.played))
    def disturbance(round: Int) =
      val here = for
        (sample, level) <- levels
        turn            <- sample.turns.lift(round)
        if turn > 0 && level > 0
      yield math.log(if isRate then level / turn else turn / level)
      if here.isEmpty then Double.MaxValue else here.sum / here.size
    (0 until rounds).sortBy(disturbance).take((rounds / 4).max(3)).toSet
