package brine.journal.scale

import brine.journal.*
import brine.journal.lookup.MergedIndexesSuite.endSegment
import brine.journal.live.FileJournal
import brine.journal.storage.{CountingStorage, MemoryStorage}
import java.nio.file.Path
import java.util.UUID

/** What a lookup opens and reads in a journal of more and more segments and streams. These are counts, so they hold on
  * any machine; `CostAsItGrows` measures the times.
  */
class LookupCostSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  import LookupCostSuite.*

  test("a lookup opens few files and reads few bytes, however many segments there are"):
    for segments <- Seq(10, 60, 250) do
      val storage = CountingStorage(grown(segments))
      use(storage): journal =>
        journal.mergeIndexes()
        // Opens the merged indexes and some of the others.
        ok(journal.version("first")): Unit
        ok(journal.read[String]("first").toVector): Unit
        journal.append("a", ExpectedVersion.Any, Seq("x"), key = Some(UUID(0, 0))).await(): Unit
        val levels = (math.log(segments.toDouble) / math.log(4)).toInt + 1
        // A merged index is asked with two reads at most. A segment is asked by opening its index and its file.
        def check(what: String, asked: Int, more: Int = 0)(body: => Unit): Unit =
          val counts = storage.count(body)
          assert(counts.opened <= asked * 3, s"$what, $segments segments: $counts")
          assert(counts.reads <= levels * 3 * 4 + asked * 20, s"$what, $segments segments: $counts")
          assert(counts.bytes <= counts.reads * 8192 + more, s"$what, $segments segments: $counts")
        val middle = segments / 2
        check("read", 1)(assertEquals(ok(journal.read[String](s"only-$middle").toVector).size, 1))
        check("read of two", 2)(assertEquals(ok(journal.read[String](s"two-${middle - 1}").toVector).size, 2))
        check("end of a long stream", 3):
          assertEquals(
            ok(journal.read[String]("all", from = segments.toLong).toVector).map(_.version),
            Vector(segments.toLong)
          )
        check("version", 1)(assertEquals(ok(journal.version(s"only-${middle + 1}")), 1L))
        check("version of none", 0)(assertEquals(ok(journal.version("none")), 0L))
        check("tag", 1)(assertEquals(ok(journal.readTagged[String](s"tag-${middle + 1}").toVector).size, 1))
        // The record is read for its time: one buffer of 64 KiB.
        check("key", 1, more = 1 << 16):
          val again = journal.append("a", ExpectedVersion.Any, Seq("x"), key = Some(UUID(3, middle + 2))).await()
          assert(again.left.exists(_.isInstanceOf[AppendError.Duplicate]), s"$again")
        check("new key", 0)(ok(journal.append("a", ExpectedVersion.Any, Seq("x"), Some(UUID(9, 9))).await()): Unit)
        check("old stream", 1):
          assertEquals(ok(journal.append(s"only-${middle + 3}", ExpectedVersion(1), Seq("x")).await()).version, 2L)

  test("a reader in another process uses the merged indexes as well"):
    for segments <- Seq(60, 250) do
      val storage = CountingStorage(grown(segments))
      use(storage): journal =>
        journal.mergeIndexes()
        val reader = JournalReader.open(folder, settings, storage)
        // Opens the merged indexes and some of the others.
        ok(reader.version("first")): Unit
        val middle                                   = segments / 2
        def check(what: String)(body: => Unit): Unit =
          val counts = storage.count(body)
          assert(counts.opened <= 15, s"$what, $segments segments: $counts")
        check("read")(assertEquals(ok(reader.read[String](s"only-$middle").toVector).size, 1))
        check("version")(assertEquals(ok(reader.version(s"only-${middle + 1}")), 1L))
        check("version of none")(assertEquals(ok(reader.version("none")), 0L))
        check("tag")(assertEquals(ok(reader.readTagged[String](s"tag-${middle + 1}").toVector).size, 1))
        check("end of a long stream"):
          assertEquals(
            ok(reader.read[String]("all", from = segments.toLong).toVector).map(_.version),
            Vector(segments.toLong)
          )
        // What the writer merges later, and what retention deletes.
        for n <- segments until segments + 20 do
          ok(journal.append(s"only-$n", ExpectedVersion.Any, Seq("x")).await()): Unit
          endSegment(journal)
        ok(journal.append("end", ExpectedVersion.Any, Seq("x")).await()): Unit
        journal.mergeIndexes()
        assertEquals(ok(reader.version(s"only-${segments + 3}")), 1L)
        check("a later version")(assertEquals(ok(reader.version(s"only-${segments + 5}")), 1L))
        val first = journal.view.segments(middle).firstSequence
        ok(journal.retain(RetentionRules(upTo = Offset(first - 1)))): Unit
        for n <- Seq(0, middle - 1, middle, segments) do assertEquals(ok(reader.version(s"only-$n")), 1L, s"$n")
        assertEquals(ok(reader.read[String](s"only-${segments + 7}").toVector).size, 1)
        reader.close()

  test("an event is read without the unit around it"):
    val storage = CountingStorage(MemoryStorage())
    val large   = JournalSettings(segmentSize = 4 << 20, firstSegmentSize = 4 << 20)
    use(storage, large): journal =>
      // Appends that wait for each other's group: units of some 256 KiB.
      for _ <- 0 until 11 do
        val all = (0 until 4_000).map: n =>
          val tags = if n == 17 then Set("rare") else Set.empty[String]
          journal.append(s"s$n", ExpectedVersion.Any, Seq("x" * 50), tags = tags, level = Level.Memory)
        all.foreach(done => ok(done.await()): Unit)
      endSegment(journal)
      ok(journal.append("end", ExpectedVersion.Any, Seq("end")).await()): Unit
      ok(journal.append("end", ExpectedVersion.Any, Seq("end")).await()): Unit
      ok(journal.read[String]("s1").toVector): Unit
      // Where a group ends is chance, and with it how many bytes the table of a unit has: hence a share of the units.
      val units = 11 * 4_000 * 60
      for n <- Seq(5, 1717, 3999) do
        val counts = storage.count(assertEquals(ok(journal.read[String](s"s$n").toVector).size, 11))
        assert(counts.bytes < units / 20, s"$counts of $units")
      assertEquals(ok(journal.readTagged[String]("rare").toVector).map(_.version), (1L to 11L).toVector)
      val tagged = storage.count(ok(journal.readTagged[String]("rare").toVector): Unit)
      assert(tagged.bytes < 150_000, s"$tagged")
      // The end of a stream is read without its beginning.
      val end = storage.count(assertEquals(ok(journal.read[String]("s7", from = 11).toVector).size, 1))
      assert(end.bytes < 40_000, s"$end")

  test("compaction opens as many files for each segment, however many segments there are"):
    for segments <- Seq(20, 80) do
      val storage = CountingStorage(grown(segments))
      use(storage): journal =>
        journal.mergeIndexes()
        val rules  = CompactionRules(streams = name => name == "all" || name.startsWith("two"), leastGain = 0)
        val counts = storage.count(assertEquals(ok(journal.compact(rules)).size, segments - 1))
        assert(counts.opened <= segments * 8, s"$segments segments: $counts")
        assertEquals(ok(journal.read[String]("all", from = 0).toVector).map(_.version), Vector(segments.toLong))
        for n <- 0 until segments - 1 do
          assertEquals(ok(journal.read[String](s"two-$n", from = 0).toVector).map(_.version), Vector(2L), s"$n")

  test("retention reads nothing of what was retired long before"):
    val storage = CountingStorage(grown(120))
    use(storage): journal =>
      journal.mergeIndexes()
      val costs = (1 to 100).map: _ =>
        val second = journal.view.segments(1).firstSequence
        val counts = storage.count(ok(journal.retain(RetentionRules(upTo = Offset(second - 1)))): Unit)
        journal.mergeIndexes()
        counts.bytes
      // Merging costs more now and then, and less often the more it is.
      val (early, late) = (costs.slice(10, 50).sum, costs.slice(60, 100).sum)
      assert(late < early * 2, s"$costs")
      for n <- 0 until 100 by 7 do assertEquals(ok(journal.version(s"only-$n")), 1L)

