package brine.journal.scale

import brine.journal.*
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.{AtomicBoolean, AtomicLong}
import scala.collection.immutable.ArraySeq

/** Measures bursts into journals that are new: short runs of few callers, of many callers and of batches, each in a
  * journal of its own. Prints a line with the records per second of each.
  *
  * {{{
  * ./brine sbt "journal/Test/runMain brine.journal.scale.newJournalBurst /tmp/burst"
  * }}}
  */
@main def newJournalBurst(folder: String): Unit =
  val burst = Burst(Path.of(folder))
  Seq(1, 11, 100, 307, 921, 9884).foreach(burst.arrays)
  burst.callers(1, isVirtual = false)
  burst.callers(16, isVirtual = false)
  burst.callers(256, isVirtual = true)
  burst.batches(100)
  println(burst.line)

private final class Burst(folder: Path):
  private val figures = Vector.newBuilder[String]

  def line: String = figures.result().mkString("\t")

  private def note(name: String, records: Long, nanos: Long): Unit =
    figures += f"$name=${records * 1e9 / nanos}%.0f"

  private def inNew(name: String)(body: Journal => Unit): Unit =
    val at      = folder.resolve(name)
    val journal = Journal.open(at)
    try body(journal)
    finally journal.close()
    val files = Files.walk(at)
    try files.sorted(java.util.Comparator.reverseOrder).forEach(Files.delete)
    finally files.close()

  /** Arrays of this length, one after the other, for 200 ms or 1,000 times. */
  def arrays(length: Int): Unit = inNew(s"arrays-$length"): journal =>
    val values = Array.tabulate(length)(n => n * 31 % (n + 1))
    val begun  = System.nanoTime
    var count  = 0
    while count < 1000 && System.nanoTime - begun < 200_000_000L do
      done(journal.append("integers", ExpectedVersion.Any, List(values.clone)).await())
      count += 1
    note(s"arrays-$length", count, System.nanoTime - begun)

  private val events = Array.tabulate(1024)(n => Array.fill(256)(n.toByte))

  private def done(result: Either[AppendError, Appended]): Unit =
    result.fold(error => sys.error(error.message), _ => ())

  /** Callers that each wait for each of their events: 300 ms to warm up, then 300 ms that count. */
  def callers(count: Int, isVirtual: Boolean): Unit = inNew(s"callers-$count"): journal =>
    val appended          = AtomicLong()
    val isOver            = AtomicBoolean()
    def work(caller: Int) =
      var n = caller
      while !isOver.get do
        done(journal.append("events", ExpectedVersion.Any, ArraySeq(events(n & 1023))).await())
        appended.incrementAndGet()
        n += 1
    val threads = (0 until count).map: caller =>
      if isVirtual then Thread.ofVirtual.start(() => work(caller)) else Thread.ofPlatform.start(() => work(caller))
    Thread.sleep(300)
    val before = appended.get
    val begun  = System.nanoTime
    Thread.sleep(300)
    note(s"callers-$count", appended.get - before, System.nanoTime - begun)
    isOver.set(true)
    threads.foreach(_.join())

  /** One caller that appends this number of events at once. */
  def batches(size: Int): Unit = inNew(s"batches-$size"): journal =>
    val batch                          = ArraySeq.unsafeWrapArray(events.take(size))
    def run(nanos: Long): (Long, Long) =
      val begun   = System.nanoTime
      var records = 0L
      while System.nanoTime - begun < nanos do
        done(journal.append("events", ExpectedVersion.Any, batch).await())
        records += size
      (records, System.nanoTime - begun)
    run(300_000_000L): Unit
    val (records, nanos) = run(300_000_000L)
    note(s"batches-$size", records, nanos)
