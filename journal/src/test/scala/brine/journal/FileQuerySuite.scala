package brine.journal

import brine.codec.Codec
import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import scala.util.Random

object FileQuerySuite:
  enum Event:
    case Small(number: Int)
    case Long(text: String)
    case Empty

  object Event:
    implicit val codec: Codec[Event] = Codec.derived

/** Queries and conditions in files: ended segments with their indexes, the current one, other processes, and what
  * maintenance removes.
  */
class FileQuerySuite extends munit.FunSuite:
  import FileQuerySuite.Event

  private val folder   = Path.of("data")
  private val settings = JournalSettings(segmentSize = 1 << 16, firstSegmentSize = 1 << 16)

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  private def filled(seed: Int, count: Int): MemoryStorage =
    val storage = MemoryStorage()
    val journal = Journal.open(folder, settings, storage)
    try
      val random = Random(seed)
      (1 to count)
        .map: i =>
          val event = random.nextInt(3) match
            case 0 => Event.Small(i)
            case 1 => Event.Long("x" * random.nextInt(100))
            case _ => Event.Empty
          val tags = Set("half", "tenth", "rare").filter: tag =>
            random.nextInt(if tag == "half" then 2 else if tag == "tenth" then 10 else 300) == 0
          journal.append(
            s"${"abc" (random.nextInt(3))}-${random.nextInt(4)}",
            ExpectedVersion.Any,
            Vector(event),
            tags = tags
          )
        .foreach(done => ok(done.await()))
    finally journal.close()
    storage

  private def query(random: Random, depth: Int = 2): Query =
    def pick(choices: String*) = choices(random.nextInt(choices.size))
    random.nextInt(if depth == 0 then 5 else 9) match
      case 0 | 1 => Query.tagged(pick("half", "tenth", "rare", "none"))
      case 2     => Query.tagged(pick("half", "rare"), pick("tenth", "half"))
      case 3     => Query.kinds(pick("Small", "Long", "Empty", "none"))
      case 4     =>
        if random.nextBoolean() then Query.stream(pick("a-1", "b-2", "none")) else Query.category(pick("a", "z"))
      case more =>
        val (one, two) = (query(random, depth - 1), query(random, depth - 1))
        if more % 2 == 0 then one and two else one or two

  private def same(log: JournalReader, all: Vector[Record[Stored]], seed: Int): Unit =
    val random = Random(seed)
    for _ <- 1 to 60 do
      val one   = query(random)
      val after = if random.nextBoolean() then 0L else all(random.nextInt(all.size)).offset.sequence
      val want  = all.filter(record => record.offset.sequence > after && isIn(one, record)).map(_.offset)
      val found = ok(log.readQueryAfter[Stored](one, Offset(after)).toVector)
      assertEquals(found.map(_.offset), want, s"seed $seed: $one after $after")
      val from  = ok(log.readQuery[Stored](one, Offset(after)).toVector)
      val first = all.filter(record => record.offset.sequence == after && isIn(one, record)).map(_.offset)
      assertEquals(from.map(_.offset), first ++ want, s"seed $seed: $one from $after on")

  private def isIn(query: Query, record: Record[Stored]): Boolean =
    query.matches(record.stream, record.tags, record.value.schema.cases.name(record.value.bytes))

  test("a query selects the same events in every segment, in the writing process and in another, also when compacted"):
    val storage = filled(seed = 1, count = 6_000)
    val journal = Journal.open(folder, settings, storage)
    val reader  = JournalReader.open(folder, settings, storage)
    try
      assert(storage.list(folder).count(_.endsWith(".seg")) > 3 || storage.list(folder).size > 6, storage.list(folder))
      val all = ok(journal.readAll[Stored]().toVector)
      same(journal, all, seed = 2)
      same(reader, all, seed = 3)
      journal.endSegment()
      ok(journal.compact(CompactionRules(_.startsWith("c-")))): Unit
      val kept = ok(journal.readAll[Stored]().toVector)
      assert(kept.size < all.size)
      same(journal, kept, seed = 4)
      same(reader, kept, seed = 5)
    finally
      reader.close()
      journal.close()

  private def conflict(journal: Journal, query: Query, after: Long): Either[AppendError, Appended] =
    val part = StreamAppend("other", ExpectedVersion.Any, Vector("x"))
    journal.appendAll(Seq(part), unless = Seq(AppendCondition(query, Offset(after)))).await()

  test("conditions name the first event that matches, in whatever segment it is"):
    val storage = filled(seed = 6, count = 6_000)
    val journal = Journal.open(folder, settings, storage)
    try
      val random = Random(7)
      for _ <- 1 to 100 do
        val all   = ok(journal.readAll[Stored]().toVector)
        val one   = query(random)
        val after = if random.nextInt(3) == 0 then 0L else all(random.nextInt(all.size)).offset.sequence
        val want  = all.find(record => record.offset.sequence > after && isIn(one, record)).map(_.offset)
        conflict(journal, one, after) match
          case Left(AppendError.Conflict(condition, at)) =>
            assertEquals(Some(at), want, s"$one after $after")
            assertEquals(condition, AppendCondition(one, Offset(after)))
          case Left(error) => fail(s"$error")
          case Right(_)    => assertEquals(want, None, s"$one after $after")
    finally journal.close()

  test("of what retention has deleted, a condition says so; from the beginning on, what is kept counts"):
    val storage = filled(seed = 8, count = 6_000)
    val journal = Journal.open(folder, settings, storage)
    try
      val retained = ok(journal.retain(RetentionRules(upTo = Offset(3_000))))
      assert(retained.first.sequence > 1_000)
      val half = Query.tagged("half")
      assertEquals(conflict(journal, half, after = 5), Left(AppendError.Unreadable(ReadError.Gone(retained.first))))
      assertEquals(journal.readQuery[Stored](half, Offset(5)).toVector, Left(ReadError.Gone(retained.first)))
      // After the last one that was deleted, nothing is missing.
      val last = retained.first.sequence - 1
      assert(conflict(journal, half, after = last - 1).left.exists(_.isInstanceOf[AppendError.Unreadable]))
      assert(conflict(journal, half, after = last).left.exists(_.isInstanceOf[AppendError.Conflict]))
      assertEquals(journal.readQuery[Stored](half, Offset(1)).toVector, Left(ReadError.Gone(retained.first)))
      val kept = ok(journal.readQuery[Stored](half).toVector)
      for records <- Vector(journal.readQuery[Stored](half, retained.first), journal.readQueryAfter(half, Offset(last)))
      do assertEquals(ok(records.toVector).map(_.offset), kept.map(_.offset))
      assertEquals(
        conflict(journal, half, after = 0),
        Left(AppendError.Conflict(AppendCondition(half, Offset(0)), kept.head.offset))
      )
      assert(conflict(journal, Query.tagged("none"), after = 0).isRight)
      assert(conflict(journal, half, after = 6_000).isRight)
    finally journal.close()

  test("what was deleted since the journal has compared conditions does not match either"):
    for
      query  <- Vector(Query.tagged("t"), Query.kinds("Empty"), Query.stream("s-1"))
      delete <- Vector[Journal => Any](
        journal => ok(journal.retain(RetentionRules(upTo = Offset(2)))),
        journal => ok(journal.compact(CompactionRules(_ == "s-1", leastGain = 0)))
      )
    do
      val journal = Journal.open(folder, settings, MemoryStorage())
      try
        def claim() = conflict(journal, query, after = 0)
        val before  = Seq(AppendCondition(Query.tagged("other"), Offset.Begin))
        val first   = StreamAppend("s-1", ExpectedVersion.Any, Vector(Event.Empty), Set("t"))
        ok(journal.appendAll(Seq(first), unless = before).await()): Unit
        assertEquals(claim().left.map(_.getClass.getSimpleName), Left("Conflict"))
        // Compaction keeps the last event of a stream.
        ok(journal.append("s-1", ExpectedVersion.Any, Vector(Event.Small(1))).await()): Unit
        journal.endSegment(): Unit
        delete(journal): Unit
        val kept = ok(journal.readQuery[Stored](query).toVector).headOption.map(_.offset)
        assertEquals(claim().left.toOption, kept.map(AppendError.Conflict(AppendCondition(query, Offset.Begin), _)))
      finally journal.close()

  test("a key that was used and a wrong version come before what a condition cannot know"):
    val journal = Journal.open(folder, settings, MemoryStorage())
    try
      val key     = Some(java.util.UUID.randomUUID)
      val unknown = Seq(AppendCondition(Query.tagged("x"), Offset(1)))
      def pay(expected: ExpectedVersion, key: Option[java.util.UUID]) =
        val part = StreamAppend("b", expected, Vector(Event.Empty), Set("x"))
        journal.appendAll(Seq(part), key, unless = unknown).await()
      for i <- 1 to 2 do ok(journal.append("a", ExpectedVersion.Any, Vector(Event.Small(i)), tags = Set("x")).await())
      journal.endSegment(): Unit
      val paid = ok(journal.appendAll(Seq(StreamAppend("b", ExpectedVersion.Any, Vector(Event.Empty))), key).await())
      val kept = ok(journal.retain(RetentionRules(upTo = Offset(2)))).first
      assertEquals(kept, Offset(3))
      assertEquals(pay(ExpectedVersion.Any, key), Left(AppendError.Duplicate(paid)))
      assertEquals(pay(ExpectedVersion(0), None), Left(AppendError.WrongVersion("b", 0, 1)))
      assertEquals(pay(ExpectedVersion(1), None), Left(AppendError.Unreadable(ReadError.Gone(kept))))
      assertEquals(journal.version("b"), Right(1L))
    finally journal.close()

  test("an append that waits for no room, and one by a listener, know what conflicts"):
    val journal = Journal.open(folder, settings, MemoryStorage())
    try
      val told                             = java.util.concurrent.LinkedBlockingQueue[Either[AppendError, Offset]]()
      val condition                        = Seq(AppendCondition(Query.tagged("t"), Offset.Begin))
      def append(to: AppendListener): Unit =
        val part = StreamAppend("s", ExpectedVersion.Any, Vector("x"), Set("t"))
        journal.appendEncoded(EncodedAppend(Seq(part), conditions = condition), to, 0, waits = false)
      val listener = new AppendListener:
        def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
          told.add(Right(first))
          append(this) // on the writer's thread
        def rejected(context: Long, error: AppendError): Unit = told.add(Left(error)): Unit
      // The first one may have to wait for the writer to remember events, and may not.
      var first: Either[AppendError, Offset] = Left(AppendError.Full)
      while first == Left(AppendError.Full) do
        append(listener)
        first = told.take()
      assertEquals(first, Right(Offset(1)))
      assertEquals(told.take(), Left(AppendError.Conflict(condition.head, Offset(1))))
    finally journal.close()
