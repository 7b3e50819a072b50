package brine.journal.scale

import brine.journal.*
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import java.util.Random
import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.{CountDownLatch, Semaphore}

/** Measures what a condition costs an append: several ways to append take turns of some milliseconds in one JVM, each
  * in a journal of its own that stays open. Prints the rate of each, the processor's time and the allocation for a
  * record, both of all threads and of the callers alone, and the ratio of the rate to that of the same append without a
  * condition: the median of all rounds, and its interval of 95 %. What the callers take is known for one caller only.
  *
  * {{{
  * ./brine sbt "journal/Test/runMain brine.journal.scale.conditionalRate /tmp/rate all 100 20 1 256 16384"
  * }}}
  *
  * @param ways
  *   names of ways to append, with commas between, or all
  * @param rounds
  *   turns of each way
  * @param millis
  *   length of a turn
  * @param underWay
  *   how many appends are in flight; up to 1,000 callers wait for each of their appends, more are told to a listener
  */
@main def conditionalRate(folder: String, ways: String, rounds: Int, millis: Int, underWay: Int*): Unit =
  println(
    Seq("under way", "append", "records/s", "cpu ns", "caller", "bytes", "caller", "ratio", "from", "to").mkString("\t")
  )
  val chosen = if ways == "all" then Way.values.toVector else ways.split(',').map(Way.valueOf(_)).toVector
  underWay.foreach(count => ConditionalTurns(Path.of(folder), chosen, rounds, millis * 1_000_000L, count).run())

private enum Way:
  /** With two tags, without a condition. */
  case Unconditional

  /** The same in a journal that remembers events, since one append had a condition. */
  case Remembered

  /** The same, and a condition is made, but not passed. */
  case Made

  /** Unless an event has both tags after what the program has read. */
  case AfterRead

  /** With two tags, of which one is new, without a condition. */
  case NewTag

  /** The same in a journal that knows which tags were used, since one append had a condition. */
  case NewTagRemembered

  /** The same, and a condition is made, but not passed. */
  case NewTagMade

  /** Unless any event has the new tag. */
  case UnlessNewTag

  /** Unless any event has both tags: many have one of them. */
  case AfterBegin

  /** The same without a condition. */
  def base: Way = this match
    case NewTag | NewTagRemembered | NewTagMade | UnlessNewTag => NewTag
    case _                                                     => Unconditional

  /** Whether one append of the journal has a condition, and all others have none. */
  def remembers: Boolean = this match
    case Remembered | Made | NewTagRemembered | NewTagMade => true
    case _                                                 => false

