package brine.journal

import brine.codec.Codec
import brine.journal.SiteEvent.{Created, PageAdded, Renamed}
import java.nio.file.Path
import java.util.UUID

object JournalSuite:
  /** Has another name than the events that are stored, and fields that fit. */
  enum Named derives Codec:
    case Created(name: String, note: Option[String])
    case PageAdded(path: String, words: Int)
    case Renamed(name: String)

class JournalSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val small = JournalSettings(segmentSize = 1 << 16)

  private def using[A](settings: JournalSettings = small)(body: (Path, Journal) => A): A =
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, settings)
      try body(folder, journal)
      finally journal.close()

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  private def events(n: Int) = (1 to n).map(i => PageAdded(s"/page/$i", i))

  test("what is appended is read, with versions and offsets"):
    using(): (_, journal) =>
      val first  = ok(journal.append("site-1", ExpectedVersion.NoStream, Seq(Created("a"), Renamed("b"))).await())
      val second = ok(journal.append("site-2", Created("c"): SiteEvent).await())
      val read   = ok(journal.read[SiteEvent]("site-1").toVector)
      assertEquals(first, Appended(Offset(1), Offset(2), 2, read.head.at, Level.Disk))
      val at = ok(journal.read[SiteEvent]("site-2").toVector).head.at
      assertEquals(second, Appended(Offset(3), Offset(3), 1, at, Level.Disk))
      assertEquals(
        read.map(r => (r.offset.sequence, r.version, r.value)),
        Vector((1L, 1L, Created("a")), (2L, 2L, Renamed("b")))
      )
      assertEquals(ok(journal.read[SiteEvent]("site-1", from = 2).toVector).map(_.value), Vector(Renamed("b")))
      assertEquals(ok(journal.readAll[SiteEvent]().toVector).map(_.stream), Vector("site-1", "site-1", "site-2"))
      assertEquals(ok(journal.readAllAfter[SiteEvent](Offset(2)).toVector).map(_.value), Vector(Created("c")))
      assertEquals(ok(journal.read[SiteEvent]("nobody").toVector), Vector.empty)
      assertEquals(ok(journal.version("site-1")), 2L)
      assertEquals(ok(journal.version("nobody")), 0L)

  test("an unexpected version is refused, with the actual one"):
    using(): (_, journal) =>
      ok(journal.append("s", ExpectedVersion(0), events(3)).await())
      assertEquals(
        journal.append("s", ExpectedVersion(2), events(1)).await(),
        Left(AppendError.WrongVersion("s", 2, 3))
      )
      assertEquals(ok(journal.append("s", ExpectedVersion(3), events(1)).await()).version, 4L)

  test("a key is used once, also after opening again and in later segments"):
    TemporaryFolder.use: folder =>
      val key      = UUID.randomUUID
      var original = Option.empty[Appended]
      for _ <- 1 to 3 do
        val journal = Journal.open(folder, small)
        try
          journal.append("s", ExpectedVersion.Any, events(2), key = Some(key)).await() match
            case Right(appended)                        => original = Some(appended)
            case Left(AppendError.Duplicate(duplicate)) => assertEquals(Some(duplicate), original)
            case Left(other)                            => fail(other.message)
          for _ <- 1 to 40 do ok(journal.append("filler", ExpectedVersion.Any, events(200)).await())
        finally journal.close()
      val journal = Journal.open(folder, small)
      try assertEquals(ok(journal.read[SiteEvent]("s").toVector).size, 2)
      finally journal.close()

  test("segments roll, and everything is read over them"):
    using(): (folder, journal) =>
      for i <- 1 to 2000 do journal.append(s"site-${i % 7}", PageAdded("/" + "x" * (i % 300), i): SiteEvent)
      ok(journal.append("last", Created("z"): SiteEvent).await())
      val segments = brine.journal.folders.SegmentFiles.list(brine.journal.storage.Storage.disk, folder)
      assert(segments.size > 3, segments.toString)
      val all = ok(journal.readAll[SiteEvent]().toVector)
      assertEquals(all.map(_.offset.sequence), (1L to 2001L).toVector)
      assertEquals(all.take(2000).map(_.value), (1 to 2000).map(i => PageAdded("/" + "x" * (i % 300), i)).toVector)
      for stream <- 0 until 7 do
        val read = ok(journal.read[SiteEvent](s"site-$stream").toVector)
        assertEquals(read, all.filter(_.stream == s"site-$stream"))
        assertEquals(read.map(_.version), (1L to read.size.toLong).toVector)

  test("opening again goes on where it ended"):
    TemporaryFolder.use: folder =>
      for round <- 1 to 5 do
        val journal = Journal.open(folder, small)
        try
          assertEquals(ok(journal.version("s")), (round - 1) * 10L)
          ok(journal.append("s", ExpectedVersion((round - 1) * 10L), events(10)).await())
          assertEquals(ok(journal.read[SiteEvent]("s").toVector).map(_.version), (1L to round * 10L).toVector)
        finally journal.close()

  test("opening with smaller segments goes on in the larger one there is"):
    TemporaryFolder.use: folder =>
      for settings <- Seq(small.copy(segmentSize = 1 << 20), small) do
        val journal = Journal.open(folder, settings)
        try for _ <- 1 to 20 do ok(journal.append("s", ExpectedVersion.Any, events(500)).await())
        finally journal.close()
      val reader = JournalReader.open(folder)
      try assertEquals(ok(reader.readAll[SiteEvent]().toVector).size, 20000)
      finally reader.close()

  test("tags, several streams at once, and compression"):
    using(small.copy(compression = brine.codec.Compression.Deflate)): (_, journal) =>
      for i <- 1 to 500 do
        ok(
          journal
            .appendAll(
              Seq(
                StreamAppend(
                  "a",
                  ExpectedVersion(i - 1),
                  Seq(PageAdded(s"/a/$i" * 5, i): SiteEvent),
                  Set("odd").filter(_ => i % 2 == 1)
                ),
                StreamAppend(
                  "b",
                  ExpectedVersion.Any,
                  Seq(PageAdded(s"/b/$i" * 5, i): SiteEvent, Renamed("n")),
                  Set("b")
                )
              )
            )
            .await()
        )
      assertEquals(
        ok(journal.readTagged[SiteEvent]("odd").toVector).map(_.value),
        (1 to 500 by 2).map(i => PageAdded(s"/a/$i" * 5, i)).toVector
      )
      assertEquals(ok(journal.readTagged[SiteEvent]("b").toVector).map(_.version), (1L to 1000L).toVector)
      assertEquals(ok(journal.readTagged[SiteEvent]("nothing").toVector), Vector.empty)

  test("large appends take several frames, and too large ones are refused"):
    val large = JournalSettings(segmentSize = 4 << 20, maxAppendBytes = 1 << 20)
    using(large): (_, journal) =>
      val text = "0123456789" * 90000
      for i <- 1 to 10 do ok(journal.append("s", Created(text + i): SiteEvent).await())
      assertEquals(
        ok(journal.read[SiteEvent]("s").toVector).map(_.value),
        (1 to 10).map(i => Created(text + i)).toVector
      )
      assert(
        journal.append("s", Created(text * 2): SiteEvent).await().left.exists(_.isInstanceOf[AppendError.TooLarge])
      )

  test("a subscription gets what there is and then what comes"):
    using(): (_, journal) =>
      val seen = java.util.concurrent.LinkedBlockingQueue[Long]()
      for i <- 1 to 100 do journal.append("s", PageAdded("/", i): SiteEvent)
      val subscription = journal.subscribe[SiteEvent](Offset.Begin)(record => seen.add(record.offset.sequence): Unit)
      for i <- 101 to 1000 do journal.append(s"s${i % 3}", PageAdded("/", i): SiteEvent)
      val got = (1 to 1000).map(_ => seen.poll(10, java.util.concurrent.TimeUnit.SECONDS))
      assertEquals(got, 1L to 1000L)
      subscription.close()
      subscription.awaitEnd()
      assertEquals(subscription.failure, None)

  test("another reader sees what is durable"):
    using(): (folder, journal) =>
      val reader = JournalReader.open(folder)
      try
        val records = reader.readAll[SiteEvent]()
        for i <- 1 to 300 do
          ok(journal.append(s"s${i % 5}", PageAdded("/" * i, i): SiteEvent).await())
          if i % 50 == 0 then
            val until = System.nanoTime + 10_000_000_000L
            while reader.durable.sequence < i && System.nanoTime < until do Thread.sleep(1)
            assertEquals(reader.durable.sequence, i.toLong)
            assertEquals(ok(reader.read[SiteEvent]("s0").toVector).map(_.version), (1L to i / 5L).toVector)
        assertEquals(ok(records.toVector).map(_.offset.sequence), (1L to 300L).toVector)
      finally reader.close()

  test("two writers: the second is told who has it"):
    using(): (folder, _) =>
      Journal.tryOpen(folder, small) match
        case Left(locked: OpenError.Locked) => assert(locked.message.contains("process"), locked.message)
        case other                          => fail(other.toString)

  test("without its classes, records are read by their schema"):
    using(): (_, journal) =>
      ok(journal.append("s", Created("name"): SiteEvent).await())
      val stored = ok(journal.readAll[Stored]().toVector).head.value
      assertEquals(stored.as[SiteEvent], Right(Created("name")))
      assertEquals(stored.as[JournalSuite.Named], Right(JournalSuite.Named.Created("name", None)))
      assert(stored.inspect.exists(_.text.contains("name")))
      assert(journal.readAll[Int]().toVector.left.exists(_.isInstanceOf[ReadError.Undecodable]))
