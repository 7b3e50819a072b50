package brine.entity.prevalence.scale

import brine.entity.prevalence.{Prevalence, PrevalenceSettings}
import com.sun.management.GarbageCollectionNotificationInfo
import java.lang.management.ManagementFactory
import java.nio.file.Path
import java.util.SplittableRandom
import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.locks.LockSupport
import javax.management.openmbean.CompositeData
import javax.management.{NotificationEmitter, NotificationListener}
import scala.jdk.CollectionConverters.*

/** Fills a state with this many MiB of text, and saves it while callers query it and execute transactions. Prints the
  * longest time between two answers of a caller, and how many took more than 10 ms, by turns without a save and with
  * one. The collector has pauses of its own, so
  * choose one, and see what it paused for:
  *
  * {{{
  * BRINE_EFFORT=full ./brine sbt 'set entity / Test / javaOptions ++= Seq("-Xmx4g", "-XX:+UseZGC")' \
  *   "entity/Test/runMain brine.entity.prevalence.scale.pausesWhileSaving /tmp/pauses 1024 3"
  * }}}
  *
  * A *bystander* is a thread that does nothing but read the clock: what it misses is the machine's doing, or the
  * collector's.
  *
  * @param folder
  *   where the system is; filled by the first run
  * @param mebibytes
  *   size of the texts
  * @param turns
  *   number of times that the state is saved
  */
@main def pausesWhileSaving(folder: String, mebibytes: Int, turns: Int): Unit =
  println(s"heap of at most ${Runtime.getRuntime.maxMemory >> 20} MiB, ${Pauses.collectors}")
  val begin   = System.nanoTime
  val library = Prevalence.open(Path.of(folder), PrevalenceSettings(saveEvery = 0))(LibrarySystem)
  try
    val pages = mebibytes * 1024
    for from <- library.query(_.pages.size) until pages by 1024 do
      library.execute(LibraryTransaction.Fill(from, math.min(from + 1024, pages), 1024)): Unit
    System.gc()
    println(f"opened and filled in ${(System.nanoTime - begin) / 1e9}%.1f s; ${Pauses.usedHeap} MiB of the heap used")
    // The code is compiled after it.
    Pauses(library, pages).during("warming up")(Thread.sleep(3000)): Unit
    for turn <- 1 to turns do
      val took = Pauses(library, pages).during(s"$turn: without a save")(Thread.sleep(5000))
      val save = Pauses(library, pages).during(s"$turn: while it is saved"):
        library.save() match
          case Right(info) => println(f"  saved ${info.bytes / 1048576.0}%.0f MiB")
          case Left(error) => println(s"  not saved: ${error.message}")
      println(f"  ${Pauses.usedHeap} MiB of the heap used; $took%.1f and $save%.1f s")
  finally library.close()

/** Callers of a library, and the longest time between two of their answers. */
private final class Pauses(library: Prevalence[LibraryTransaction, Library], pages: Int):
  @volatile private var isRunning = true

  /** A thread that asks again and again, a moment after each answer, so that the processors are not busy with it. */
  private final class Caller(name: String)(ask: SplittableRandom => Unit):
    @volatile var longest = 0L
    @volatile var answers = 0L
    @volatile var long    = 0
    val thread: Thread    = Thread.ofPlatform
      .name(name)
      .start: () =>
        val random = SplittableRandom(name.hashCode)
        var before = System.nanoTime
        while isRunning do
          ask(random)
          val now = System.nanoTime
          if now - before > longest then longest = now - before
          if now - before > Pauses.TooLong then long += 1
          answers += 1
          before = now

  /** Runs callers during some work, and prints what they waited. Returns the seconds that the work took. */
  def during(what: String)(work: => Unit): Double =
    val paused    = AtomicLong()
    val listening = Pauses.listen(paused)
    val sum       = AtomicLong()
    val bystander = Caller("bystander")(_ => LockSupport.parkNanos(Pauses.Moment))
    val queries   = Caller("queries"): random =>
      LockSupport.parkNanos(Pauses.Moment)
      val page = random.nextInt(pages)
      sum.addAndGet(library.query(_.pages(page).length)): Unit
    val transactions = Vector.tabulate(4): number =>
      Caller(s"transactions-$number"): random =>
        LockSupport.parkNanos(Pauses.Moment)
        library.execute(LibraryTransaction.Put(random.nextInt(pages), Library.text(random.nextInt(), 1024))): Unit
    val begin = System.nanoTime
    work
    val seconds = (System.nanoTime - begin) / 1e9
    isRunning = false
    (bystander +: queries +: transactions).foreach(_.thread.join())
    listening()
    def shown(callers: Caller*) = f"${callers.map(_.longest).max / 1e6}%8.2f (${callers.map(_.long).sum}%3d)"
    println(
      f"$what%-22s longest, ms: query ${shown(queries)}, transaction ${shown(transactions*)}, " +
        f"bystander ${shown(bystander)}, collector ${paused.get}%5d; ${queries.answers / seconds}%,.0f queries and " +
        f"${transactions.map(_.answers).sum / seconds}%,.0f transactions a second"
    )
    seconds

private object Pauses:
  // In nanoseconds: between an answer and the next question, and what counts as long.
  private val Moment  = 200_000L
  private val TooLong = 10_000_000L

  private def beans = ManagementFactory.getGarbageCollectorMXBeans.asScala.toVector

  def collectors: String = beans.map(_.getName).mkString(", ")

  def usedHeap: Long = ManagementFactory.getMemoryMXBean.getHeapMemoryUsage.getUsed >> 20

  /** Keeps the longest pause of the collector, in milliseconds. Returns what ends it. */
  def listen(longest: AtomicLong): () => Unit =
    val listener: NotificationListener = (notification, _) =>
      if notification.getType == GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION then
        val info = GarbageCollectionNotificationInfo.from(notification.getUserData.asInstanceOf[CompositeData])
        // These work beside the program.
        if !info.getGcName.contains("Cycles") && !info.getGcName.contains("Concurrent") then
          longest.accumulateAndGet(info.getGcInfo.getDuration, math.max): Unit
    val emitters = beans.collect { case emitter: NotificationEmitter => emitter }
    emitters.foreach(_.addNotificationListener(listener, null, null))
    () => emitters.foreach(_.removeNotificationListener(listener))
