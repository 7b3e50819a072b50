package brine.journal.scale

import brine.effort.Effort
import brine.journal.*
import brine.journal.live.FileJournal
import java.lang.management.{ManagementFactory, MemoryType}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*
import scala.util.{Random, Using}

/** Shows a journal of many more streams than it may remember, with segments of this length: appends one event to each,
  * opens it again, and appends to old streams by chance, to few of them again and again, and to new ones. Prints what
  * each step takes, and the heap after it. Run it with the least heap that you want to see:
  *
  * {{{
  * BRINE_EFFORT=full ./brine sbt 'set journal / Test / fork := true' 'set journal / Test / javaOptions += "-Xmx512m"' \
  *   "journal/Test/runMain brine.journal.scale.manyStreams /tmp/many 64"
  * }}}
  */
@main def manyStreams(folder: String, segmentMiB: Int): Unit =
  StreamsInHeap(Path.of(folder), Effort.manyStreams, JournalSettings(segmentSize = segmentMiB.toLong << 20)).run()

private final class StreamsInHeap(folder: Path, streams: Int, settings: JournalSettings):
  private val random = Random(7)

  private def name(stream: Int): String = s"stream-$stream"

  private def event: SiteEvent = SiteEvent.PageAdded("index", random.nextInt(1 << 20))

  private def step(what: String, journal: => Option[Journal])(body: => String): Unit =
    val begin  = System.nanoTime
    val result = body
    val ms     = TimeUnit.NANOSECONDS.toMillis(System.nanoTime - begin)
    val names  = journal match
      case Some(files: FileJournal) => s"${files.names.streamCount} streams in memory"
      case _                        => ""
    println(f"$what%-44s $ms%8d ms  $result%-44s ${StreamsInHeap.heap()}%4d MiB used  $names")

  def run(): Unit =
    println(s"$streams streams, heap of at most ${Runtime.getRuntime.maxMemory >> 20} MiB")
    if !Files.exists(folder.resolve("made")) then
      Using.resource(Journal.open(folder, settings)): journal =>
        step("an event for each, OsCache", Some(journal)):
          var last = Option.empty[Completion]
          for stream <- 0 until streams do
            last = Some(journal.append(name(stream), ExpectedVersion.NoStream, Seq(event), level = Level.OsCache))
          last.foreach(one => StreamsInHeap.ok(one.await()))
          ""
      Files.createFile(folder.resolve("made")): Unit
    var opened = Option.empty[Journal]
    step("open", opened) {
      opened = Some(Journal.open(folder, settings))
      ""
    }
    Using.resource(opened.get): journal =>
      merge(journal)
      val few = Array.fill(1000)(random.nextInt(streams))
      for round <- 1 to 2 do
        step("versions of old streams", opened)(each(20_000)(_ => ok(journal.version(name(random.nextInt(streams))))))
        step("appends to old streams", opened)(each(20_000)(_ => append(journal, name(random.nextInt(streams)))))
        step("appends to 1,000 of them", opened)(each(100_000)(_ => append(journal, name(few(random.nextInt(1000))))))
        step("appends to new streams", opened)(each(20_000)(n => append(journal, s"new-$round-$n")))
      step("a million old streams, 16 callers", opened):
        val threads = (1 to 16).map: seed =>
          Thread
            .ofVirtual()
            .start: () =>
              val own = Random(seed)
              for _ <- 1 to 1_000_000 / 16 do append(journal, name(own.nextInt(streams)))
        threads.foreach(_.join())
        ""
      step("a million new streams, 16 callers", opened):
        val threads = (1 to 16).map: thread =>
          Thread
            .ofVirtual()
            .start: () =>
              for n <- 1 to 1_000_000 / 16 do append(journal, s"later-$thread-$n")
        threads.foreach(_.join())
        ""
      step("100 streams are read", opened)(each(100)(_ => read(journal, name(random.nextInt(streams)))))
    step("open again", None) {
      Journal.open(folder, settings).close()
      "and close"
    }

  private def merge(journal: Journal): Unit = step("the rest of the indexes is merged", Some(journal)):
    journal match
      case files: FileJournal => files.mergeIndexes()
      case _                  => ()
    ""

  private def ok[A](result: Either[JournalError, A]): Unit = StreamsInHeap.ok(result)

  private def append(journal: Journal, stream: String): Unit =
    ok(journal.append(stream, ExpectedVersion.Any, Seq(event), level = Level.OsCache).await())

  private def read(journal: Journal, stream: String): Unit =
    ok(journal.read[SiteEvent](stream).toVector.filterOrElse(_.nonEmpty, ReadError.Closed))

  private def each(times: Int)(body: Int => Unit): String =
    val taken = Array.tabulate(times): n =>
      val begin = System.nanoTime
      body(n)
      (System.nanoTime - begin) / 1000.0
    java.util.Arrays.sort(taken)
    f"each ${taken(times / 2)}%.1f us, of 1 in 100 ${taken(times * 99 / 100)}%.1f us"

private object StreamsInHeap:
  def ok[A](result: Either[JournalError, A]): Unit =
    result.fold(error => throw JournalException(error), _ => ())

  /** MiB in use after a collection. */
  def heap(): Long =
    System.gc()
    ManagementFactory.getMemoryPoolMXBeans.asScala
      .filter(_.getType == MemoryType.HEAP)
      .map(_.getUsage.getUsed)
      .sum >> 20
