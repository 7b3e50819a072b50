package brine.codec.fuzz

/** All targets in one: the first byte of an input chooses the target, the others are its input. Most of the time of a
  * short run is the start of the fuzzer, so a short run of this target costs a fraction of one of each.
  */
object EveryTarget extends FuzzTarget:
  val name  = "every"
  val about = "all of these, chosen by the first byte of an input"

  def seeds: Seq[Array[Byte]] =
    FuzzTarget.all.zipWithIndex.flatMap((target, number) => target.seeds.map(number.toByte +: _))

  def run(input: Array[Byte]): Unit =
    if input.nonEmpty then FuzzTarget.all(Math.floorMod(input.head, FuzzTarget.all.size)).run(input.tail)
