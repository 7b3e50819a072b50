package brine.codec.bench.datasets

/** Tells when tasks have warmed up: when none of them has become faster in several windows in a row. The JVM compiles
  * in the background, and on a busy machine late: a fixed number of seconds says little.
  */
private[bench] final class Steady:
  private var fastest = Vector.empty[Double]
  private var same    = 0

  /** Takes the times of all tasks in the next window. */
  def add(times: Vector[Double]): Unit =
    val gained = fastest.isEmpty || times.lazyZip(fastest).exists(_ < _ * Steady.Gain)
    fastest = if fastest.isEmpty then times else times.lazyZip(fastest).map(math.min)
    same = if gained then 0 else same + 1

  def isReached: Boolean = same >= Steady.Windows

private[bench] object Steady:
  /** A task that takes less than this share of its shortest time so far has become faster. */
  inline val Gain    = 0.95
  inline val Windows = 4
