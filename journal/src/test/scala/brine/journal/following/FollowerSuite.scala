package brine.journal.following

import brine.journal.*
import brine.journal.folders.{ManifestStore, SegmentFiles}
import brine.journal.format.Damage
import brine.journal.lookup.SegmentIndexes
import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import scala.util.Using

/** What a reader in another process finds in a folder; [[FollowedJournalSuite]] has what it reads there. */
class FollowerSuite extends munit.FunSuite:
  private val folder                            = Path.of("follower")
  private def ok[E, A](result: Either[E, A]): A = result.fold(error => fail(error.toString), identity)

  private def append(journal: Journal, count: Int = 1): Unit =
    for _ <- 1 to count do ok(journal.append("s", ExpectedVersion.Any, Seq("x")).await()): Unit

  private final class Following(storage: MemoryStorage) extends AutoCloseable:
    private val indexes       = SegmentIndexes(storage, folder, _ => None, keeps = false)
    var forgotten             = Vector.empty[Long]
    val follower: Follower    = Follower(folder, storage, _ => None, indexes, number => forgotten :+= number)
    def numbers: Vector[Long] = follower.headers.map(_.number)
    def close(): Unit         =
      follower.close()
      indexes.close()

  private def use(body: (MemoryStorage, Journal, Following) => Unit): Unit =
    val storage = MemoryStorage()
    Using.resource(Journal.open(folder, JournalSettings(), storage)): journal =>
      append(journal, 3)
      Using.resource(Following(storage))(body(storage, journal, _))

  test("a look finds segments and what is durable in them"):
    use: (_, journal, following) =>
      assertEquals((following.numbers, following.follower.marks.durable), (Vector.empty[Long], 0L))
      following.follower.refresh()
      // The third append is vouched for by nothing yet, or by the manifest if the writer has rested.
      assert(Set(2L, 3L)(following.follower.marks.durable))
      for number <- 2L to 6L do
        journal.endSegment()
        append(journal)
        following.follower.refresh()
        assertEquals(following.numbers, (1L to number).toVector)
        assert(following.follower.marks.durable >= number + 1)

  test("each ended segment has an index, the last one what was read of it, and others none"):
    use: (_, journal, following) =>
      journal.endSegment()
      append(journal, 2)
      following.follower.refresh()
      assertEquals(following.follower.headers.map(following.follower.index(_).lastVersion("s")).head, 3L)
      assert(following.follower.index(following.follower.headers.last).lastVersion("s") >= 4)
      val other = following.follower.headers.last.copy(number = 9)
      intercept[java.nio.file.NoSuchFileException](following.follower.index(other)): Unit

  test("what retention has deleted is forgotten, also where it was followed"):
    use: (_, journal, following) =>
      following.follower.refresh()
      for _ <- 1 to 3 do
        journal.endSegment()
        append(journal)
      ok(journal.retain(RetentionRules(bytes = 0))): Unit
      append(journal)
      following.follower.refresh()
      assertEquals(following.numbers, Vector(4L))
      assertEquals(following.forgotten.last, 4L)

  test("an empty segment that was replaced by a longer one, filled, ended and compacted before another writer came"):
    use: (storage, journal, following) =>
      journal.endSegment()
      following.follower.refresh()
      assertEquals(following.numbers, Vector(1L, 2L))
      // The empty segment has no room for this.
      ok(journal.append("s", ExpectedVersion.Any, Seq("x" * 200_000)).await()): Unit
      append(journal)
      journal.endSegment()
      append(journal)
      assertEquals(ok(journal.compact(CompactionRules())).map(_.recordsAfter), Vector(0L, 1L))
      journal.close()
      Using.resource(Journal.open(folder, JournalSettings(), storage)): other =>
        append(other)
        following.follower.refresh()
        assertEquals(following.numbers, Vector(1L, 2L, 3L))
        assert(following.follower.marks.durable >= 6)

  test("a look that fails wakes who waits; the next look repeats the error"):
    use: (storage, journal, following) =>
      following.follower.refresh()
      val name   = folder.resolve(SegmentFiles.name(1))
      val before = storage.bytes(name)
      append(journal, 2)
      journal.endSegment()
      append(journal)
      // The writer tells in the manifest that there is a later segment a moment after the append.
      val deadline = System.nanoTime() + 60_000_000_000L
      def isKnown  = ManifestStore.read(storage, folder)._1.exists(_.watermark.segment > 1)
      while !isKnown do
        if System.nanoTime() > deadline then fail("for a minute the manifest has not said that segment 2 is there")
        Thread.sleep(1)
      // Records that were durable are zeros, and were not read yet.
      storage.write(name, before)
      assert(!following.follower.poll(FolderLook(storage, folder, isThorough = true)))
      assert(following.follower.marks.hasFailed)
      intercept[Damage](following.follower.refresh()): Unit

  test("closed, it looks at nothing"):
    use: (_, journal, following) =>
      following.follower.refresh()
      following.follower.close()
      val before = following.follower.marks.durable
      append(journal, 3)
      following.follower.refresh()
      following.follower.relist()
      assert(!following.follower.poll(FolderLook(MemoryStorage(), folder, isThorough = true)))
      assertEquals(following.follower.marks.durable, before)
