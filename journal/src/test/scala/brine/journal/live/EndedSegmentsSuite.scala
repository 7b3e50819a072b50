package brine.journal.live

import brine.journal.*
import brine.journal.folders.{ManifestStore, SegmentFiles}
import brine.journal.format.SegmentHeader
import brine.journal.lookup.{MergedIndexes, MergedIndexesSuite, SegmentIndexes, SegmentsOfNames}
import brine.journal.reading.Selection
import brine.journal.recovery.Recovery
import brine.journal.storage.MemoryStorage
import java.nio.file.NoSuchFileException
import java.util.UUID

class EndedSegmentsSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  import MergedIndexesSuite.{endSegment, folder, ok, use}

  private val segments = 9

  /** A journal of nine ended segments and the current one: each has a stream, a tag and a key of its own. */
  private def made(): MemoryStorage =
    val storage = MemoryStorage()
    use(storage): journal =>
      for n <- 1 to segments + 1 do
        ok(journal.append("all", ExpectedVersion.Any, Seq("x")).await()): Unit
        ok(journal.append(s"only-$n", ExpectedVersion.Any, Seq("x"), Some(UUID(7, n)), Set(s"tag-$n")).await()): Unit
        if n <= segments then endSegment(journal)
    storage

  private final class Lookups(storage: MemoryStorage):
    private val manifest         = ManifestStore.read(storage, folder)._1.get
    private val indexes          = SegmentIndexes(storage, folder, _ => None, keeps = false)
    private val all              = Recovery.chain(storage, folder, manifest)
    @volatile private var listed = all
    private val merged           = MergedIndexes(storage, folder, () => manifest.journal, indexes, () => listed)
    val ended: EndedSegments     =
      EndedSegments(folder, storage, () => manifest, indexes, SegmentsOfNames(merged, 100), () => listed)

    /** Deletes the file of a segment. `after` says what is listed once the next lookup reads something. */
    def delete(number: Int, after: SegmentHeader => Boolean): Unit =
      storage.delete(folder.resolve(SegmentFiles.name(all(number - 1).firstSequence)))
      storage.beforeOpen = _ => listed = all.filter(after)

    def close(): Unit =
      ended.close()
      merged.close()
      indexes.close()

  private def lookUp(storage: MemoryStorage)(body: Lookups => Unit): Unit =
    val lookups = Lookups(storage)
    try body(lookups)
    finally lookups.close()

  test("versions, keys and segments of streams and tags, with merged indexes and without"):
    for isMerged <- Seq(true, false) do
      val storage = made()
      if isMerged then use(storage)(_.mergeIndexes())
      else MergedIndexesSuite.merged(storage).foreach(name => storage.delete(folder.resolve(name)))
      lookUp(storage): lookups =>
        val ended = lookups.ended
        for n <- 1 to segments do
          assertEquals(ended.version(s"only-$n"), 1L)
          assertEquals(ended.hasEvents(s"only-$n", n, n), true)
          assertEquals(ended.hasEvents(s"only-$n", n + 1, Long.MaxValue), false)
          assertEquals(ended.hasEvents(s"only-$n", 1, n - 1), false)
          assertEquals(ended.hasEvents("all", 1, n), true)
          val tagged = ended.holding(Selection.Tagged(s"tag-$n", 0))
          assertEquals(tagged.from(n), n.toLong)
          // Two merged indexes of four segments each.
          if isMerged && n <= 8 then assert(tagged.from(1) == n && tagged.from(n + 1) == segments)
          assert(ended.findKey(7, n, 0, segments) != null)
          assert(ended.findKey(7, n, n - 1, n) != null)
          assertEquals(ended.findKey(7, n, n, segments), null)
          assertEquals(ended.findKey(7, n, 0, n - 1), null)
        assertEquals(ended.version("all"), segments.toLong)
        assertEquals(ended.version("none"), 0L)

  test("a segment that was deleted since it was listed has nothing"):
    val storage = made()
    MergedIndexesSuite.merged(storage).foreach(name => storage.delete(folder.resolve(name)))
    lookUp(storage): lookups =>
      lookups.delete(1, _.number != 1)
      assertEquals(lookups.ended.version("only-1"), 0L)
      assertEquals(lookups.ended.version("only-2"), 1L)

  test("a segment that is missing although it is listed is a failure"):
    val storage = made()
    MergedIndexesSuite.merged(storage).foreach(name => storage.delete(folder.resolve(name)))
    lookUp(storage): lookups =>
      lookups.delete(3, _ => true)
      intercept[NoSuchFileException](lookups.ended.version("only-3")): Unit
      intercept[NoSuchFileException](lookups.ended.findKey(7, 3, 0, 5)): Unit
      assertEquals(lookups.ended.version("only-4"), 1L)
