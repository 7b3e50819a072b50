package brine.journal.maintenance

import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.maintenance.ClosedJournal.*
import brine.journal.storage.MemoryStorage
import brine.journal.tools.Verification

class OpeningCrashSuite extends munit.FunSuite:
  /** Something that was being written makes a segment that is empty one that cannot be gone on with: it is set aside.
    */
  private def tear(storage: MemoryStorage): Unit =
    val path  = folder.resolve(SegmentFiles.list(storage, folder).last)
    val bytes = storage.bytes(path)
    java.util.Arrays.fill(bytes, 4096, 4300, 0x55: Byte)
    storage.put(path, bytes)

  private def crashes(made: MemoryStorage): Unit =
    val before = use(made.afterCrash(everything = true))(journal => (journal.durable, fromFirst(journal)))
    tear(made)
    val operations =
      val storage = made.afterCrash(everything = true)
      use(storage)(_ => ())
      assertEquals(storage.list(folder.resolve(SegmentFiles.Quarantine)).size, 2)
      storage.changes
    assert(operations > 5)
    for crash <- 0 to operations; everything <- Seq(true, false) do
      val storage = made.afterCrash(everything = true)
      storage.failFrom = crash
      Journal.tryOpen(folder, settings, storage).foreach(_.close())
      val left = storage.afterCrash(everything)
      assertEquals(ok(Verification.of(folder, settings, left)).damages, Vector.empty)
      use(left): journal =>
        assertEquals((journal.durable, fromFirst(journal)), before, s"operation $crash")
        assertEquals(
          ok(journal.append("next", ExpectedVersion.NoStream, Seq("x")).await()).first.sequence,
          before._1.sequence + 1
        )

  private def fromFirst(journal: Journal) =
    ok(journal.readAll[String](ok(journal.retain(RetentionRules())).first).toVector)

  test("a crash while a journal without records is opened"):
    val storage = MemoryStorage()
    use(storage)(_ => ())
    crashes(storage)

  test("a crash while a journal is opened whose last segment is empty"):
    val storage = MemoryStorage()
    use(storage): journal =>
      fill(journal, 20)
      journal.endSegment()
      while ClosedJournal(storage, folder).segments.size < 2 do Thread.sleep(1)
    crashes(storage)

  test("a crash while a journal is opened whose last segment is empty, after a compacted one"):
    val storage = MemoryStorage()
    use(storage): journal =>
      fill(journal, 200)
      journal.endSegment()
      while ClosedJournal(storage, folder).segments.size < 2 do Thread.sleep(1)
    assertEquals(ok(upkeep(storage).compact(CompactionRules(leastGain = 0))).size, 1)
    crashes(storage)

  test("a crash while a journal is opened of which an empty segment is all that is left"):
    val storage = MemoryStorage()
    use(storage): journal =>
      fill(journal, 20)
      journal.endSegment()
      while ClosedJournal(storage, folder).segments.size < 2 do Thread.sleep(1)
    assertEquals(ok(upkeep(storage).retain(RetentionRules(upTo = Offset(20)))).segments, 1)
    crashes(storage)
