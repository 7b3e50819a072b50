package brine.journal.maintenance

import brine.journal.*
import brine.journal.maintenance.ClosedJournal.*
import brine.journal.storage.SteppedStorage
import brine.journal.tools.{JournalBackup, Verification}
import java.nio.file.Path

/** Snapshots are saved, and older ones deleted, while others read a journal's folder. */
class OpenSnapshotsSuite extends munit.FunSuite:
  private def save(journal: Journal, name: String): Unit =
    fill(journal, 1, from = journal.durable.sequence.toInt)
    assert(journal.snapshots.save(name, journal.durable, journal.durable.sequence).isRight)

  // Those that are there before are deleted.
  private def saveAll(journal: Journal): Unit =
    for name <- Vector("a", "b"); _ <- 1 to 2 do save(journal, name)

  /** Calls a body until it says that its backup has fewer steps. Returns how many it has. */
  private def atEachStep(body: (Journal, SteppedStorage, Path, Int) => Boolean): Int =
    var step = 0
    while TemporaryFolder.use: root =>
        val storage = SteppedStorage()
        val journal = Journal.open(root.resolve("data"), settings, storage)
        try
          fill(journal, 100)
          saveAll(journal)
          body(journal, storage, root, step)
        finally journal.close()
    do step += 1
    step

  private def checkBackup(root: Path, report: BackupReport, step: Int): Unit =
    val restored = root.resolve("restored")
    assertEquals(ok(Journal.restore(root.resolve("backup"), restored, settings)).last, report.upTo)
    use(brine.journal.storage.Storage.disk, restored): journal =>
      for name <- Vector("a", "b") do
        val found = journal.snapshots.latest[Long](name).fold(error => fail(error.message), identity)
        assert(found.isDefined, s"no snapshot '$name' after step $step")
        found.foreach: snapshot =>
          assertEquals(snapshot.skipped, Vector.empty)
          assertEquals(snapshot.offset, Offset(snapshot.state))
      assertEquals(all(journal).size.toLong, report.upTo.sequence)

  test("a backup of an open journal has a snapshot of each name, whenever newer ones are saved"):
    val steps = atEachStep: (journal, storage, root, step) =>
      val (report, isReached) = storage.before(step)(saveAll(journal))(journal.backup(root.resolve("backup")))
      checkBackup(root, ok(report), step)
      isReached
    assert(steps > 10, steps)

  test("the same by another process"):
    val steps = atEachStep: (journal, storage, root, step) =>
      val (report, isReached) = storage.before(step)(saveAll(journal)):
        JournalBackup.of(root.resolve("data"), root.resolve("backup"), storage = storage)
      checkBackup(root, ok(report), step)
      isReached
    assert(steps > 10, steps)

  test("a verification finds no fault, whenever snapshots are saved"):
    val steps = atEachStep: (journal, storage, root, step) =>
      val (found, isReached) = storage.before(step)(saveAll(journal)):
        Verification.of(root.resolve("data"), storage = storage)
      assert(ok(found).isSound, s"step $step: ${ok(found)}")
      isReached
    assert(steps > 10, steps)
