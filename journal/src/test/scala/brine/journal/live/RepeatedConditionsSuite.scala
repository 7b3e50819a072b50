package brine.journal.live

import brine.effort.Effort
import brine.journal.*
import brine.journal.storage.{CountingStorage, MemoryStorage, Storage}
import java.nio.file.Path
import scala.util.{Random, Using}

/** Conditions that are repeated, on what no event has. */
class RepeatedConditionsSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(30, "min")

  private val folder   = Path.of("/journal")
  private val settings = JournalSettings(segmentSize = 1 << 16, firstSegmentSize = 1 << 16, maxCachedNames = 1000)

  private def opened(storage: Storage, of: JournalSettings = settings): FileJournal =
    Journal.open(folder, of, storage) match
      case files: FileJournal => files
      case other              => fail(s"not in files: $other")

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  private def append(journal: Journal, stream: String, tags: String*): Appended =
    ok(journal.append(stream, ExpectedVersion.Any, Seq("x" * 200), tags = tags.toSet).await())

  private def unless(
      journal: Journal,
      condition: AppendCondition,
      stream: String,
      tags: String*
  ): Either[AppendError, Appended] =
    journal
      .appendAll(Seq(StreamAppend(stream, ExpectedVersion.Any, Seq("x" * 200), tags.toSet)), unless = Seq(condition))
      .await()

  private def unless(journal: Journal, query: Query): Either[AppendError, Appended] =
    unless(journal, AppendCondition(query, Offset.Begin), "s-1", "other")

  /** A journal of several segments; each event has one of two tags. */
  private def filled(): MemoryStorage =
    val storage = MemoryStorage()
    Using.resource(opened(storage)): journal =>
      for n <- 1 to 2_000 do append(journal, s"s-${n % 7}", if n % 2 == 0 then "a" else "b")
    storage

  test("tags of which no event has both are read once, then only what is newer"):
    val counting = CountingStorage(filled())
    Using.resource(opened(counting)): journal =>
      val both  = Query.tagged("a", "b")
      val first = counting.count(ok(unless(journal, both)): Unit)
      assert(first.reads > 50, s"$first")
      val again = counting.count(for _ <- 1 to 100 do ok(unless(journal, both)))
      assert(again.reads <= 5, s"$again")
      append(journal, "s-1", "b", "c", "a"): Unit
      assert(unless(journal, both).isLeft)

  test("a clause without names is not read again, also beside a new one"):
    val counting = CountingStorage(filled())
    Using.resource(opened(counting)): journal =>
      val fixed = Query.category("none")
      val first = counting.count(ok(unless(journal, fixed)): Unit)
      knowsAll(journal)
      val again = counting.count(for n <- 1 to 50 do ok(unless(journal, fixed or Query.tagged(s"new-$n"))))
      // What was appended since: from the current segment, perhaps all of it.
      assert(again.bytes / 50 < first.bytes / 3, s"$first, then $again")
      append(journal, "none-1", "x"): Unit
      assert(unless(journal, fixed).isLeft)

  test("pairs of tags that are new each time ask merged indexes once for each tag"):
    val counting = CountingStorage(MemoryStorage())
    Using.resource(opened(counting)): journal =>
      for n <- 1 to 64 do
        val name = if n % 2 == 0 then "a" else "b"
        append(journal, "s-1", (n / 2 % 8 until 48 by 8).map(at => s"$name-$at")*): Unit
        // So that the pages of a merged index do not all stay in memory.
        for part <- 1 to 8 do append(journal, "s-1", (1 to 200).map(at => s"other-$n-$part-$at")*): Unit
        journal.endSegment()
      journal.mergeIndexes()
      def ask(a: Int, b: Int): Unit   = ok(unless(journal, Query.tagged(s"a-$a", s"b-$b"))): Unit
      def other(b: Int, a: Int): Unit = ok(unless(journal, Query.tagged(s"b-$b", s"a-$a"))): Unit
      ask(0, 0)
      knowsAll(journal)
      val each = counting.count:
        for n <- 1 to 47 do ask(n, n)
        // The tag that is named first is looked for in all segments.
        for n <- 0 to 47 do other(n, (n + 24) % 48)
      assert(each.reads >= 40, s"$each")
      val pairs = counting.count(for a <- 0 to 47; apart <- 1 to 3 do ask(a, (a + apart) % 48))
      assert(pairs.reads <= 5, s"$pairs")
      append(journal, "s-1", "a-3", "b-4"): Unit
      assert(unless(journal, Query.tagged("a-3", "b-4")).isLeft)
      journal.endSegment()
      assert(unless(journal, Query.tagged("a-3", "b-4")).isLeft)

  /** Waits until the journal knows all tags. */
  private def knowsAll(journal: FileJournal): Unit =
    val until = System.nanoTime + 60_000_000_000L
    while !journal.usedTags.isComplete do
      assert(System.nanoTime < until, "the tags are known")
      Thread.sleep(1)

  test("conditions are as exact as a list of the events, however much of them is known"):
    for seed <- 1 to Effort.fewNamesPrograms do
      val random  = Random(seed)
      val storage = MemoryStorage()
      val names   = settings.copy(maxCachedNames = if random.nextBoolean() then 1 + random.nextInt(3) else 1000)
      val queries = Vector.fill(3)(query(random))
      var journal = opened(storage, names)
      try
        for step <- 1 to 100 do
          def what = s"seed $seed, step $step"
          random.nextInt(16) match
            case 0 => journal.endSegment()
            case 1 => if random.nextInt(3) == 0 then ok(journal.retain(RetentionRules(upTo = journal.durable))): Unit
            case 2 =>
              if random.nextInt(3) == 0 then ok(journal.compact(CompactionRules(_ => true, leastGain = 0))): Unit
            case 3 =>
              if random.nextInt(4) == 0 then
                journal.close()
                journal = opened(storage, names)
            case 4 | 5 | 6 => append(journal, stream(random), tags(random)*): Unit
            case _         =>
              val of    = if random.nextInt(4) == 0 then query(random) else queries(random.nextInt(queries.size))
              val after = if random.nextBoolean() then 0L else random.nextInt(journal.durable.sequence.toInt + 1).toLong
              check(journal, AppendCondition(of, Offset(after)), random, what)
      finally journal.close()

  private def check(journal: Journal, condition: AppendCondition, random: Random, what: => String): Unit =
    val kept  = ok(journal.readAll[String]().toVector)
    val after = condition.after.sequence
    val want  = kept
      .find(record => record.offset.sequence > after && condition.query.matches(record.stream, record.tags, None))
      .map(_.offset)
    // Whether the condition is about events that retention may have deleted.
    val isGone = after > 0 && kept.headOption.forall(_.offset.sequence > after + 1)
    unless(journal, condition, stream(random), tags(random)*) match
      case Left(AppendError.Conflict(of, at)) =>
        assertEquals(of, condition, what)
        assertEquals(Some(at), want, what)
      case Left(AppendError.Unreadable(_: ReadError.Gone)) => assert(isGone, what)
      case Left(error)                                     => fail(s"$what: ${error.message}")
      case Right(_)                                        => assertEquals(None, want, what)

  private def one(random: Random, of: String*): String = of(random.nextInt(of.size))
  private def stream(random: Random): String           = one(random, "x-1", "x-2", "y-1")
  private def tags(random: Random): Seq[String]        = Seq("a", "b", "c").filter(_ => random.nextInt(3) == 0)

  // No kinds: what is appended has none.
  private def query(random: Random): Query =
    def tag    = one(random, "a", "b", "c", "d")
    def clause = random.nextInt(6) match
      case 0 => Query.stream(stream(random)) and Query.tagged(tag)
      case 1 => Query.category(one(random, "x", "y", "z")) and Query.tagged(tag)
      case 2 => Query.category("z")
      case 3 => Query.tagged(tag)
      case _ => Query.tagged(tag, tag)
    if random.nextInt(3) == 0 then clause or clause or clause else clause
