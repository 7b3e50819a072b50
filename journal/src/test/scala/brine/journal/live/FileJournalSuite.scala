package brine.journal.live

import brine.journal.folders.ManifestStore
import brine.journal.storage.Storage
import brine.journal.{Journal, JournalState, Offset, TemporaryFolder}

class FileJournalSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  test("an interrupted thread closes a journal completely, and stays interrupted"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder)
      assert(journal.append("s", "a").await().isRight)
      val subscription = journal.subscribe[String](Offset.Begin)(_ => ())
      Thread.currentThread.interrupt()
      journal.close()
      assert(Thread.interrupted(), "the thread's flag is set")
      subscription.awaitEnd()
      assertEquals(journal.state, JournalState.Closed)
      val (manifest, _) = ManifestStore.read(Storage.disk, folder)
      assert(manifest.exists(_.isClosed), manifest)
      val again = Journal.open(folder)
      assertEquals(again.version("s"), Right(1L))
      again.close()
