package brine.lab.statistics

import java.util.Arrays
import scala.util.Random

/** The lab's statistics. All functions need at least one value. */
object Statistics:
  /** Number of resamples of a bootstrap. The seed is fixed, so that a report can be reproduced exactly. */
  val resamples     = 2000
  val bootstrapSeed = 20010612L

  /** With fewer replicates, the result is a range instead of an interval. */
  val enoughForks = 4

  def median(values: Seq[Double]): Double = percentile(values, 0.5)

  /** The `p` quantile (0 to 1) by linear interpolation between the order statistics. */
  def percentile(values: Seq[Double], p: Double): Double = ofSorted(sorted(values), p)

  private def sorted(values: Seq[Double]): Array[Double] =
    val all = values.toArray
    Arrays.sort(all)
    all

  private def ofSorted(sorted: Array[Double], p: Double): Double =
    val at    = p * (sorted.length - 1)
    val below = math.floor(at).toInt
    val above = math.ceil(at).toInt
    sorted(below) + (at - below) * (sorted(above) - sorted(below))

  /** The geometric mean of positive values. */
  def geometricMean(values: Seq[Double]): Double = math.exp(values.map(math.log).sum / values.size)

  /** A central value with its uncertainty.
    *
    * @param interval
    *   true for a 95 % bootstrap interval; false if `lo` and `hi` are only the range of too few forks
    * @param n
    *   number of forks
    */
  final case class Estimate(value: Double, lo: Double, hi: Double, n: Int, interval: Boolean):
    def map(f: Double => Double): Estimate = Estimate(f(value), f(lo), f(hi), n, interval)

    /** This estimate divided by another one that does not depend on it; both are positive. */
    def over(other: Estimate): Estimate =
      def apart(a: Double, b: Double) = math.exp(math.hypot(math.log(a), math.log(b)))
      val ratio                       = value / other.value
      Estimate(
        ratio,
        ratio / apart(value / lo, other.hi / other.value),
        ratio * apart(hi / value, other.value / other.lo),
        n.min(other.n),
        interval && other.interval
      )

  /** The median over forks with the percentile bootstrap's 95 % interval, or the range when there are too few forks. */
  def estimate(forks: Seq[Double]): Estimate = resampled(forks, median(forks)): drawn =>
    Arrays.sort(drawn)
    ofSorted(drawn, 0.5)

  def estimate(forks: Seq[Double], centre: Seq[Double] => Double): Estimate =
    resampled(forks, centre(forks))(drawn => centre(drawn.toIndexedSeq))

  /** A value with the interval that the centres of resamples have. A page has hundreds, so it is arrays that are drawn.
    *
    * @param centre
    *   may change its array, which is filled again for each resample
    */
  private def resampled(forks: Seq[Double], value: Double)(centre: Array[Double] => Double): Estimate =
    if forks.size < enoughForks then Estimate(value, forks.min, forks.max, forks.size, false)
    else
      val random = Random(bootstrapSeed)
      val source = forks.toArray
      val drawn  = new Array[Double](source.length)
      val means  = Array.fill(resamples):
        for at <- drawn.indices do drawn(at) = source(random.nextInt(source.length))
        centre(drawn)
      Arrays.sort(means)
      Estimate(value, ofSorted(means, 0.025), ofSorted(means, 0.975), forks.size, true)

  /** How far a value is outside Tukey's fences: 0 inside, 1 beyond 1.5 quartile ranges, 2 beyond 3. Needs four values.
    */
  def outlier(values: Seq[Double], value: Double): Int =
    if values.size < enoughForks then 0
    else
      val (low, high) = (percentile(values, 0.25), percentile(values, 0.75))
      val range       = high - low
      if value < low - 3 * range || value > high + 3 * range then 2
      else if value < low - 1.5 * range || value > high + 1.5 * range then 1
      else 0
