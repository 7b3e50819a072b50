package brine.journal.reading

import brine.journal.*
import brine.journal.format.EntryReader
import brine.journal.index.IndexedSegment
import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import scala.util.Using

class VersionSearchSuite extends munit.FunSuite:
  private val folder                            = Path.of("versions")
  private def ok[E, A](result: Either[E, A]): A = result.fold(error => fail(error.toString), identity)

  private val streams = Vector("s", "t")

  /** A current segment with many units: its index lists them without versions. */
  private def use(body: (IndexedSegment, CursorFile) => Unit): Unit =
    Using.resource(Journal.open(folder, JournalSettings(), MemoryStorage())): journal =>
      for n <- 1 to 200 do ok(journal.append(streams(n % 3 % 2), n.toString).await()): Unit
      val view    = journal.view
      val segment = view.segments.last
      Using.resource(CursorFile(view)): file =>
        assert(file.open(segment, segment.salt, 4096, CursorFile.Single))
        body(view.index(segment), file)

  private def versionAt(file: CursorFile, offset: Long): Long =
    assert(file.readAt(offset))
    val entry = EntryReader()
    entry.reset(file.scanner)
    var version = -1L
    while version < 0 && entry.next() do if entry.kind == 0 then version = 1 + entry.versionAfter
    version

  test("the unit of each version, or one before it"):
    use: (index, file) =>
      for stream <- streams do
        val last = index.lastVersion(stream)
        assert(last > 20)
        for version <- 1L to last do
          val near = VersionSearch(EntryReader()).near(index, stream, version): offset =>
            if file.readAt(offset) then file else null
          val found = if near == 0 then 1L else versionAt(file, near)
          // Each append has a unit of its own here.
          assert(found <= version && found > version - 64, s"$stream: version $found for $version")

  test("a stream that is not there, and units that cannot be read"):
    use: (index, _) =>
      val search = VersionSearch(EntryReader())
      assertEquals(search.near(index, "none", 3)(_ => fail("nothing to read")), 0L)
      assertEquals(search.near(index, "s", 3)(_ => null), 0L)
