package brine.journal.reading

import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.format.Damage
import brine.journal.storage.MemoryStorage
import java.nio.file.{NoSuchFileException, Path}
import scala.util.Using

class CursorFileSuite extends munit.FunSuite:
  private val folder                            = Path.of("cursor")
  private val first                             = folder.resolve(SegmentFiles.name(1))
  private def ok[E, A](result: Either[E, A]): A = result.fold(error => fail(error.toString), identity)

  /** A journal with a segment of three units that has ended, and the current one with one. */
  private def use(body: (MemoryStorage, Journal, CursorFile) => Unit): Unit =
    val storage = MemoryStorage()
    Using.resource(Journal.open(folder, JournalSettings(), storage)): journal =>
      def append() = ok(journal.append("s", ExpectedVersion.Any, Seq("x")).await()): Unit
      for _ <- 1 to 3 do append()
      journal.endSegment()
      append()
      Using.resource(CursorFile(journal.view))(body(storage, journal, _))

  test("units in order, up to the seal"):
    use: (_, journal, file) =>
      val segment = journal.view.segments.head
      assert(!file.isOpen)
      assertEquals(file.offset, 0L)
      assert(file.open(segment, segment.salt, 4096, CursorFile.InOrder))
      val found =
        Iterator.continually(file.readNext()).takeWhile(identity).map(_ => file.scanner.firstSequence).toVector
      assertEquals(found, Vector(1L, 2L, 3L))
      file.close()
      assert(!file.isOpen)

  test("a single unit, and one that was written after the file was read ahead"):
    use: (_, journal, file) =>
      val segment = journal.view.segments.last
      assert(file.open(segment, segment.salt, 4096, CursorFile.InOrder))
      assert(file.readNext())
      val at = file.offset
      assert(!file.readNext())
      ok(journal.append("s", ExpectedVersion.Any, Seq("y")).await()): Unit
      assert(file.readNext())
      assertEquals(file.scanner.firstSequence, 5L)
      assert(file.readAt(at))
      assertEquals(file.scanner.firstSequence, 4L)

  test("the file of a segment that was compacted since its index was made"):
    use: (_, journal, file) =>
      val before = journal.view.segments.head
      assertEquals(ok(journal.compact(CompactionRules(leastGain = 0))).size, 1)
      assert(!file.open(before, before.salt, 4096, CursorFile.Single))
      assert(!file.isOpen)
      val now = journal.view.segments.head
      assert(file.open(now, now.salt, 4096, CursorFile.Single))
      assert(file.header.isCompacted)

  test("a file that is never that of the index is damage, not an endless search"):
    use: (_, journal, file) =>
      val segment = journal.view.segments.head
      val damage  = intercept[Damage]:
        while !file.open(segment, segment.salt + 1, 4096, CursorFile.Single) do ()
      assert(clue(damage.problem).contains("another one each time"))

  test("files that are missing, or of another segment"):
    use: (storage, journal, file) =>
      val segment = journal.view.segments.head
      storage.put(first, storage.bytes(folder.resolve(SegmentFiles.name(4))))
      intercept[Damage](file.open(segment, segment.salt, 4096, CursorFile.Single)): Unit
      storage.delete(first)
      intercept[NoSuchFileException](file.open(segment, segment.salt, 4096, CursorFile.Single)): Unit
      intercept[NoSuchFileException](CursorFile(journal.view).opened(segment)): Unit
