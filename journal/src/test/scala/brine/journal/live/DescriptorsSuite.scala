package brine.journal.live

import brine.effort.Effort
import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.lookup.SegmentIndexes
import brine.journal.storage.{FewDescriptorsStorage, Storage}
import java.time.Duration
import scala.util.{Random, Using}

/** A process that may open no more files: the journal refuses appends for a while, and loses nothing. */
class DescriptorsSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val settings =
    JournalSettings(segmentSize = 64L << 10, spaceCheckEvery = Duration.ofMillis(1), idleAfter = Duration.ofMillis(1))

  private def append(journal: Journal, n: Int): Either[AppendError, Appended] =
    journal.append(s"s${n % 50}", ExpectedVersion.Any, Seq(n.toString.padTo(1000, 'x'))).await()

  private def resumes(journal: Journal, n: Int): Unit =
    val deadline = System.nanoTime + 60_000_000_000L
    while append(journal, n).isLeft do
      assert(System.nanoTime < deadline, s"within a minute still ${journal.state}")
      Thread.sleep(1)

  /** A read may fail where a merge of indexes or the next segment has the last files; it never finds nothing. */
  private def reads(journal: Journal, stream: String): Unit =
    val deadline = System.nanoTime + 60_000_000_000L
    var found    = journal.read[String](stream).toVector
    while found.isLeft do
      assert(found.toString.contains("Too many open files"), found)
      assert(System.nanoTime < deadline, s"within a minute still $found")
      Thread.sleep(1)
      found = journal.read[String](stream).toVector
    assert(found.exists(_.nonEmpty), s"$stream: $found")

  test("too many open files, at any of the places that open one: read-only for a while"):
    TemporaryFolder.use: folder =>
      val storage  = FewDescriptorsStorage()
      val random   = Random(1)
      var accepted = Vector.empty[Int]
      var readOnly = 0
      Using.resource(Journal.open(folder, settings, storage)): journal =>
        var n = 0
        for _ <- 1 to Effort.fewDescriptors do
          // As many as there are now and up to two more, so that each of the next openings is the first to fail.
          storage.most = storage.opened + random.nextInt(3)
          for _ <- 1 to 30 + random.nextInt(60) do
            n += 1
            append(journal, n) match
              case Right(_)                            => accepted :+= n
              case Left(AppendError.ReadOnly(problem)) =>
                readOnly += 1
                assert(clue(problem).contains("Too many open files"))
              // The version of the stream is needed, and what has it cannot be opened now.
              case Left(AppendError.Unreadable(problem)) =>
                assert(clue(problem.toString).contains("Too many open files"))
              case Left(other) => fail(s"append $n: $other")
          storage.most = Int.MaxValue
          n += 1
          resumes(journal, n)
          accepted :+= n
        assert(readOnly > 0, "never read-only")
        assert(journal.state.acceptsAppends, journal.state)
      val read = Using.resource(JournalReader.open(folder))(
        _.readAll[String]().iterator.map(_.value.takeWhile(_ != 'x').toInt).toVector
      )
      assertEquals(read, accepted)

  test("too many open files when the first segment begins: the journal is not opened, and can be later"):
    TemporaryFolder.use: folder =>
      val storage = FewDescriptorsStorage()
      for most <- 0 to 3 do
        storage.most = most
        Journal.tryOpen(folder, settings, storage) match
          case Left(error: OpenError.Failed) => assert(clue(error.message).contains("Too many open files"))
          case Left(other)                   => fail(s"with $most: $other")
          case Right(journal)                => journal.close()
      storage.most = Int.MaxValue
      Using.resource(Journal.open(folder, settings, storage))(journal => assert(append(journal, 1).isRight))

  test("while files may not be opened, no segment is made again at each look"):
    for room <- 0 to 1; isReady <- Seq(false, true) do
      TemporaryFolder.use: folder =>
        val storage = FewDescriptorsStorage()
        // No mark while it is idle, which opens a file for a moment.
        Using.resource(Journal.open(folder, settings.withIdleAfter(Duration.ofHours(1)), storage)): journal =>
          assert(append(journal, 1).isRight)
          val opened = storage.opened
          while isReady && !storage.exists(folder.resolve(SegmentFiles.Next)) do assert(append(journal, 1).isRight)
          val before = storage.created.get
          // With room for one more, a file can be made, but not be given a name that lasts.
          storage.most = opened + room
          val deadline = System.nanoTime + 60_000_000_000L
          while storage.refused.get < 30 || !journal.state.isInstanceOf[JournalState.ReadOnly] do
            append(journal, 1): Unit
            assert(System.nanoTime < deadline, s"refused only ${storage.refused} times, ${journal.state}")
          val made = storage.created.get - before
          assertEquals(made, 0, s"room for $room, ready: $isReady")
          storage.most = Int.MaxValue
          resumes(journal, 1)

  test("a journal of more segments than files may be open: it gives back those that it can"):
    TemporaryFolder.use: folder =>
      val storage  = FewDescriptorsStorage()
      val segments = 100
      Using.resource(Journal.open(folder, settings, storage)): journal =>
        append(journal, 0): Unit
        storage.most = storage.opened + 30
        for n <- 1 to segments do
          resumes(journal, n)
          journal.endSegment()
        resumes(journal, segments + 1)
        assert(SegmentFiles.list(Storage.disk, folder).size > segments)
        assert(storage.refused.get > 0, "never refused")
        // They are opened again for whoever needs them.
        for stream <- 0 until 50 do reads(journal, s"s$stream")
        storage.most = Int.MaxValue

  test("the indexes of the oldest segments are closed, once there are many"):
    TemporaryFolder.use: folder =>
      val headers = Using.resource(Journal.open(folder, settings)): journal =>
        for n <- 1 to 40 do
          append(journal, n): Unit
          journal.endSegment()
        journal.view.segments
      val storage     = FewDescriptorsStorage()
      val indexes     = SegmentIndexes(storage, folder, Compressions.of(settings), keeps = true, mostOpen = 10)
      def of(at: Int) = indexes.of(headers(at), headers(at + 1).previous.sequence)
      val oldest      = of(0)
      for at <- 0 until 30; _ <- 1 to 2 do assertEquals(of(at).lastVersion(s"s${at + 1}"), 1L)
      assertEquals(storage.opened, 10)
      assertEquals(oldest.lastVersion("s1"), 1L)
      indexes.shed()
      assertEquals(storage.opened, 0)
      assertEquals(of(3).lastVersion("s4"), 1L)
      assertEquals(storage.opened, 1)
      indexes.close()
      assertEquals(storage.opened, 0)
