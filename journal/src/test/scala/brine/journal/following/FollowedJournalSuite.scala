package brine.journal.following

import brine.effort.Effort
import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import java.util.concurrent.ConcurrentLinkedQueue
import scala.jdk.CollectionConverters.*
import scala.util.{Random, Using}

/** Readers of a journal that another process writes. */
class FollowedJournalSuite extends munit.FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(10, "min")

  private val settings                          = JournalSettings(segmentSize = 1 << 16)
  private val folder                            = Path.of("followed")
  private def ok[E, A](result: Either[E, A]): A = result.fold(error => fail(error.toString), identity)

  private def append(journal: Journal, count: Int = 1, stream: String = "s", size: Int = 1): Unit =
    for _ <- 1 to count do
      ok(journal.append(stream, ExpectedVersion.Any, Seq("x" * size), tags = Set(stream)).await()): Unit

  private def roll(journal: Journal): Unit =
    val last = journal.view.segments.last.number
    journal.endSegment()
    while journal.view.segments.last.number == last do Thread.onSpinWait()

  private def awaits(reader: JournalReader, journal: Journal): Unit =
    while reader.durable != journal.durable do Thread.sleep(1)

  test("a reader goes on when another writer has opened the journal"):
    val storage = MemoryStorage()
    Using.resource(Journal.open(folder, settings, storage))(append(_, 3))
    Using.resource(JournalReader.open(folder, settings, storage)): reader =>
      for round <- 1 to 5 do
        Using.resource(Journal.open(folder, settings, storage)): journal =>
          append(journal, 3)
          awaits(reader, journal)
          assertEquals(ok(reader.readAll[String]().toVector).size, 3 + 3 * round)

  test("a segment that a new writer begins again, under the same name"):
    val storage = MemoryStorage()
    val journal = Journal.open(folder, settings, storage)
    append(journal, 3)
    roll(journal)
    val begun = folder.resolve(SegmentFiles.name(4))
    Using.resource(JournalReader.open(folder, settings, storage)): reader =>
      // The process is killed while it writes its first unit to the segment.
      val torn = storage.bytes(begun)
      torn(4096) = 1
      journal.close()
      storage.write(begun, torn)
      Using.resource(Journal.open(folder, settings, storage)): other =>
        assert(storage.bytes(begun).toVector != torn.toVector)
        append(other, 3)
        awaits(reader, other)
        assertEquals(ok(reader.readAll[String]().toVector).size, 6)

  test("retention deletes the segment that a reader follows, and those after it"):
    val storage = MemoryStorage()
    Using.resource(Journal.open(folder, settings, storage)): journal =>
      append(journal, 3)
      Using.resource(JournalReader.open(folder, settings, storage)): reader =>
        for _ <- 1 to 3 do
          roll(journal)
          append(journal, 3)
        ok(journal.retain(RetentionRules(bytes = 0))): Unit
        append(journal)
        awaits(reader, journal)
        assertEquals(reader.readAllAfter[String](Offset(1)).toVector, Left(ReadError.Gone(Offset(10))))
        assertEquals(ok(reader.read[String]("s", from = 0).toVector).map(_.version), Vector(10L, 11L, 12L, 13L))
        assertEquals(ok(reader.version("s")), 13L)

  test("a reader by stream or tag shows only what is durable"):
    val storage = MemoryStorage()
    Using.resource(Journal.open(folder, settings, storage)): journal =>
      append(journal, 1)
      append(journal, 5, "other")
      Using.resource(JournalReader.open(folder, settings, storage)): reader =>
        awaits(reader, journal)
        // Written to the file, and not yet forced: nothing says that it is durable.
        val frozen = storage.copy
        val done   = journal.append("s", ExpectedVersion.Any, Seq("y"), tags = Set("s"))
        ok(done.await()): Unit
        val cut = frozen
        // The file of the last segment with the record, the manifest without it.
        val name = folder.resolve(SegmentFiles.name(1))
        cut.write(name, storage.bytes(name))
        Using.resource(JournalReader.open(folder, settings, cut)): early =>
          val durable = early.durable.sequence
          for
            records <- Seq(early.read[String]("s"), early.readTagged[String]("s"), early.readAll[String]())
            record  <- ok(records.toVector)
          do assert(record.offset.sequence <= durable, s"$record, but $durable is durable")
          assertEquals(durable, 6L)

  test("one thread looks for all subscriptions of all readers, and ends after them"):
    def followers = Thread.getAllStackTraces.keySet.asScala.count(_.getName == "brine-journal-follower-one-thread")
    val folder    = Path.of("one-thread")
    val storage   = MemoryStorage()
    Using.resource(Journal.open(folder, settings, storage)): journal =>
      append(journal, 3)
      val readers       = Vector.fill(5)(JournalReader.open(folder, settings, storage))
      val counts        = ConcurrentLinkedQueue[Long]()
      val subscriptions = readers.flatMap: reader =>
        Vector.fill(20)(reader.subscribe[String](Offset.Begin)(record => counts.add(record.offset.sequence): Unit))
      for _ <- 1 to 10 do
        append(journal)
        roll(journal)
      append(journal)
      while subscriptions.exists(_.offset != journal.durable) do Thread.sleep(1)
      assertEquals(counts.asScala.groupMapReduce(identity)(_ => 1)(_ + _), (1L to 14L).map(_ -> 100).toMap)
      assertEquals(followers, 1)
      subscriptions.take(50).foreach(_.close())
      readers.foreach(_.close())
      subscriptions.foreach(_.awaitEnd())
      assert(subscriptions.forall(_.failure.isEmpty))
      while followers > 0 do Thread.sleep(10)

  test("damage under a reader ends its subscriptions with an error"):
    val storage = MemoryStorage()
    Using.resource(Journal.open(folder, settings, storage)): journal =>
      append(journal, 2)
      Using.resource(JournalReader.open(folder, settings, storage)): reader =>
        awaits(reader, journal)
        val before = storage.bytes(folder.resolve(SegmentFiles.name(1)))
        append(journal, 2)
        roll(journal)
        append(journal, 1)
        // Records that were durable are zeros, and the reader has not read them yet.
        storage.write(folder.resolve(SegmentFiles.name(1)), before)
        val followed = reader.asInstanceOf[FollowedJournal]
        while !followed.awaitBeyond(2, 0) do followed.poll(FolderLook(storage, folder, isThorough = true)): Unit
        assertEquals(followed.visible, 2L)
        val failed = intercept[JournalException](reader.durable)
        assert(failed.error.isInstanceOf[ReadError.Corrupt], failed)
        val subscription = reader.subscribe[String](Offset.Begin)(_ => ())
        subscription.awaitEnd()
        assertEquals(subscription.offset, Offset(2))
        subscription.failure match
          case Some(failed: JournalException) => assert(failed.error.isInstanceOf[ReadError.Corrupt], failed)
          case other                          => fail(s"ended with $other")

  test("hundreds of subscriptions of all kinds, while the writer begins new segments, see every record once"):
    val storage = MemoryStorage()
    Using.resource(Journal.open(folder, settings, storage)): journal =>
      append(journal)
      Using.resource(JournalReader.open(folder, settings, storage)): reader =>
        val random        = Random(3)
        val subscriptions = Vector.tabulate(Effort.followers): i =>
          val seen   = ConcurrentLinkedQueue[Long]()
          val stream = s"s${i % 7}"
          val filter =
            if i % 5 == 0 then Filter.All else if i % 2 == 0 then Filter.Stream(stream) else Filter.Tagged(stream)
          val from = if i % 3 == 0 then reader else journal
          val kind = if filter == Filter.All then "" else stream
          (kind, seen, from.subscribe[String](Offset.Begin, filter)(record => seen.add(record.offset.sequence): Unit))
        val records = Vector.newBuilder[(Long, String)]
        for _ <- 1 to 20 * Effort.followers do
          val stream = s"s${random.nextInt(7)}"
          val done   = journal.append(stream, ExpectedVersion.Any, Seq("x"), tags = Set(stream)).await()
          records += ok(done).last.sequence -> stream
          if random.nextInt(6) == 0 then journal.endSegment()
        val all = (1L -> "s") +: records.result()
        while subscriptions.exists((_, _, subscription) =>
            subscription.offset != journal.durable && !subscription.isEnded
          )
        do Thread.sleep(1)
        println(s"subscriptions: ${subscriptions.size}, segments: ${journal.view.segments.size}")
        for (stream, seen, subscription) <- subscriptions do
          assertEquals(subscription.failure, None)
          assertEquals(seen.asScala.toVector, all.filter((_, other) => stream == "" || stream == other).map(_._1))
          subscription.close()
