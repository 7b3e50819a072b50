package brine.journal.file

import brine.journal.storage.Storage
import brine.journal.{ExpectedVersion, Journal, JournalSettings, TemporaryFolder}
import java.nio.file.{Files, Path}
import java.time.Duration
import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.jdk.CollectionConverters.*

class NextSegmentSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  /** The disk; who first asks it for its space after a segment was prepared is answered once the writer waits for that
    * segment.
    */
  private final class SlowToCount extends Storage:
    val isAsked: CountDownLatch      = CountDownLatch(1)
    @volatile var hasWaited: Boolean = false

    def usableSpace(folder: Path): Long =
      if isAsked.getCount > 0 && Files.exists(folder.resolve(SegmentFiles.Next)) then
        isAsked.countDown()
        val until = System.nanoTime + 60_000_000_000L
        while !writerWaits(folder) && System.nanoTime < until do Thread.sleep(1)
        hasWaited = writerWaits(folder)
      Storage.disk.usableSpace(folder)

    private def writerWaits(folder: Path): Boolean =
      Thread.getAllStackTraces.asScala.exists: (thread, stack) =>
        thread.getName == s"brine-journal-writer-${folder.getFileName}" && thread.getState == Thread.State.WAITING &&
          stack.exists(frame => frame.getClassName == classOf[NextSegment].getName && frame.getMethodName == "begin")

    export Storage.disk.{create, createFolder, delete, exists, forceFolder, list, lock, move, openRead, openWrite}

  test("a segment that is full before the next one is ready waits for it, and for the one after that"):
    TemporaryFolder.use: folder =>
      val storage  = SlowToCount()
      val journal  = Journal.open(folder, JournalSettings(segmentSize = 1 << 16), storage)
      val text     = "x" * 10000
      def append() = journal.append("s", ExpectedVersion.Any, Seq(text)).await(Duration.ofSeconds(60))
      // Half of the first segment has the second one prepared; that is not ready before the space behind it was
      // counted.
      for _ <- 1 to 4 do assert(append().isRight)
      assert(storage.isAsked.await(60, TimeUnit.SECONDS))
      // These are more than the rest of the first segment and the second one have room for.
      for _ <- 1 to 12 do assert(append().isRight)
      assertEquals(journal.version("s"), Right(16L))
      assert(storage.hasWaited)
      // Not if the above fails: a writer that hangs cannot be closed.
      journal.close()
