package brine.journal.live

import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import java.util.UUID
import scala.util.Using

class LiveFilesSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val folder                            = Path.of("live")
  private val index                             = folder.resolve(SegmentFiles.indexName(1))
  private def ok[E, A](result: Either[E, A]): A = result.fold(error => fail(error.toString), identity)

  /** A journal whose first segment, which is short, has ended. */
  private def use(storage: MemoryStorage, key: Option[UUID] = None)(body: Journal => Unit): Unit =
    Using.resource(Journal.open(folder, JournalSettings(), storage)): journal =>
      ok(journal.append("s", ExpectedVersion.Any, Seq("x"), key).await()): Unit
      journal.endSegment()
      ok(journal.append("s", ExpectedVersion.Any, Seq("y")).await()): Unit
      body(journal)

  test("a short segment has its index a while after its end, also if nobody asks for it"):
    for key <- Seq(None, Some(UUID(1, 2))) do
      val storage = MemoryStorage()
      use(storage, key)(_ => while !storage.exists(index) do Thread.sleep(1))

  test("who asks for the index before does not wait for it"):
    val storage = MemoryStorage()
    use(storage): journal =>
      assertEquals(ok(journal.read[String]("s").toVector).map(_.value), Vector("x", "y"))
      assert(storage.exists(index))

  test("a segment that was deleted or compacted before it got its index"):
    for isDeleted <- Seq(true, false) do
      val storage = MemoryStorage()
      use(storage): journal =>
        if isDeleted then assertEquals(ok(journal.retain(RetentionRules(upTo = Offset(1)))).segments, 1)
        else assertEquals(ok(journal.compact(CompactionRules(leastGain = 0))).size, 0)
        journal.endSegment()
        ok(journal.append("s", ExpectedVersion.Any, Seq("z")).await()): Unit
        while !storage.exists(folder.resolve(SegmentFiles.indexName(2))) do Thread.sleep(1)
        assertEquals(storage.exists(index), !isDeleted)
        assertEquals(ok(journal.version("s")), 3L)
        assertEquals(journal.state, JournalState.Healthy)
