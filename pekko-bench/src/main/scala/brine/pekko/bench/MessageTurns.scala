package brine.pekko.bench

import brine.pekko.bench.SerializingSystem.Written
import com.sun.management.ThreadMXBean
import java.lang.management.ManagementFactory
import scala.util.Random

/** Bytes, time and allocation of messages of a Pekko program, by each of its serializers.
  *
  * All ways are warm and alive in one JVM, and take turns of about a millisecond in a new random order each round. So
  * whatever slows the machine down slows down all of them, and the ratio of two turns of one round says more than their
  * times. Times are processor time of the thread, so that other work counts little. Prints the median of the ratios to
  * Brine's turn, and in brackets the range of the middle 80 % of them.
  *
  * {{{
  * BRINE_LAB=1 ./brine sbt "pekkoBench/runMain brine.pekko.bench.MessageTurns"
  * }}}
  *
  * Takes an optional number: rounds of each message (400), after half as many of warm-up.
  */
object MessageTurns:
  private val Nanos   = 1_000_000.0
  private val random  = Random(1)
  private val threads = ManagementFactory.getThreadMXBean.asInstanceOf[ThreadMXBean]

  /** A way to write or to read one message. */
  private final class Turn(run: () => AnyRef):
    private var repeats = 1

    /** Nanoseconds of processor time of one run, over a turn. */
    def play(): Double =
      val start = threads.getCurrentThreadCpuTime
      var i     = 0
      while i < repeats do
        if run() == null then throw IllegalStateException("nothing was written or read")
        i += 1
      val each = math.max(1.0, (threads.getCurrentThreadCpuTime - start).toDouble / repeats)
      repeats = math.max(1, (Nanos / each).toInt)
      each

    /** Bytes that one run allocates, of many. */
    def allocated(): Long =
      val runs  = 1000
      val start = threads.getCurrentThreadAllocatedBytes
      var i     = 0
      while i < runs do
        if run() == null then throw IllegalStateException("nothing was written or read")
        i += 1
      (threads.getCurrentThreadAllocatedBytes - start) / runs

  /** What a message costs in one way: nanoseconds and the ratio to the first way as median and range, and bytes. */
  private final case class Cost(nanos: Double, ratio: Double, low: Double, high: Double, allocated: Long):
    def text: String = f"$nanos%8.0f ns $ratio%5.2f [$low%.2f to $high%.2f] $allocated%7d B"

  /** One message in all ways. */
  private final class Message(name: String, systems: Vector[SerializingSystem], values: Vector[AnyRef]):
    private val written: Vector[Written] = systems.zip(values).map(_.write(_))
    private val writing                  = systems.zip(values).map((system, value) => Turn(() => system.write(value)))
    private val reading                  = systems.zip(written).map((system, one) => Turn(() => system.read(one)))

    def warmUp(rounds: Int): Unit = List(writing, reading).foreach(played(_, rounds))

    def print(rounds: Int): Unit =
      val (writes, reads) = (costs(writing, rounds), costs(reading, rounds))
      println(s"\n$name")
      for i <- systems.indices do
        val bytes = f"${written(i).bytes.length}%6d + ${written(i).manifest.length}%-3d B"
        println(f"  ${systems(i).way.name}%-18s $bytes  write ${writes(i).text}  read ${reads(i).text}")

  /** The times of all turns, round by round. */
  private def played(turns: Vector[Turn], rounds: Int): Vector[Array[Double]] = Vector.fill(rounds):
    val taken = new Array[Double](turns.size)
    random.shuffle(turns.indices.toVector).foreach(i => taken(i) = turns(i).play())
    taken

  private def costs(turns: Vector[Turn], rounds: Int): Vector[Cost] =
    val measured = played(turns, rounds)
    turns.indices.toVector.map: i =>
      val ratios                   = measured.map(taken => taken(i) / taken(0)).sorted
      def at(part: Double): Double = ratios((part * (ratios.size - 1)).round.toInt)
      val nanos                    = measured.map(_(i)).sorted.apply(measured.size / 2)
      Cost(nanos, at(0.5), at(0.1), at(0.9), turns(i).allocated())

  def main(arguments: Array[String]): Unit =
    val rounds  = arguments.headOption.fold(400)(_.toInt)
    val systems = Way.values.toVector.map(SerializingSystem(_))
    try
      val messages = systems.head.messages.indices.toVector.map: index =>
        Message(systems.head.messages(index)._1, systems, systems.map(_.messages(index)._2))
      messages.foreach(_.warmUp(rounds / 2))
      messages.foreach(_.print(rounds))
    finally systems.foreach(_.close())
    System.exit(0)
