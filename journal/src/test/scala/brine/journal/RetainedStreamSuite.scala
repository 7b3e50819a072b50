package brine.journal

import brine.journal.maintenance.ClosedJournal.{fill, ok, settings}
import brine.journal.storage.MemoryStorage
import java.nio.file.Path

/** What of a stream can be read after retention has deleted its first events. */
class RetainedStreamSuite extends munit.FunSuite:
  private val folder  = Path.of("data")
  private val storage = MemoryStorage()

  // A journal of 3,000 events in seven streams, without its first segments, and a stream that began after them.
  private val retained =
    val journal = Journal.open(folder, settings, storage)
    try
      fill(journal, 3000)
      val done = ok(journal.retain(RetentionRules(upTo = Offset(2000))))
      ok(journal.append("late", "first").await()): Unit
      done
    finally journal.close()

  // The version of the first event of `s1` that is kept.
  private val first = 1 + (1 until retained.first.sequence.toInt).count(number => (number - 1) % 7 == 1)

  private def check(open: () => JournalReader): Unit =
    val reader = open()
    try
      def versions(from: Long) = reader.read[String]("s1", from).toVector.map(_.map(_.version))
      val gone                 = Left(ReadError.Gone(retained.first))
      assertEquals(reader.read[String]("s1").toVector, gone)
      for from <- Seq(1, 2, first - 1) do assertEquals(versions(from), gone)
      val last = ok(reader.version("s1"))
      assertEquals(versions(first), Right((first.toLong to last).toVector))
      assertEquals(versions(first + 3), Right((first + 3L to last).toVector))
      assertEquals(versions(0), Right((first.toLong to last).toVector))
      assertEquals(versions(last + 1), Right(Vector.empty))
      assertEquals(reader.read[String]("late").toVector.map(_.map(_.value)), Right(Vector("first")))
      assertEquals(reader.read[String]("never").toVector, Right(Vector.empty))
    finally reader.close()

  test("from a version that was deleted it is an error, in the writing process and in others"):
    check(() => Journal.open(folder, settings, storage))
    check(() => JournalReader.open(folder, settings, storage))

  test("a subscription of a stream from an offset that was deleted ends with an error, as all others do"):
    val reader = JournalReader.open(folder, settings, storage)
    try
      for filter <- Seq(Filter.All, Filter.Stream("s1"), Filter.Tagged("five")) do
        // The first event, too: from Begin on is what is kept, and from the first event on is a promise of all.
        val from  = Seq(1, 5).map(Offset(_)) :+ Offset(retained.first.sequence - 1)
        val after = Seq(1, 5).map(Offset(_)) :+ Offset(retained.first.sequence - 2)
        val all   = from.map(at => (s"from $at", reader.subscribe[String](at, filter)(_ => ()))) ++
          after.map(at => (s"after $at", reader.subscribeAfter[String](at, filter)(_ => ())))
        for (where, subscription) <- all do
          subscription.awaitEnd()
          assertEquals(
            subscription.failure.collect { case error: JournalException => error.error },
            Some(ReadError.Gone(retained.first)),
            s"$filter $where"
          )
    finally reader.close()

  test("what says where to read on is right: the error, what retention returns, and the time of the first event"):
    for open <- Seq(() => Journal.open(folder, settings, storage), () => JournalReader.open(folder, settings, storage))
    do
      val reader = open()
      try
        val all = ok(reader.readAll[String]().toVector)
        assertEquals(all.head.offset, retained.first)
        reader.readAll[String](from = Offset(1)).toVector match
          case Left(ReadError.Gone(first)) => assertEquals(ok(reader.readAll[String](first).toVector), all)
          case other                       => fail(s"$other")
        assertEquals(ok(reader.readAllAfter[String](Offset(retained.first.sequence - 1)).toVector), all)
        assertEquals(reader.offsetAt(java.time.Instant.MIN), Right(retained.first))
        assertEquals(reader.offsetAt(java.time.Instant.MAX), Right(Offset(all.last.offset.sequence + 1)))
        val info = ok(brine.journal.tools.JournalInfo.of(folder, settings, storage))
        assertEquals((info.first, info.records), (retained.first, all.size.toLong))
      finally reader.close()

  test("from the beginning, all events, a tag and a subscription start with what is kept"):
    val reader = JournalReader.open(folder, settings, storage)
    try
      val all = ok(reader.readAll[String]().toVector)
      assertEquals(all.head.offset, retained.first)
      assertEquals(ok(reader.readTagged[String]("five").toVector), all.filter(_.tags("five")))
      val seen         = java.util.concurrent.LinkedBlockingQueue[Offset]()
      val subscription = reader.subscribe[String](Offset.Begin, Filter.Stream("s1"))(record => seen.put(record.offset))
      assertEquals(seen.take(), all.filter(_.stream == "s1").head.offset)
      subscription.close()
    finally reader.close()

  test("segments that are deleted beneath the reader of a stream are an error"):
    val own     = MemoryStorage()
    val journal = Journal.open(folder, settings, own)
    try
      fill(journal, 3000)
      val records = journal.read[String]("s1")
      for _ <- 1 to 3 do assert(records.next().exists(_.isDefined))
      ok(journal.retain(RetentionRules(upTo = Offset(2900)))): Unit
      var last  = 3L
      var error = Option.empty[ReadError]
      while error.isEmpty && last < 1000 do
        records.next() match
          case Right(Some(record)) =>
            assertEquals(record.version, last + 1)
            last += 1
          case Right(None)   => fail(s"the records ended after version $last")
          case Left(problem) => error = Some(problem)
      assert(error.exists(_.isInstanceOf[ReadError.Gone]), s"$error")
    finally journal.close()
