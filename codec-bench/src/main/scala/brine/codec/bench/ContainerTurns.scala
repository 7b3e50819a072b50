package brine.codec.bench

import brine.codec.{Codec, ContainerReader, ContainerWriter, MessageOptions}

/** How long containers in columns take, compared with a list of the same messages and with containers one by one.
  *
  * All variants are warm and alive at once, and take turns of a few milliseconds. So whatever slows the machine down
  * slows down all of them, and the ratio of two turns of one round says more than their times. Prints the median of the
  * ratios, and in brackets the range of the middle 80 % of them.
  *
  * {{{
  * BRINE_LAB=1 ./brine sbt "codecBench/runMain brine.codec.bench.ContainerTurns"
  * }}}
  *
  * Takes two optional numbers: messages in a container (1,000) and rounds (300).
  */
object ContainerTurns:
  /** What takes turns; `run` does it once. */
  private final class Variant(val name: String, run: () => Any):
    private var repeats = 1

    /** Nanoseconds of one run, over a turn of a few milliseconds. */
    def turn(): Double =
      val start = System.nanoTime()
      var i     = 0
      while i < repeats do
        if run() == null then throw IllegalStateException(name)
        i += 1
      val taken = System.nanoTime() - start
      val each  = math.max(1.0, taken.toDouble / repeats)
      repeats = math.max(1, (TurnNanos / each).toInt)
      each

  private inline val TurnNanos = 2000000.0

  /** A container of these messages. A block with a message of another type stays one by one. */
  def container[A: Codec](messages: List[A], oneByOne: Boolean): Array[Byte] =
    val writer = ContainerWriter(blockSize = 1 << 20)
    if oneByOne then writer.add(Other)
    messages.foreach(writer.add(_))
    writer.toArray

  private val Other = "another type"

  /** Reads a container to its end, and returns the last message. */
  def readAll[A: Codec](bytes: Array[Byte], oneByOne: Boolean): A =
    val reader = ContainerReader(bytes)
    if oneByOne then reader.next[String]().fold(throw _, identity): Unit
    var last = reader.next[A]()
    while reader.hasNext do last = reader.next[A]()
    last.fold(throw _, identity)

  private def compare[A: Codec](name: String, messages: List[A], rounds: Int): Unit =
    val list    = Codec.encodeBare(messages, MessageOptions.withDictionary)
    val columns = container(messages, oneByOne = false)
    val alone   = container(messages, oneByOne = true)
    println(s"$name: list ${list.length} B, in columns ${columns.length} B, one by one ${alone.length} B")
    inTurns(
      "write",
      rounds,
      Variant("list", () => Codec.encodeBare(messages, MessageOptions.withDictionary)),
      Variant("in columns", () => container(messages, oneByOne = false)),
      Variant("one by one", () => container(messages, oneByOne = true))
    )
    inTurns(
      "read",
      rounds,
      Variant("list", () => Codec.decodeBare[List[A]](list, MessageOptions.withDictionary).fold(throw _, identity)),
      Variant("in columns", () => readAll[A](columns, oneByOne = false)),
      Variant("one by one", () => readAll[A](alone, oneByOne = true))
    )

  // The first variant is the measure of the others, and the last one of the second.
  private def inTurns(what: String, rounds: Int, list: Variant, columns: Variant, alone: Variant): Unit =
    val all   = Vector(list, columns, alone)
    val warm  = rounds / 3
    val times = Vector.tabulate(warm + rounds): round =>
      // Each is first, second and last equally often.
      val order = all.indices.map(i => (i + round) % all.size)
      val taken = new Array[Double](all.size)
      order.foreach(i => taken(i) = all(i).turn())
      taken
    val measured                                    = times.drop(warm)
    def middle(of: Array[Double] => Double): String =
      val sorted = measured.map(of).sorted
      f"${sorted(sorted.size / 2)}%6.2f [${sorted(sorted.size / 10)}%.2f to ${sorted(sorted.size * 9 / 10)}%.2f]"
    val medians = all.indices.map(i => measured.map(_(i)).sorted.apply(measured.size / 2) / 1000)
    val each    = f"list ${medians(0)}%7.1f us; in columns ${medians(1)}%7.1f us; one by one ${medians(2)}%7.1f us"
    println(f"  $what%-5s $each")
    println(s"        in columns / list       ${middle(taken => taken(1) / taken(0))}")
    println(s"        in columns / one by one ${middle(taken => taken(1) / taken(2))}")

  def main(arguments: Array[String]): Unit =
    val count    = arguments.headOption.fold(1000)(_.toInt)
    val rounds   = arguments.drop(1).headOption.fold(300)(_.toInt)
    val messages = ContainerMessages.Messages(count)
    compare("ticks", messages.ticks, rounds)
    compare("readings", messages.readings, rounds)
    compare("requests", messages.requests, rounds)
    compare("log records", messages.logs, rounds)
    compare("orders with collections", messages.orders, rounds)
    compare("numbers", messages.numbers, rounds)
