package brine.journal.reading

import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.format.EntryReader
import brine.journal.index.{IndexedSegment, PlacedEntry}
import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import scala.util.Using

class PlacedEventsSuite extends munit.FunSuite:
  private val folder                            = Path.of("placed")
  private def ok[E, A](result: Either[E, A]): A = result.fold(error => fail(error.toString), identity)

  /** A segment in which the events of `wanted` are far apart, and its index. */
  private def use(body: (MemoryStorage, IndexedSegment, StorageName) => Unit): Unit =
    val storage = MemoryStorage()
    Using.resource(Journal.open(folder, JournalSettings(), storage)): journal =>
      for n <- 1 to 5 do
        val both = Seq(
          StreamAppend("wanted", ExpectedVersion.Any, Seq(s"event $n")),
          StreamAppend("other", ExpectedVersion.Any, Seq("x" * 5000))
        )
        ok(journal.appendAll(both).await()): Unit
      journal.endSegment()
      val segment = journal.view.segments.head
      body(storage, journal.view.index(segment), StorageName(folder.resolve(SegmentFiles.name(1))))

  private final case class StorageName(path: Path)

  test("events are read at their places, without the units around them"):
    use: (storage, index, name) =>
      val there = index.streamPlaces("wanted")
      assert(there != null)
      val events = PlacedEvents(there, 0, PlacedEntry())
      val entry  = EntryReader()
      val file   = storage.openRead(name.path)
      val found  = Vector.newBuilder[(Long, Long)]
      while events.move() do
        assert(!events.isUnit)
        assert(events.read(file, index.salt, entry) && entry.next())
        assertEquals((entry.sequence, entry.stream), (events.sequence, events.number))
        found += events.sequence -> (events.versionBefore + 1 + events.version)
      assertEquals(found.result(), Vector.tabulate(5)(n => (2L * n + 1, n + 1L)))
      assertEquals(events.move(), false)

  test("from a place on"):
    use: (_, index, _) =>
      val there  = index.streamPlaces("wanted")
      val events = PlacedEvents(there, 3, PlacedEntry())
      assertEquals(
        Iterator.continually(events.move()).takeWhile(identity).map(_ => events.sequence).toVector,
        Vector(7L, 9L)
      )

  test("bytes that are not those of the index, or of another file, are not read"):
    use: (storage, index, name) =>
      val there  = index.streamPlaces("wanted")
      val events = PlacedEvents(there, 0, PlacedEntry())
      assert(events.move())
      val file = storage.openRead(name.path)
      assert(!events.read(file, index.salt + 1, EntryReader()))
      val bytes = storage.bytes(name.path)
      bytes(there.entries(0).toInt + 2) = (bytes(there.entries(0).toInt + 2) ^ 1).toByte
      storage.write(name.path, bytes)
      assert(!events.read(file, index.salt, EntryReader()))
