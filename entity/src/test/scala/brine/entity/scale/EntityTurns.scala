package brine.entity.scale

import brine.actor.ActorSystem
import brine.codec.Codec
import brine.entity.*
import brine.journal.{AppendBatch, Journal, JournalException}
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import java.util.SplittableRandom
import java.util.concurrent.CountDownLatch

/** Measures commands to entities against appends of the same events to the same log: ways take turns of some
  * milliseconds in one JVM, each over a journal of its own that stays open. Prints the median of each rate, the
  * processor's time and the allocation of all threads for a command, the time until the reply of half of the commands
  * and of all but one in a hundred, and the ratio of the rate to that of the log with as many streams: the median of
  * all rounds, and its interval of 95 %.
  *
  * {{{
  * ./brine sbt "entity/Test/runMain brine.entity.scale.entityRate /tmp/entities all 100 40 1 16 256 4096"
  * }}}
  *
  * @param ways
  *   names of ways, with commas between, or all
  * @param rounds
  *   turns of each way
  * @param millis
  *   length of a turn
  * @param callers
  *   how many callers send their next command when they have a reply; each is a virtual thread
  */
@main def entityRate(folder: String, ways: String, rounds: Int, millis: Int, callers: Int*): Unit =
  println("callers\tway\tcommands/s\tcpu ns\tbytes\tp50 us\tp99 us\tratio\tfrom\tto")
  val chosen = if ways == "all" then CommandWay.values.toVector else ways.split(',').map(CommandWay.valueOf(_)).toVector
  callers.foreach(count => EntityTurns(Path.of(folder), chosen, rounds, millis * 1_000_000L, count).run())

/** Who gets the commands, or the events. */
private enum CommandWay:
  /** A thousand streams of the log, each with the same share. */
  case Log

  /** As many entities. */
  case Uniform

  /** The same, and every fifth command is a query. */
  case Queries

  /** The same with as many streams, of which a few get most: entity k as often as 1/k. */
  case SkewedLog, Skewed

  /** One stream. */
  case HotLog

  /** One entity. */
  case Hot

  /** The same, and every fifth command is a query. */
  case HotQueries

  /** The log with the same streams. */
  def base: CommandWay = this match
    case Log | Uniform | Queries   => Log
    case SkewedLog | Skewed        => SkewedLog
    case HotLog | Hot | HotQueries => HotLog

  def isLog: Boolean = this eq base

private enum Counter[+R] derives Commands:
  case Add(number: Long, note: String) extends Counter[Long]
  case Sum                             extends Counter[Long]

private final case class Added(number: Long, note: String) derives Codec
private final case class Counted(sum: Long, notes: Long) derives Codec

private object Counters extends Entity[Counter, Added, Counted]("counter"):
  def initial: Counted = Counted(0, 0)

  def decide[R](state: Counted, command: Counter[R])(using At): Decision[Added, R] = command match
    case Counter.Add(number, note) => Decision(Added(number, note))(state.sum + number)
    case Counter.Sum               => Decision.reply(state.sum)

  def evolve(state: Counted, event: Added): Counted = Counted(state.sum + event.number, state.notes + 1)

