package brine.journal.live

import brine.journal.*
import brine.journal.maintenance.ClosedJournal.{fill, settings}
import brine.journal.storage.{Storage, StorageFile}
import java.nio.ByteBuffer
import java.nio.channels.ClosedChannelException
import java.nio.file.Path
import java.util.concurrent.{CompletableFuture, CountDownLatch, TimeUnit}

/** Closing a journal closes the files of indexes, also while somebody looks something up in them. */
class ClosingLookupSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  /** The disk, but one thread that reads waits until the journal was closed. */
  private final class Closing extends Storage:
    @volatile var caller: Thread | Null = null
    val reached                         = CountDownLatch(1)
    val hasClosed                       = CountDownLatch(1)
    private val disk                    = Storage.disk

    export disk.{create, createFolder, delete, exists, forceFolder, list, lock, move, openWrite, usableSpace}

    def openRead(file: Path): StorageFile = Read(disk.openRead(file))

    private final class Read(file: StorageFile) extends StorageFile:
      export file.{close, force, size, truncate, write}

      def read(buffer: ByteBuffer, position: Long): Int =
        if Thread.currentThread eq caller then
          reached.countDown()
          hasClosed.await()
          throw ClosedChannelException()
        file.read(buffer, position)

  /** What a call returns that closing overtakes. */
  private def overtaken[A](call: Journal => A): A = TemporaryFolder.use: folder =>
    val first = Journal.open(folder, settings)
    fill(first, 3000)
    first.endSegment()
    // An index that is not there is made in memory, where nobody reads it.
    def indexes = folder.toFile.list.count(_.endsWith(".idx"))
    while indexes < first.view.segments.size - 1 do Thread.sleep(1)
    first.close()
    val storage = Closing()
    val journal = Journal.open(folder, settings, storage)
    val result  = CompletableFuture[A]()
    Thread.ofPlatform.daemon.start: () =>
      storage.caller = Thread.currentThread
      try result.complete(call(journal)): Unit
      catch case error: Throwable => result.completeExceptionally(error): Unit
    assert(storage.reached.await(1, TimeUnit.MINUTES), "nothing was read")
    // It waits for nobody who only looks something up.
    journal.close()
    storage.hasClosed.countDown()
    result.get(1, TimeUnit.MINUTES)

  private def isClosed(result: Either[AppendError, Appended]): Boolean =
    result.left.exists(_.isInstanceOf[AppendError.Closed])

  test("an append is refused because the journal is closed"):
    val result = overtaken(_.append("s1", ExpectedVersion.Any, Seq("x"), key = None).await())
    assert(isClosed(result), s"$result")
    val single = overtaken(_.append("s1", "x").await())
    assert(isClosed(single), s"$single")
