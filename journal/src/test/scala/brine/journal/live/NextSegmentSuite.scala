package brine.journal.live

import brine.journal.appending.ActiveSegment
import brine.journal.folders.{Fence, ManifestStore, SegmentFiles, SegmentSizes}
import brine.journal.format.{Manifest, SegmentEnd, Watermark}
import brine.journal.index.TestSegment
import brine.journal.recovery.WritableFolder
import brine.journal.storage.{MemoryStorage, Storage}
import brine.journal.{ExpectedVersion, Journal, JournalSettings, TemporaryFolder}
import java.nio.file.{Files, Path}
import java.time.Duration
import java.util.UUID
import java.util.concurrent.{CountDownLatch, TimeUnit}
import java.util.random.RandomGenerator
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

  /** Lengths of segments that are each filled in the next one of these times, in milliseconds. */
  private def lengths(settings: JournalSettings, millis: Long*): Vector[Long] =
    val folder  = Path.of("next")
    val storage = MemoryStorage()
    val fence   = Fence(folder, storage.lock(folder.resolve(SegmentFiles.Lock)).get)
    val keeper  = Keeper(folder, () => ())
    var now     = 0L
    val next    =
      val manifest = ManifestStore(storage, folder, Manifest(1, UUID(1, 2), 1, 1, 1, Watermark(0, 0, 0), false))
      val home     = WritableFolder(folder, storage, settings, RandomGenerator.getDefault, fence, manifest)
      NextSegment(home, keeper, _ => (), () => now)
    val first = SegmentSizes(settings).first
    val path  = folder.resolve("first")
    try
      millis.toVector
        .scanLeft(ActiveSegment.fresh(TestSegment.header(first, number = 1), storage.create(path))): (segment, taken) =>
          now += taken * 1_000_000
          segment.end = segment.header.size
          val number = segment.number + 1
          next.begin(segment, number, SegmentEnd(number * 100, segment.end, 0), 0, 0) match
            case null  => fail(next.problem)
            case begun => begun
        .map(_.header.size)
    finally
      keeper.shutdown()
      keeper.awaitEnd(60_000_000_000L)

  test("how fast segments fill up decides how long the next ones are"):
    val settings = JournalSettings(segmentSize = 8 << 20, firstSegmentSize = 1 << 16)
    val kibi     = 1L << 10
    assertEquals(lengths(settings, 1, 1).map(_ / kibi), Vector(64L, 2048L, 8192L))
    assertEquals(lengths(settings, 10_000, 10_000, 10_000).map(_ / kibi), Vector(64L, 128L, 256L, 512L))
    // What comes in a second, then a burst.
    assertEquals(lengths(settings, 62, 1).map(_ / kibi), Vector(64L, 1036L, 8192L))
