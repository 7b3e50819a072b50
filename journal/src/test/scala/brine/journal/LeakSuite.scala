package brine.journal

import brine.effort.Effort
import brine.journal.live.FileJournal
import brine.journal.state.FileStates
import brine.journal.storage.UnforcedStorage
import brine.journal.tools.{JournalExport, JournalInfo, Statistics, Verification}
import java.lang.management.{BufferPoolMXBean, ManagementFactory}
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** What is left of journals, readers, subscriptions, snapshots, states, backups and tools that were closed: nothing. */
class LeakSuite extends munit.FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(10, "min")

  private val settings                          = JournalSettings(segmentSize = 1 << 16)
  private val descriptors                       = Path.of("/proc/self/fd")
  private def ok[E, A](result: Either[E, A]): A = result.fold(error => fail(error.toString), identity)

  /** The files below a folder that this process has open. */
  private def open(folder: Path): Vector[String] =
    Using
      .resource(Files.list(descriptors))(_.iterator.asScala.toVector)
      .flatMap: descriptor =>
        try Some(Files.readSymbolicLink(descriptor).toString)
        catch case _: java.io.IOException => None // closed since
      .filter(_.startsWith(folder.toRealPath().toString))

  private def threads: Vector[String] =
    Thread.getAllStackTraces.keySet.asScala.map(_.getName).filter(isOurs).toVector

  private def isOurs(thread: String) = thread.startsWith("brine-journal-") || thread.startsWith("brine-states-")

  private def roll(journal: Journal): Unit =
    val last = journal.view.segments.last.number
    journal.endSegment()
    while journal.view.segments.last.number == last do Thread.onSpinWait()

  private def append(journal: Journal): Unit =
    ok(journal.append("s", ExpectedVersion.Any, Seq("x"), tags = Set("t")).await()): Unit

  private def merge(journal: Journal): Unit = journal match
    case files: FileJournal => files.mergeIndexes()
    case other              => fail(s"$other")

  private def moveStates(journal: Journal): Unit = journal.states match
    case files: FileStates =>
      files.log.foreach(roll)
      files.clean(all = true)
    case other => fail(s"$other")

  private def outsideHeap: Long =
    val pools = ManagementFactory.getPlatformMXBeans(classOf[BufferPoolMXBean]).asScala
    pools.find(_.getName == "direct").fold(fail("no such pool"))(_.getMemoryUsed)

  test("closed journals that a program holds keep no memory outside the heap"):
    TemporaryFolder.use: folder =>
      val count  = 32
      val before = outsideHeap
      val held   = Vector.tabulate(count): number =>
        val journal = Journal.open(folder.resolve(number.toString), storage = UnforcedStorage())
        append(journal)
        journal.close()
        journal
      // Each has more than 4 MiB while it is open. Other suites have some, too.
      val most  = before + count * (2L << 20)
      val until = System.nanoTime + 60_000_000_000L
      while outsideHeap > most && System.nanoTime < until do
        System.gc()
        Thread.sleep(20)
      assert(outsideHeap <= most, s"$outsideHeap bytes, and $before before")
      assert(held.forall(_.state == JournalState.Closed))

  test("retention and compaction leave no deleted file open, but for a reader in the middle of it"):
    assume(Files.isDirectory(descriptors))
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, settings, UnforcedStorage())
      val reader  = JournalReader.open(folder, settings, UnforcedStorage())
      def deleted = open(folder).filter(_.endsWith("(deleted)"))
      try
        for round <- 1 to 6 do
          for _ <- 1 to 8 do
            for _ <- 1 to 3 do append(journal)
            roll(journal)
          append(journal)
          val begun = Vector(journal, reader).map(_.readAll[String]())
          begun.foreach(records => assert(ok(records.next()).isDefined))
          merge(journal) // so that the reader opens merged indexes that are deleted below
          for view <- Vector(journal, reader) do
            ok(view.read[String]("s", from = 0).toVector): Unit
            ok(view.readTagged[String]("t").toVector): Unit
            ok(view.version("none")): Unit
          if round % 2 == 0 then ok(journal.compact(CompactionRules(leastGain = 0))): Unit
          val last = journal.view.segments.last.firstSequence
          ok(journal.retain(RetentionRules(upTo = Offset(last - 1)))): Unit
          merge(journal)
          ok(reader.version("s")): Unit
          // The rest of the segment that it reads can be read on.
          begun.foreach(records => if round % 2 == 1 then assert(ok(records.next()).isDefined))
          begun.foreach(_.close())
          ok(reader.readAll[String]().toVector): Unit
          // The thread that merges closes what it replaces.
          var looks = 0
          while deleted.nonEmpty && looks < 2000 do
            looks += 1
            Thread.sleep(1)
          assertEquals(deleted, Vector.empty, s"round $round")
      finally
        reader.close()
        journal.close()
      assertEquals(open(folder), Vector.empty)

  test("a journal and a reader of many segments leave no file open"):
    assume(Files.isDirectory(descriptors))
    TemporaryFolder.use: folder =>
      val storage = UnforcedStorage()
      val journal = Journal.open(folder, settings, storage)
      for _ <- 1 to 128 do
        append(journal)
        roll(journal)
      append(journal)
      val reader = JournalReader.open(folder, settings, storage)
      while reader.durable != journal.durable do Thread.sleep(1)
      for from <- Seq[JournalReader](journal, reader) do
        assert(ok(from.read[String]("s").toVector).size >= 128)
        assertEquals(ok(from.version("none")), 0L)
      val records = reader.readTagged[String]("t")
      assert(ok(records.next()).isDefined)
      reader.close()
      // What was opened before may be read on.
      assert(ok(records.next()).isDefined)
      records.close()
      journal.close()
      assertEquals(open(folder), Vector.empty)
      // What is asked of a closed journal opens nothing.
      assertEquals(journal.read[String]("s").toVector, Left(ReadError.Closed))
      assertEquals(reader.readTagged[String]("t").toVector, Left(ReadError.Closed))
      assertEquals(open(folder), Vector.empty)

  test("whatever is opened and closed, again and again, leaves no file, thread or memory"):
    assume(Files.isDirectory(descriptors))
    val threadsBefore = threads
    TemporaryFolder.use: parent =>
      val storage       = UnforcedStorage()
      val folder        = parent.resolve("journal")
      val backup        = parent.resolve("backup")
      def cycle(): Unit =
        Using.resource(Journal.open(folder, settings, storage)): journal =>
          append(journal)
          roll(journal)
          append(journal)
          Using.resource(JournalReader.open(folder, settings, storage)): reader =>
            for from <- Seq[JournalReader](journal, reader) do
              val subscription = from.subscribe[String](Offset.Begin, Filter.Tagged("t"))(_ => ())
              ok(from.read[String]("s", from = 0).toVector): Unit
              val begun = from.readTaggedAfter[String]("t", Offset(journal.durable.sequence - 2))
              ok(begun.next()): Unit
              begun.close()
              subscription.close()
              subscription.awaitEnd()
              ok(JournalExport.of(reader, reader.durable)(_ => ())): Unit
          ok(journal.snapshots.save("totals", journal.durable, "state")): Unit
          ok(journal.snapshots.latest[String]("totals")): Unit
          ok(journal.states.save("key", journal.durable, "state", Level.Disk).join()): Unit
          ok(journal.states.load[String]("key")): Unit
          moveStates(journal)
          ok(journal.compact(CompactionRules(leastGain = 0))): Unit
          ok(journal.backup(backup)): Unit
          ok(journal.retain(RetentionRules(upTo = Offset(math.max(journal.durable.sequence - 6, 0))))): Unit
        ok(Verification.of(folder, settings, storage)): Unit
        ok(Statistics.of(folder, settings = settings, storage = storage)): Unit
        ok(JournalInfo.of(folder, storage = storage)): Unit
      def heap(): Long =
        for _ <- 1 to 3 do System.gc()
        val runtime = Runtime.getRuntime
        runtime.totalMemory - runtime.freeMemory
      for _ <- 1 to Effort.openings do cycle()
      val before = heap()
      for _ <- 1 to Effort.openings do cycle()
      val after = heap()
      // Files that retention and compaction have replaced are open until the next collection.
      assertEquals(open(parent).filterNot(_.endsWith("(deleted)")), Vector.empty)
      assertEquals(open(parent), Vector.empty)
      assert(after - before < (4 << 20), s"$before bytes of heap before, $after after")
      var tries = 0
      while threads.diff(threadsBefore).nonEmpty && tries < 600 do
        tries += 1
        Thread.sleep(100)
      assertEquals(threads.diff(threadsBefore), Vector.empty)
      println(s"everything opened and closed ${2 * Effort.openings} times; the heap grew by ${after - before} bytes")
