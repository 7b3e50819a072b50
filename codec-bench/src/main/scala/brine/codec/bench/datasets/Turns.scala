package brine.codec.bench.datasets

import com.sun.management.ThreadMXBean

import java.lang.management.ManagementFactory
import java.util.Random

/** Lets several variants of a task take turns of some milliseconds in one JVM, each round in another random order. So
  * whatever slows the machine down slows all of them, and the ratio of two turns of one round says more than times.
  */
private[bench] object Turns:

  /** What one variant took.
    *
    * @param nanos
    *   processor time of each run, by rounds
    * @param allocated
    *   bytes that the thread allocated for a run, the median of all rounds
    */
  final case class Taken(nanos: Vector[Double], allocated: Double):
    def median: Double = Turns.median(nanos)

    /** The median of the rounds' ratios: above 1 if `other` took longer. */
    def ratio(other: Taken): Double = Turns.median(other.nanos.lazyZip(nanos).map(_ / _))

  /** Runs the variants by turns for these seconds, after a warm-up that is as long as they need; see [[Steady]].
    *
    * @param mostWarmUp
    *   seconds after which the warm-up ends all the same, with a line on the standard error
    */
  def run(variants: Vector[() => Any], seconds: Double, mostWarmUp: Double): Vector[Taken] =
    val all    = variants.map(Variant(_))
    val random = Random(7)
    warmUp(all, random, mostWarmUp)
    val taken = rounds(all, random, seconds)
    all.indices.toVector.map(i => Taken(taken.map(_(i)._1), median(taken.map(_(i)._2))))

  private def warmUp(all: Vector[Variant], random: Random, most: Double): Unit =
    val steady = Steady()
    val until  = System.nanoTime() + (most * 1e9).toLong
    while !steady.isReached && System.nanoTime() < until do
      val taken = rounds(all, random, WindowSeconds)
      steady.add(all.indices.toVector.map(i => median(taken.map(_(i)._1))))
    if most > 0 && !steady.isReached then System.err.println(s"some task still became faster after $most s")

  private def rounds(all: Vector[Variant], random: Random, seconds: Double): Vector[Array[(Double, Double)]] =
    val builder = Vector.newBuilder[Array[(Double, Double)]]
    val until   = System.nanoTime() + (seconds * 1e9).toLong
    var count   = 0
    while count < 3 || System.nanoTime() < until do
      val taken = new Array[(Double, Double)](all.size)
      shuffled(all.size, random).foreach(i => taken(i) = all(i).turn())
      builder += taken
      count += 1
    builder.result()

  private def shuffled(count: Int, random: Random): Vector[Int] =
    val order = java.util.ArrayList[Integer]()
    (0 until count).foreach(order.add(_))
    java.util.Collections.shuffle(order, random)
    Vector.tabulate(count)(order.get(_).intValue)

  def median(values: Iterable[Double]): Double =
    val sorted = values.toVector.sorted
    sorted(sorted.size / 2)

  private final class Variant(run: () => Any):
    private var repeats = 1

    /** Nanoseconds and allocated bytes of one run, over a turn of a few milliseconds. */
    def turn(): (Double, Double) =
      val bytes = threads.getCurrentThreadAllocatedBytes
      val start = threads.getCurrentThreadCpuTime
      var i     = 0
      while i < repeats do
        if run() == null then throw IllegalStateException("null")
        i += 1
      val taken     = math.max(1.0, (threads.getCurrentThreadCpuTime - start).toDouble)
      val allocated = (threads.getCurrentThreadAllocatedBytes - bytes).toDouble / repeats
      val each      = taken / repeats
      repeats = math.max(1, (TurnNanos / each).toInt)
      (each, allocated)

  private inline val TurnNanos     = 3000000.0
  private inline val WindowSeconds = 1.0
  private val threads              = ManagementFactory.getThreadMXBean.asInstanceOf[ThreadMXBean]