private final class ConditionalTurns(folder: Path, chosen: Vector[Way], rounds: Int, nanos: Long, underWay: Int):
  import ConditionalTurns.*

  def run(): Unit =
    val ways = chosen.map(way => Appending(way, folder.resolve(s"$way-$underWay")))
    try
      val until = System.nanoTime + WarmUpNanos * ways.size
      while System.nanoTime < until do ways.foreach(_.turn(nanos): Unit)
      // What was appended before is not remembered, as in a program that was started again.
      ways.foreach(_.openAgain())
      (1 to rounds / 10).foreach(_ => ways.foreach(_.turn(nanos): Unit))
      val order = java.util.ArrayList[Appending](java.util.List.of(ways*))
      val costs = Costs()
      val found = Vector.fill(rounds):
        java.util.Collections.shuffle(order, random)
        val rates = java.util.HashMap[Way, Double]()
        order.forEach: one =>
          val before = counters
          val rate   = one.turn(nanos)
          rates.put(one.way, rate)
          costs.add(one.way, before, counters, one.appended)
        rates
      ways.foreach: one =>
        val rates  = found.map(_.get(one.way)).sorted
        val base   = if chosen.contains(one.way.base) then one.way.base else chosen.head
        val ratios = found.map(round => round.get(one.way) / round.get(base)).sorted
        // Ranks of the binomial distribution, near enough to normal.
        val away     = math.ceil(0.98 * math.sqrt(rounds)).toInt
        val (lo, hi) = (math.max(rounds / 2 - away, 0), math.min(rounds / 2 + away, rounds - 1))
        println(
          f"$underWay\t${one.way}\t${rates(rounds / 2)}%.0f\t${costs.of(one.way).map(cost => f"$cost%.0f").mkString("\t")}\t${ratios(rounds / 2)}%.3f\t${ratios(lo)}%.3f\t${ratios(hi)}%.3f"
        )
    finally ways.foreach(_.close())

  /** One way to append, with callers that are used again in each turn. */
  private final class Appending(val way: Way, at: Path) extends AutoCloseable:
    private var journal       = open()
    private val appends       = AtomicLong()
    private val callers       = Vector.tabulate(if underWay > MostCallers then 1 else underWay)(Caller(_))
    @volatile private var end = 0L

    /** Records of the last turn. */
    var appended = 0L

    private def open(): Journal =
      val opened = Journal.open(at)
      if way.remembers then
        val after = if way.base == Way.NewTag then Offset.Begin else opened.durable
        val batch = AppendBatch().to("first").add(Array.emptyByteArray).unless(Query.tagged("none"), after)
        opened.append(batch).await(): Unit
      opened

    def openAgain(): Unit =
      journal.close()
      journal = open()

    /** Appends for this time. Returns the records per second. */
    def turn(nanos: Long): Double =
      val begun = System.nanoTime
      end = begun + nanos
      appended =
        if underWay > MostCallers then callers.head.many()
        else if underWay == 1 then callers.head.one()
        else
          val done  = CountDownLatch(callers.size)
          val count = AtomicLong()
          callers.foreach: caller =>
            Thread.ofVirtual.start: () =>
              count.addAndGet(caller.one()): Unit
              done.countDown()
          done.await()
          count.get
      appended * 1e9 / (System.nanoTime - begun)

    private final class Caller(caller: Int):
      private val batch = AppendBatch()
      private val room  = Semaphore(underWay)
      private var names = 0L
      private val event = new Array[Byte](256)
      var made          = Vector.empty[AppendCondition]
      Random(caller).nextBytes(event)
      private val listener = new AppendListener:
        private var finished                                                                        = 0
        def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit = finished += 1
        def rejected(context: Long, error: AppendError): Unit = throw JournalException(error)
        override def endOfGroup(): Unit                       =
          val count = finished
          finished = 0
          room.release(count)

      // One of a thousand courses and one of a hundred thousand students, never the same pair.
      private def fill(): AppendBatch =
        val number  = appends.getAndIncrement()
        val course  = s"course:${(number + number / 100_000) % 1000}"
        val isNew   = way.base == Way.NewTag
        val student = if isNew then s"name:$caller-$names" else s"student:${number * 7919 % 100_000}"
        if isNew then names += 1
        batch.clear().to("events", tags = Set(course, student)).add(event)
        way match
          case Way.Made         => made = Vector(AppendCondition(Query.tagged(course, student), journal.durable))
          case Way.NewTagMade   => made = Vector(AppendCondition(Query.tagged(student), Offset.Begin))
          case Way.AfterRead    => batch.unless(Query.tagged(course, student), journal.durable): Unit
          case Way.UnlessNewTag => batch.unless(Query.tagged(student), Offset.Begin): Unit
          case Way.AfterBegin   => batch.unless(Query.tagged(student, course), Offset.Begin): Unit
          case _                => ()
        batch

      /** Appends and waits for each. */
      def one(): Long =
        var count = 0L
        while System.nanoTime < end do
          journal.append(fill()).await() match
            case Right(_)    => count += 1
            case Left(error) => throw JournalException(error)
        count

      /** Appends as many as may be in flight, and waits for all at the end. */
      def many(): Long =
        var count = 0L
        while System.nanoTime < end do
          room.acquire()
          journal.appendBatch(fill(), listener, 0)
          count += 1
        room.acquire(underWay)
        room.release(underWay)
        count

    def close(): Unit =
      journal.close()
      val files = Files.walk(at)
      try files.sorted(java.util.Comparator.reverseOrder).forEach(Files.delete)
      finally files.close()

private object ConditionalTurns:
  private final val WarmUpNanos = 3_000_000_000L
  private final val MostCallers = 1000

  private val random = Random(7)

  /** Nanoseconds of all threads and of this one, bytes that all threads have allocated and that this one has. */
  private def counters: Vector[Long] = Vector(
    process.getProcessCpuTime,
    threads.getCurrentThreadCpuTime,
    threads.getTotalThreadAllocatedBytes,
    threads.getCurrentThreadAllocatedBytes
  )

  /** What each way takes for a record. */
  private final class Costs:
    private val all = java.util.HashMap[Way, Vector[Vector[Double]]]()

    def add(way: Way, before: Vector[Long], after: Vector[Long], records: Long): Unit =
      val turn = after.lazyZip(before).map((now, earlier) => (now - earlier) / records.toDouble)
      all.merge(way, Vector(turn), _ ++ _): Unit

    /** The median of each counter. */
    def of(way: Way): Vector[Double] =
      all.get(way).transpose.map(values => values.sorted.apply(values.size / 2))

  private val process = ManagementFactory.getPlatformMXBean(classOf[com.sun.management.OperatingSystemMXBean])
  private val threads = ManagementFactory.getPlatformMXBean(classOf[com.sun.management.ThreadMXBean])
