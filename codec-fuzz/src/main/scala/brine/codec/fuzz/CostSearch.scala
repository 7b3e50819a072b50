package brine.codec.fuzz

import scala.collection.mutable

/** A search for the most expensive inputs, without instrumentation: changes the best ones so far, and keeps what costs
  * more for each byte. The same seed gives the same inputs. Prints the worst cost of each reader:
  *
  * {{{
  * ./brine sbt "codecFuzz/runMain brine.codec.fuzz.CostSearch 20000"
  * }}}
  */
object CostSearch:
  /** The best inputs of a reader that are kept, for memory and for work each. */
  private val Kept = 8

  private val LongestInput = 4096

  private final class Best(score: CostTarget.Cost => Long):
    val inputs = mutable.ArrayBuffer.empty[(Long, Array[Byte])]

    def offer(cost: CostTarget.Cost, input: Array[Byte]): Unit =
      val value = score(cost)
      if inputs.sizeIs < Kept || value > inputs.last._1 then
        inputs += value -> input
        inputs.sortInPlaceBy(-_._1): Unit
        if inputs.sizeIs > Kept then inputs.remove(inputs.size - 1): Unit

  /** What was found for one reader: the worst ratios, and the inputs that cost too much. */
  final case class Found(reader: String, memory: Long, work: Long, findings: Vector[Array[Byte]])

  /** Tries `runs` inputs for each reader. */
  def search(runs: Int, seed: Int): Vector[Found] =
    CostReader.all.indices.toVector.map: number =>
      val random   = scala.util.Random(seed + number)
      val memory   = Best(_.memory)
      val share    = Best(_.memoryRatio)
      val work     = Best(_.work)
      val findings = Vector.newBuilder[Array[Byte]]
      var worst    = (0L, 0L)

      def tried(input: Array[Byte]): Unit = CostTarget
        .measure(input)
        .foreach: first =>
          val cost = if first.isTooMuch then CostTarget.measure(input).get else first
          if cost.isTooMuch then findings += input
          worst = (math.max(worst._1, cost.memoryRatio), math.max(worst._2, cost.workRatio))
          List(memory, share, work).foreach(_.offer(cost, input))

      val seeds = CostSeeds.all.filter(_.head == number)
      (seeds ++ seeds).foreach(tried)
      (1 to runs).foreach: _ =>
        val best = List(memory, share, work)(random.nextInt(3)).inputs
        tried(number.toByte +: changed(best(random.nextInt(best.size))._2.tail, random))
      Found(CostReader.all(number).name, worst._1, worst._2, findings.result())

  private def changed(input: Array[Byte], random: scala.util.Random): Array[Byte] =
    val bytes = new Array[Byte](64)
    random.nextBytes(bytes)
    val change = random.nextInt(4)
    val made   =
      if change == 0 && input.nonEmpty then
        // Repeats a part, which neither a bit nor a byte alone does.
        val from = random.nextInt(input.length)
        val part = input.slice(from, from + 1 + random.nextInt(16))
        input.patch(from, Array.fill(1 + random.nextInt(64))(part).flatten, 0)
      else Damage(Choices(bytes)).of(input)
    made.take(LongestInput)

  def main(arguments: Array[String]): Unit =
    val runs = arguments.headOption.fold(1000)(_.toInt)
    println(f"${"reader"}%-40s ${"bytes"}%8s ${"keys"}%8s   for each byte of input, the worst of $runs")
    search(runs, 1).foreach: found =>
      println(f"${found.reader}%-40s ${found.memory}%8d ${found.work}%8d")
      found.findings.take(3).foreach(input => println(s"  too much: ${input.map(byte => f"$byte%02x").mkString}"))
