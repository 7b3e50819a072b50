package brine.journal.live

import brine.effort.Effort
import brine.journal.*
import brine.journal.storage.{CountingStorage, MemoryStorage, Storage}
import java.nio.file.Path
import scala.util.{Random, Using}

/** Conditions on tags that no event has, in journals that remember few of them. */
class NewTagsSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(30, "min")

  private val folder   = Path.of("/journal")
  private val settings = JournalSettings(segmentSize = 1 << 16, firstSegmentSize = 1 << 16, maxCachedNames = 1)

  private def opened(storage: Storage): FileJournal = Journal.open(folder, settings, storage) match
    case files: FileJournal => files
    case other              => fail(s"not in files: $other")

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  private def unless(journal: Journal, query: Query, after: Offset, tags: String*): Either[AppendError, Appended] =
    val part = StreamAppend("s", ExpectedVersion.Any, Seq("x" * 100), tags.toSet)
    journal.appendAll(Seq(part), unless = Seq(AppendCondition(query, after))).await()

  private def once(journal: Journal, tag: String): Either[AppendError, Appended] =
    unless(journal, Query.tagged(tag), Offset.Begin, tag)

  /** Waits until the journal knows all tags. */
  private def knowsAll(journal: FileJournal): Unit =
    val until = System.nanoTime + 60_000_000_000L
    while !journal.usedTags.isComplete do
      assert(System.nanoTime < until, "the tags are known")
      Thread.sleep(1)

  test("once the tags are known, a condition on a new one reads nothing, however many were used and forgotten"):
    val storage = MemoryStorage()
    val count   = 2_000
    Using.resource(opened(storage)): journal =>
      for n <- 1 to count do ok(once(journal, s"tag-$n"))
      assert(journal.view.segments.size > 3)
    val counting = CountingStorage(storage)
    Using.resource(opened(counting)): journal =>
      // The first one reads, since nothing is known yet.
      ok(once(journal, "first")): Unit
      knowsAll(journal)
      val counts = counting.count:
        for n <- 1 to count do ok(once(journal, s"new-$n"))
      assert(counts.reads <= count / 100, s"$counts")
      for n <- 1 to count by 50 do
        assert(once(journal, s"tag-$n").isLeft, s"tag-$n")
        assert(once(journal, s"new-$n").isLeft, s"new-$n")
      val both = counting.count(for n <- 1 to 100 do ok(unless(journal, Query.tagged("tag-7", s"no-$n"), Offset.Begin)))
      assert(both.reads <= 1, s"$both")

  test("conditions are as exact as a list of the events, whatever is forgotten, deleted, compacted and opened again"):
    for seed <- 1 to Effort.fewNamesPrograms do
      val random  = Random(seed)
      val storage = MemoryStorage()
      var journal = opened(storage)
      var next    = 0
      def name    = s"tag-${random.nextInt(next + 3)}"
      try
        for step <- 1 to 120 do
          def what = s"seed $seed, step $step"
          random.nextInt(14) match
            case 0 => journal.endSegment()
            case 1 => if random.nextInt(3) == 0 then ok(journal.retain(RetentionRules(upTo = journal.durable))): Unit
            case 2 =>
              if random.nextInt(3) == 0 then ok(journal.compact(CompactionRules(_ => true, leastGain = 0))): Unit
            case 3 =>
              if random.nextInt(4) == 0 then
                journal.close()
                journal = opened(storage)
            case 4 => if random.nextInt(4) == 0 then settle(journal)
            case 5 =>
              ok(
                journal.append(s"s-${random.nextInt(3)}", ExpectedVersion.Any, Seq("x"), tags = Set(name)).await()
              ): Unit
            case _ =>
              val all   = ok(journal.readAll[String]().toVector)
              val tags  = Set(name, name).take(1 + random.nextInt(2))
              val query = Query.tagged(tags.head, tags.tail.toSeq*)
              // After what was deleted, nothing is missing.
              val after =
                if all.isEmpty || random.nextInt(3) > 0 then 0L else all(random.nextInt(all.size)).offset.sequence
              val want = all.find(record => record.offset.sequence > after && tags.subsetOf(record.tags)).map(_.offset)
              unless(journal, query, Offset(after), tags.head) match
                case Left(AppendError.Conflict(_, at)) => assertEquals(Some(at), want, what)
                case Left(error)                       => fail(s"$what: ${error.message}")
                case Right(_)                          => assertEquals(None, want, what)
              next += 1
      finally journal.close()

  // The tags are known once a condition has read for nothing.
  private def settle(journal: FileJournal): Unit =
    ok(once(journal, s"settled after ${journal.durable.sequence}")): Unit
    if journal.usedTags.hasBegun then knowsAll(journal)