object LookupCostSuite:
  private val folder   = Path.of("data")
  private val settings = JournalSettings(segmentSize = 1 << 16)

  private def ok[E, A](result: Either[E, A]): A = result.fold(error => throw AssertionError(s"$error"), identity)

  private def use(storage: CountingStorage, settings: JournalSettings = settings)(body: FileJournal => Unit): Unit =
    Journal.open(folder, settings, storage) match
      case journal: FileJournal =>
        try body(journal)
        finally journal.close()
      case other => throw AssertionError(s"$other")

  /** A journal with streams, keys and tags that are in one segment only, and streams that are in two. */
  private def grown(segments: Int): MemoryStorage =
    val storage = MemoryStorage()
    use(CountingStorage(storage)): journal =>
      journal.append("first", ExpectedVersion.Any, Seq("x")).await(): Unit
      for n <- 0 until segments do
        journal.append(s"only-$n", ExpectedVersion.Any, Seq("x"), tags = Set(s"tag-$n")): Unit
        journal.append(s"two-${n - 1}", ExpectedVersion.Any, Seq("x")): Unit
        journal.append(s"two-$n", ExpectedVersion.Any, Seq("x"), key = Some(UUID(3, n))): Unit
        (0 until 20).foreach(i => journal.append(s"s-$n-$i", ExpectedVersion.Any, Seq("x")): Unit)
        ok(journal.append("all", ExpectedVersion.Any, Seq("x")).await()): Unit
        endSegment(journal)
      ok(journal.append("end", ExpectedVersion.Any, Seq("x")).await()): Unit
    storage
