package brine.journal.file

import brine.journal.storage.{Storage, StorageFile, StorageLock}
import brine.journal.{ExpectedVersion, Journal, JournalSettings, TemporaryFolder}
import java.nio.file.Path
import java.time.Duration
import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.jdk.CollectionConverters.*

class LiveFilesSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  /** The disk; who first asks it for its space is answered once the writer waits for a segment. */
  private final class SlowToCount extends Storage:
    val isAsked: CountDownLatch = CountDownLatch(1)

    def usableSpace(folder: Path): Long =
      if isAsked.getCount > 0 then
        isAsked.countDown()
        val until = System.nanoTime + 60_000_000_000L
        while !writerWaits(folder) && System.nanoTime < until do Thread.sleep(1)
      Storage.disk.usableSpace(folder)

    private def writerWaits(folder: Path): Boolean =
      Thread.getAllStackTraces.asScala.exists: (thread, stack) =>
        thread.getName == s"brine-journal-writer-${folder.getFileName}" && thread.getState == Thread.State.WAITING &&
          stack.exists(frame => frame.getClassName == classOf[LiveFiles].getName && frame.getMethodName == "next")

    def openRead(file: Path): StorageFile     = Storage.disk.openRead(file)
    def openWrite(file: Path): StorageFile    = Storage.disk.openWrite(file)
    def create(file: Path): StorageFile       = Storage.disk.create(file)
    def createFolder(folder: Path): Unit      = Storage.disk.createFolder(folder)
    def list(folder: Path): Vector[String]    = Storage.disk.list(folder)
    def exists(file: Path): Boolean           = Storage.disk.exists(file)
    def move(from: Path, to: Path): Unit      = Storage.disk.move(from, to)
    def delete(file: Path): Unit              = Storage.disk.delete(file)
    def forceFolder(folder: Path): Unit       = Storage.disk.forceFolder(folder)
    def lock(file: Path): Option[StorageLock] = Storage.disk.lock(file)

  test("a segment that is full before the one that prepared it has ended its work is followed by another"):
    TemporaryFolder.use: folder =>
      val storage  = SlowToCount()
      val journal  = Journal.open(folder, JournalSettings(segmentSize = 1 << 16), storage)
      val text     = "x" * 10000
      def append() = journal.append("s", ExpectedVersion.Any, Seq(text)).await(Duration.ofSeconds(60))
      // Half of the first segment has the second one prepared, which is ready when its space is asked for.
      for _ <- 1 to 4 do assert(append().isRight)
      assert(storage.isAsked.await(60, TimeUnit.SECONDS))
      // These are more than the rest of the first segment and the second one have room for.
      for _ <- 1 to 12 do assert(append().isRight)
      assertEquals(journal.version("s"), Right(16L))
      // Not if the above fails: a writer that hangs cannot be closed.
      journal.close()
