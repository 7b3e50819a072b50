package brine.lab.turns

/** What one contender measured in one cell of one start.
  *
  * @param turns
  *   the figure of each round; `NaN` where it took no turn
  * @param unit
  *   unit of the figures
  */
final case class Sample(turns: Vector[Double], unit: String, costs: Vector[Double], allocated: Vector[Double]):
  def played: Vector[Double] = turns.filterNot(_.isNaN)

object Sample:
  val empty: Sample = Sample(Vector.empty, "", Vector.empty, Vector.empty)

  /** The rounds in which all contenders together were fastest: a quarter of them, at least three. A disturbance of the
    * machine slows all who take a turn while it lasts.
    */
  def calmest(samples: Seq[Sample]): Set[Int] =
    val rounds = samples.map(_.turns.size).maxOption.getOrElse(0)
    val levels = samples
      .filter(_.played.nonEmpty)
      .map(sample => sample -> middle(sample.played))
    def disturbance(round: Int) =
      val here = for
        (sample, level) <- levels
        turn            <- sample.turns.lift(round)
        if !turn.isNaN && turn > 0 && level > 0
        faster = if sample.unit.endsWith("/s") then level / turn else turn / level
      yield math.log(faster)
      if here.isEmpty then Double.MaxValue else here.sum / here.size
    (0 until rounds).sortBy(disturbance).take((rounds / 4).max(3)).toSet

  private def middle(values: Seq[Double]): Double =
    val sorted = values.sorted
    sorted(sorted.size / 2)
