package brine.journal.scale

import brine.journal.*
import brine.journal.live.FileJournal
import brine.journal.storage.Storage
import java.nio.file.{Files, Path}
import java.util.UUID
import scala.util.Random

/** Measures what each path of a journal costs as the journal grows; prints a row for each size.
  *
  * {{{
  * ./brine sbt "journal/Test/runMain brine.journal.scale.costAsItGrows /tmp/scale 10x10000 100x100000 600x1000000"
  * }}}
  *
  * A size is a number of segments and a number of streams. Each stream has 11 events, appended in random order, so most
  * are in different segments. One event in 1,000 has a tag of its own hundred, and one in 20 has a key.
  */
@main def costAsItGrows(folder: String, sizes: String*): Unit =
  println(Growth.Columns.mkString("\t"))
  sizes.foreach: size =>
    val Array(segments, streams) = size.split('x').map(_.toInt)
    Growth(Path.of(folder).resolve(size), segments, streams).run()

private final class Growth(folder: Path, segments: Int, streams: Int):
  import Growth.*

  private val random      = Random(7)
  private val segmentSize =
    val bytes = streams.toLong * EventsOfEach * BytesOfEach / segments
    (math.max(bytes, 1 << 16) + 4095) & -4096L
  private val settings = JournalSettings(segmentSize = segmentSize)

  def run(): Unit =
    if !Files.exists(folder.resolve("made")) then make()
    val row = Vector.newBuilder[String]
    row += s"$segments" += s"$streams"
    val before  = heap()
    val (ms, j) = timed(Journal.open(folder, settings))
    row += f"$ms%.0f" += f"${(heap() - before) / 1048576.0}%.0f"
    try
      val found = Storage.disk.list(folder).count(_.endsWith(".seg"))
      if math.abs(found - segments) > segments / 2 + 2 then println(s"# $found segments")
      // The load that ended just now has left indexes to merge, on a busy machine most of them.
      j match
        case files: FileJournal => files.mergeIndexes()
        case _                  => ()
      // The first calls of all open indexes, and let the compiler see the code.
      (1 to WarmUps).foreach(_ => read(j, name(random.nextInt(streams))))
      row += percentiles(Lookups)(read(j, name(random.nextInt(streams))))
      val unseen = Iterator.from(0)
      row += percentiles(Lookups)(
        j.version(name(unseen.next())).fold(error => sys.error(error.message), identity): Unit
      )
      row += percentiles(Lookups)(j.version(s"absent-${random.nextInt()}"): Unit)
      row += percentiles(Tags)(count(j.readTagged[SiteEvent](s"tag-${random.nextInt(tags)}")))
      row += rate(Appends)(n =>
        j.append(s"new-$n", ExpectedVersion.Any, Seq(event), key = Some(UUID(n, 5)), level = Level.OsCache)
      )
      row += rate(Appends)(n =>
        j.append(name(streams - 1 - n % streams), ExpectedVersion.Any, Seq(event), level = Level.OsCache)
      )
      row += rate(Appends)(_ => j.append("one", ExpectedVersion.Any, Seq(event), level = Level.OsCache))
      val steps = (1 to 3).map: _ =>
        val oldest = Storage.disk.list(folder).filter(_.endsWith(".seg"))(1).take(20).toLong
        timed(
          j.retain(RetentionRules(upTo = Offset(oldest - 1))).fold(error => sys.error(error.message), identity)
        )._1
      row += f"${steps.sorted.apply(1)}%.1f"
      println(row.result().mkString("\t"))
    finally j.close()
    Files.delete(folder.resolve("made"))
    Storage.disk.list(folder).foreach(file => Files.deleteIfExists(folder.resolve(file)))

  private val tags = math.max(1, streams * EventsOfEach / 1000 / 10)

  private def name(stream: Int): String = s"stream-$stream"

  private def event: SiteEvent = SiteEvent.PageAdded("index", random.nextInt(1 << 20))

  private def make(): Unit =
    Files.createDirectories(folder)
    val journal = Journal.open(folder, settings)
    val total   = streams.toLong * EventsOfEach
    val all     = Array.tabulate(total.toInt)(n => n % streams)
    shuffle(all)
    var at   = 0
    var last = Option.empty[Completion]
    all.foreach: stream =>
      val tag = if at % 1000 == 0 then Set(s"tag-${random.nextInt(tags)}") else Set.empty[String]
      val key = if at % 20 == 0 then Some(UUID(stream, at)) else None
      last = Some(journal.append(name(stream), ExpectedVersion.Any, Seq(event), key, tags = tag, level = Level.Memory))
      at += 1
    last.foreach(_.await(): Unit)
    journal.close()
    Files.createFile(folder.resolve("made")): Unit

  private def shuffle(all: Array[Int]): Unit =
    var n = all.length - 1
    while n > 0 do
      val other = random.nextInt(n + 1)
      val kept  = all(n)
      all(n) = all(other)
      all(other) = kept
      n -= 1

  private def read(journal: Journal, stream: String): Unit = count(journal.read[SiteEvent](stream))

  private def count(records: Records[SiteEvent]): Unit =
    val read = records.foldLeft(0)((n, _) => n + 1).fold(error => sys.error(error.message), identity)
    if read == 0 then sys.error("no records")

  private def rate(appends: Int)(append: Int => Completion): String =
    val (ms, _) = timed:
      val all = (0 until appends).map(append)
      all.foreach(_.await(): Unit)
    f"${appends / ms * 1000}%.0f"

private object Growth:
  val Columns = Vector(
    "segments",
    "streams",
    "open ms",
    "open MiB",
    "read 11 events us p50/p99",
    "version us",
    "absent version us",
    "read tag us",
    "keyed appends/s",
    "appends to old streams/s",
    "appends to one stream/s",
    "retention step ms"
  )

  val EventsOfEach = 11
  val BytesOfEach  = 48
  val WarmUps      = 300
  val Lookups      = 400
  val Tags         = 60
  val Appends      = 4000

  def timed[A](body: => A): (Double, A) =
    val start = System.nanoTime
    val value = body
    ((System.nanoTime - start) / 1e6, value)

  def percentiles(times: Int)(body: => Unit): String =
    val taken = Array.fill(times)(timed(body)._1 * 1000).sorted
    f"${taken(times / 2)}%.0f/${taken(times * 99 / 100)}%.0f"

  def heap(): Long =
    (1 to 2).foreach(_ => System.gc())
    val runtime = Runtime.getRuntime
    runtime.totalMemory - runtime.freeMemory