private final class EntityTurns(folder: Path, chosen: Vector[CommandWay], rounds: Int, nanos: Long, count: Int):
  import EntityTurns.*

  def run(): Unit =
    val ways = chosen.map(way => Sending(way, folder.resolve(s"$way-$count")))
    try
      val until = System.nanoTime + WarmUpNanos * ways.size
      while System.nanoTime < until do ways.foreach(_.turn(nanos))
      val order = java.util.ArrayList[Sending](java.util.List.of(ways*))
      val costs = ways.map(_.way -> java.util.ArrayList[Vector[Double]]()).toMap
      val found = Vector.fill(rounds):
        java.util.Collections.shuffle(order)
        val rates = java.util.HashMap[CommandWay, Double]()
        order.forEach: one =>
          val before = counters
          one.turn(nanos)
          rates.put(one.way, one.rate)
          val used = counters.lazyZip(before).map((now, earlier) => (now - earlier).toDouble / one.sent)
          costs(one.way).add(used ++ one.times): Unit
        rates
      ways.foreach: one =>
        val base    = if chosen.contains(one.way.base) then one.way.base else chosen.head
        val ratios  = found.map(round => round.get(one.way) / round.get(base)).sorted
        val medians =
          (0 until 4).map(at => median(Vector.from(costs(one.way).toArray(Array.empty[Vector[Double]])).map(_(at))))
        val away  = math.ceil(0.98 * math.sqrt(rounds)).toInt
        val lo    = ratios(math.max(rounds / 2 - away, 0))
        val hi    = ratios(math.min(rounds / 2 + away, rounds - 1))
        val rate  = median(found.map(_.get(one.way)))
        val cells = rate +: medians
        val text  = cells.map(value => f"$value%.0f") ++ Vector(ratios(rounds / 2), lo, hi).map(value => f"$value%.3f")
        println((Vector(count, one.way) ++ text).mkString("\t"))
    finally ways.foreach(_.close())

  /** One way to send, with callers that are used again in each turn. */
  private final class Sending(val way: CommandWay, at: Path) extends AutoCloseable:
    private val log           = Journal.open(at)
    private val system        = ActorSystem()
    private val entities      = Entities.open(log, system)(Counters)
    private val callers       = Vector.tabulate(count)(Caller(_))
    @volatile private var end = 0L

    /** Commands of the last turn, their rate, and the microseconds of half of them and of 99 %. */
    var sent                  = 0L
    var rate                  = 0.0
    var times: Vector[Double] = Vector.empty

    def turn(nanos: Long): Unit =
      val begun = System.nanoTime
      end = begun + nanos
      val done = CountDownLatch(count)
      callers.foreach: caller =>
        Thread.ofVirtual.start: () =>
          try caller.send()
          finally done.countDown()
      done.await()
      val took = System.nanoTime - begun
      sent = callers.map(_.sent).sum
      rate = sent * 1e9 / took
      val all = callers.iterator.flatMap(_.took).toArray.sorted
      times = Vector(0.5, 0.99).map(share => all((all.length * share).toInt) / 1000.0)

    private final class Caller(caller: Int):
      private val random  = SplittableRandom(caller)
      private val batch   = AppendBatch()
      private var number  = 0L
      private val nanosOf = new Array[Long](MostTimes)
      var sent            = 0L

      def took: Iterator[Long] = nanosOf.iterator.take(math.min(sent, MostTimes).toInt)

      private def next: Int = way match
        case CommandWay.HotLog | CommandWay.Hot | CommandWay.HotQueries => 0
        case CommandWay.SkewedLog | CommandWay.Skewed => math.pow(Streams, random.nextDouble()).toInt - 1
        case _                                        => random.nextInt(Streams)

      def send(): Unit =
        sent = 0
        var now = System.nanoTime
        while now < end do
          number += 1
          if way.isLog then
            val stream = Counters.stream(Names(next))
            log.append(batch.clear().to(stream).add(Added(number, Note))).await() match
              case Right(_)    => ()
              case Left(error) => throw JournalException(error)
          else
            val isQuery = (way == CommandWay.Queries || way == CommandWay.HotQueries) && number % 5 == 0
            val ref     = entities(Names(next))
            if isQuery then ref.ask(Counter.Sum): Unit
            else ref.ask(Counter.Add(number, Note)): Unit
          val later = System.nanoTime
          if sent < MostTimes then nanosOf(sent.toInt) = later - now
          sent += 1
          now = later

    def close(): Unit =
      entities.close()
      system.close()
      log.close()
      val files = Files.walk(at)
      try files.sorted(java.util.Comparator.reverseOrder).forEach(Files.delete)
      finally files.close()

private object EntityTurns:
  private final val WarmUpNanos = 3_000_000_000L
  private final val Streams     = 1000
  private final val MostTimes   = 1 << 10
  private final val Note        = "a note of the size that such notes have, some sixty-four characters"

  private val Names = Vector.tabulate(Streams)(number => s"counter-$number")

  private def median(values: Vector[Double]): Double = values.sorted.apply(values.size / 2)

  /** Nanoseconds of all threads, and bytes that they have allocated. */
  private def counters: Vector[Long] = Vector(process.getProcessCpuTime, threads.getTotalThreadAllocatedBytes)

  private val process = ManagementFactory.getPlatformMXBean(classOf[com.sun.management.OperatingSystemMXBean])
  private val threads = ManagementFactory.getPlatformMXBean(classOf[com.sun.management.ThreadMXBean])
