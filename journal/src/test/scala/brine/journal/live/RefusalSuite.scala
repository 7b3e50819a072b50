package brine.journal.live

import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.storage.{RefusingStorage, Storage}
import java.io.IOException
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption.WRITE
import java.nio.file.{AccessDeniedException, Files, Path}
import java.time.Duration
import java.util.concurrent.CopyOnWriteArrayList
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** What the operating system refuses: the journal says why, loses nothing, and resumes once it may. */
class RefusalSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(2, "min")

  private val size     = 64L << 10
  private val settings = JournalSettings(segmentSize = size, spaceCheckEvery = Duration.ofMillis(2))
  private val noSpace  = IOException("No space left on device")

  private def denied(path: Path) = Some(AccessDeniedException(path.toString))

  private def append(journal: Journal) = journal.append("s", ExpectedVersion.Any, Seq("x" * 1000)).await()

  private def until(what: String)(condition: => Boolean): Unit =
    val deadline = System.nanoTime + 60_000_000_000L
    while !condition do
      if System.nanoTime > deadline then fail(s"within a minute never: $what")
      Thread.sleep(1)

  /** Appends until the journal refuses to; why. */
  private def fill(journal: Journal): String =
    Iterator.continually(append(journal)).take(10_000).collectFirst { case Left(error) => error } match
      case Some(AppendError.ReadOnly(reason)) => reason
      case other                              => fail(s"not read-only but $other")

  private def states(journal: Journal): CopyOnWriteArrayList[JournalState] =
    val all = CopyOnWriteArrayList[JournalState]()
    journal.onStateChange(all.add(_): Unit)
    all

  private def events(folder: Path): Int =
    Using.resource(JournalReader.open(folder))(_.readAll[String]().iterator.size)

  test("a journal that is read-only stays so until it is not: what fails again is not told again"):
    TemporaryFolder.use: folder =>
      val storage = RefusingStorage()
      Using.resource(Journal.open(folder, settings, storage)): journal =>
        val told = states(journal)
        storage.refuses = path => Option.when(path.endsWith(SegmentFiles.Unfinished))(noSpace)
        assert(clue(fill(journal)).contains("No space left on device"))
        val before = storage.refused.get
        until("ten more attempts")(storage.refused.get > before + 10)
        assertEquals(told.asScala.toVector.map(_.productPrefix), Vector("LowSpace", "ReadOnly"))
        storage.refuses = _ => None
        until("healthy again")(journal.state == JournalState.Healthy)
        assert(append(journal).isRight)

  test("endSegment returns where there was no space for the next segment and then is, without an append"):
    TemporaryFolder.use: folder =>
      val storage = RefusingStorage()
      Using.resource(Journal.open(folder, settings, storage)): journal =>
        for _ <- 1 to 3 do
          storage.refuses = path => Option.when(path.endsWith(SegmentFiles.Unfinished))(noSpace)
          fill(journal): Unit
          val last = journal.view.segments.last.number
          journal.endSegment()
          assert(clue(journal.state).isInstanceOf[JournalState.ReadOnly])
          storage.refuses = _ => None
          until("healthy again")(journal.state == JournalState.Healthy)
          val ending = Thread.ofVirtual.start(() => journal.endSegment())
          assert(ending.join(Duration.ofSeconds(30)), "endSegment hangs")
          assertEquals(journal.view.segments.last.number, last + 1)
          assert(append(journal).isRight)

  test("space that was low and has become no more is not called healthy when the next segment begins"):
    TemporaryFolder.use: folder =>
      val storage = RefusingStorage()
      storage.space = size + 1
      Using.resource(Journal.open(folder, settings, storage)): journal =>
        val told = states(journal)
        for _ <- 1 to 300 do assert(append(journal).isRight)
        assertEquals(told.asScala.toVector, Vector(JournalState.LowSpace(size + 1)))

  test("a journal that is low on space is healthy when there is space again, without an append"):
    TemporaryFolder.use: folder =>
      val storage = RefusingStorage()
      storage.space = size + 1
      Using.resource(Journal.open(folder, settings, storage)): journal =>
        val told = states(journal)
        while journal.state == JournalState.Healthy do assert(append(journal).isRight)
        storage.space = Long.MaxValue
        until("healthy again")(journal.state == JournalState.Healthy)
        assertEquals(told.asScala.toVector, Vector(JournalState.LowSpace(size + 1), JournalState.Healthy))

  test("no more is written of a segment than there is space"):
    TemporaryFolder.use: folder =>
      val storage = RefusingStorage()
      Using.resource(Journal.open(folder, settings, storage)): journal =>
        storage.space = size - 1
        storage.refuses = path => Option.when(path.endsWith(SegmentFiles.Unfinished))(IOException("written"))
        assert(clue(fill(journal)).contains(s"${size - 1} bytes"))
        assertEquals(storage.refused.get, 0)

  test("a segment that is ready but may not be given its name makes the journal read-only, until it may"):
    TemporaryFolder.use: folder =>
      val storage  = RefusingStorage()
      var accepted = 0
      Using.resource(Journal.open(folder, settings, storage)): journal =>
        while !Files.exists(folder.resolve(SegmentFiles.Next)) do
          assert(append(journal).isRight)
          accepted += 1
        val told = states(journal)
        storage.refusesName = denied
        val reason = fill(journal)
        assert(clue(reason).contains("no permission for"))
        // Not its state now: a look that finds the file ready may have followed, and only an append tries the name.
        assert(clue(told).contains(JournalState.ReadOnly(reason)))
        storage.refusesName = _ => None
        until("healthy again")(journal.state == JournalState.Healthy)
        assert(append(journal).isRight)
        val version = journal.version("s")
        assert(version.exists(_ > accepted))
        assertEquals(Right(journal.readAll[String]().iterator.size.toLong), version)

  test("a journal for which there is no space says so when it is opened, and leaves nothing behind"):
    TemporaryFolder.use: folder =>
      val storage = RefusingStorage()
      Using.resource(Journal.open(folder, settings, storage)): journal =>
        storage.refuses = path => Option.when(path.endsWith(SegmentFiles.Unfinished))(noSpace)
        fill(journal): Unit
      val before = Storage.disk.list(folder)
      val kept   = events(folder)
      for _ <- 1 to 3 do
        Journal.tryOpen(folder, settings, storage) match
          case Left(error: OpenError.Failed) =>
            assert(clue(error.message).contains(folder.toString))
            assert(error.message.contains("No space left on device"))
            assert(error.message.contains("open it again"))
          case other => fail(s"$other")
      assertEquals(Storage.disk.list(folder), before)
      assertEquals(events(folder), kept)
      storage.refuses = _ => None
      Using.resource(Journal.open(folder, settings, storage)): journal =>
        assertEquals(append(journal).map(_.first.sequence), Right(kept + 1L))

  test("no space for what is torn: opening is refused, and half a copy is not kept"):
    TemporaryFolder.use: folder =>
      val storage = RefusingStorage()
      Using.resource(Journal.open(folder, settings))(append(_): Unit)
      val last = folder.resolve(SegmentFiles.list(storage, folder).last)
      Using.resource(FileChannel.open(last, WRITE))(
        _.write(java.nio.ByteBuffer.wrap("torn".getBytes), size - 100): Unit
      )
      storage.refuses = path => Option.when(path.toString.endsWith(".torn"))(noSpace)
      for _ <- 1 to 3 do assert(clue(Journal.tryOpen(folder, settings, storage)).isLeft)
      assertEquals(storage.list(folder.resolve(SegmentFiles.Quarantine)), Vector.empty)
      storage.refuses = _ => None
      Using.resource(Journal.open(folder, settings, storage))(journal => assert(append(journal).isRight))
      assertEquals(storage.list(folder.resolve(SegmentFiles.Quarantine)).size, 1)
      assertEquals(events(folder), 2)

  test("no space for the name of the owner is no reason not to open"):
    TemporaryFolder.use: folder =>
      val storage = RefusingStorage()
      storage.refuses = path => Option.when(path.endsWith(SegmentFiles.Lock))(noSpace)
      for count <- 1L to 3L do
        Using.resource(Journal.open(folder, settings, storage)): journal =>
          assertEquals(append(journal).map(_.first.sequence), Right(count))

  test("what cannot be looked at is not what is not there"):
    TemporaryFolder.use: folder =>
      // Longer than any file system takes: one of the refusals that every user meets.
      intercept[IOException](Storage.disk.exists(folder.resolve("x" * 5000))): Unit
      assert(!Storage.disk.exists(folder.resolve("x")))
      assert(!Storage.disk.exists(folder.resolve("x").resolve("y")))
      Files.createFile(folder.resolve("file"))
      assert(!Storage.disk.exists(folder.resolve("file").resolve("y")))
