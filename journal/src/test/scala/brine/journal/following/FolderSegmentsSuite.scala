package brine.journal.following

import brine.journal.folders.SegmentFiles
import brine.journal.format.{Damage, Manifest, SegmentHeader, Watermark}
import brine.journal.index.TestSegment
import brine.journal.storage.{CountingStorage, MemoryStorage}
import java.nio.file.Path
import java.util.UUID

class FolderSegmentsSuite extends munit.FunSuite:
  private val folder  = Path.of("journal")
  private val journal = UUID(1, 2)

  private def header(number: Long) = TestSegment.header(number = number, firstSequence = number * 100)

  private def put(storage: MemoryStorage, header: SegmentHeader, name: String = ""): Unit =
    val file = if name.isEmpty then SegmentFiles.name(header.firstSequence) else name
    storage.put(folder.resolve(file), header.toBytes)

  private def segments(storage: MemoryStorage, numbers: Long*): FolderSegments =
    numbers.foreach(number => put(storage, header(number)))
    FolderSegments(storage, folder)

  private def manifest(first: Long, isClosed: Boolean = false, marked: Long = 0) =
    Some(Manifest(1, journal, 1, first, first * 100, Watermark(marked, 0, 0), isClosed))

  test("the segments of a folder, oldest first, without what retention has deleted"):
    val storage = MemoryStorage()
    val files   = segments(storage, 3, 1, 2)
    assertEquals(files.list(None, null).map(_.number), Vector(1L, 2L, 3L))
    assertEquals(files.list(manifest(first = 2), null).map(_.number), Vector(2L, 3L))

  test("a header is read once, and again when it is forgotten or its file has gone"):
    val storage = MemoryStorage()
    List(1L, 2L).foreach(number => put(storage, header(number)))
    val counting                   = CountingStorage(storage)
    val files                      = FolderSegments(counting, folder)
    def opened(body: => Any): Long = counting.count(body: Unit).opened
    assertEquals(opened(files.list(None, null)), 2L)
    assertEquals(opened(files.list(None, null)), 0L)
    files.forget(SegmentFiles.name(100))
    assertEquals(opened(files.list(None, null)), 1L)
    files.forgetAll()
    assertEquals(opened(files.list(None, null)), 2L)
    storage.delete(folder.resolve(SegmentFiles.name(100)))
    files.list(None, null): Unit
    put(storage, header(1))
    assertEquals(opened(files.list(None, null)), 1L)

  test("a segment that stays away is damage; those of an unfinished backup do not count"):
    val storage = MemoryStorage()
    val files   = segments(storage, 1, 2, 4)
    // It is read again with each look: retention may have deleted the segment.
    manifest(first = 1).foreach(known => storage.put(folder.resolve(Manifest.names.head), known.toBytes))
    val damage = intercept[Damage](files.list(manifest(first = 1), null))
    assert(clue(damage.problem).contains("segment 3 is not there"))
    assertEquals(
      files.list(manifest(first = 1, isClosed = true, marked = 2), null).map(_.number),
      Vector(1L, 2L)
    )

  test("a file under another segment's name is damage, and one that is missing is no segment"):
    val storage = MemoryStorage()
    put(storage, header(1), SegmentFiles.name(500))
    val files = FolderSegments(storage, folder)
    intercept[Damage](files.list(None, null)): Unit
    assertEquals(files.header(SegmentFiles.name(700)), None)
