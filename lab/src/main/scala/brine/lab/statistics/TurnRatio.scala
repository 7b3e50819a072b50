package brine.lab.statistics

import brine.lab.results.Cell
import brine.lab.statistics.Statistics.*

/** Compares two rows that took turns: by the ratios of their neighbouring turns, which share the machine's phases. */
object TurnRatio:
  /** With fewer starts of the JVMs, the interval is only a range: HotSpot settles differently from start to start. */
  val enoughStarts = 3

  /** The figure of `row` over that of `base`: the median of the ratios within each start, then the geometric mean over
    * the starts. Its 95 % interval is a bootstrap over starts, and over rounds within each start.
    *
    * @param row
    *   the cells of one library, case and operation, one for each start
    * @return
    *   `None` if no start has a round in which both took their turn
    */
  def of(row: Seq[Cell], base: Seq[Cell]): Option[Estimate] = estimateOf(logs(row, base))

  /** The logarithms of the ratios of each start that both took part in. */
  private[statistics] def logs(row: Seq[Cell], base: Seq[Cell]): Vector[Vector[Double]] =
    val bases = base.filter(_.ok).map(cell => (cell.round, cell.jdk, cell.jvm) -> cell).toMap
    val found = for
      cell  <- row if cell.ok
      other <- bases.get((cell.round, cell.jdk, cell.jvm))
      pairs = cell.turns.lazyZip(other.turns).collect { case (a, b) if a > 0 && b > 0 => math.log(a / b) }
      if pairs.nonEmpty
    yield pairs.toVector
    found.toVector

  private[statistics] def estimateOf(starts: Vector[Vector[Double]]): Option[Estimate] =
    Option.when(starts.nonEmpty):
      // A page makes hundreds of these, each with thousands of medians: hence arrays instead of collections.
      val random  = java.util.SplittableRandom(bootstrapSeed)
      val own     = starts.map(_.toArray).toArray
      val sampled = Vector.fill(resamples):
        var sum = 0.0
        for _ <- own.indices do
          val turns  = own(random.nextInt(own.length))
          val sample = new Array[Double](turns.length)
          var at     = 0
          while at < sample.length do
            sample(at) = turns(random.nextInt(turns.length))
            at += 1
          sum += middle(sample)
        math.exp(sum / own.length)
      Estimate(
        math.exp(own.map(turns => middle(turns.clone)).sum / own.length),
        percentile(sampled, 0.025),
        percentile(sampled, 0.975),
        starts.size,
        starts.sizeIs >= enoughStarts
      )

  /** The median; sorts the array. */
  private def middle(values: Array[Double]): Double =
    java.util.Arrays.sort(values)
    val half = values.length / 2
    if values.length % 2 == 1 then values(half) else (values(half - 1) + values(half)) / 2
