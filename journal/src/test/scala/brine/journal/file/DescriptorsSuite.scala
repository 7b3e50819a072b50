package brine.journal.file

import brine.effort.Effort
import brine.journal.*
import brine.journal.storage.FewDescriptorsStorage
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
