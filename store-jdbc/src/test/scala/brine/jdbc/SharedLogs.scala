package brine.jdbc

import brine.effort.Effort
import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import java.util.UUID
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}
import scala.jdk.CollectionConverters.*
import scala.util.Random

/** Several logs of one database, each with a writer, connections and memory of its own: stand-ins for processes. */
abstract class SharedLogs(make: () => TestDatabase) extends DatabaseSuite(make):
  private val Racers = 6

  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(120, "min")

  test("of 16 racers in three logs on one boundary, one wins, and the others learn where"):
    logs(3): all =>
      appended(all.head.append("first", "event"))
      for round <- 1 to Effort.sqlRaces do
        val random  = Random(round)
        val known   = all(round % 3).durable
        val tag     = s"round-$round"
        val results = atOnce(16): racer =>
          val query = racer % 3 match
            case 0 => Query.tagged(tag)
            case 1 => Query.tagged(tag, "all")
            case _ => Query.tagged(tag) and Query.kinds("String") or Query.tagged("absent")
          val events = Vector.fill(1 + random.nextInt(3))(s"$racer")
          val parts  = Vector(StreamAppend(s"s$racer", ExpectedVersion.Any, events, Set(tag, "all")))
          // Two at once: they may be in one group.
          val twice = Vector.fill(2)(all(racer % 3).appendAll(parts, unless = Seq(AppendCondition(query, known))))
          twice.map(done)
        val won = results.flatten.collect { case Right(result) => result }
        assertEquals(won.size, 1, s"round $round: $results")
        results.flatten.foreach:
          case Left(AppendError.Conflict(_, at)) => assertEquals(at, won.head.first, s"round $round")
          case Left(error)                       => fail(s"round $round: ${error.message}")
          case Right(_)                          => ()
      for log <- all do assertEquals(offsets(log), (1L to log.durable.sequence).toVector)

  test("of racers in three logs that expect one version, or have one key, one wins"):
    logs(3): all =>
      for round <- 0 until Effort.sqlBoundaries do
        val key     = UUID(round, 7)
        val results = atOnce(Racers): racer =>
          val log = all(racer % 3)
          if round % 2 == 0 then done(log.append("s", ExpectedVersion(round), Seq("x")))
          else done(log.append("s", ExpectedVersion.Any, Seq("x"), Some(key)))
        val won = results.collect { case Right(result) => result }
        assertEquals(won.map(_.version), Vector(round + 1L), s"round $round: $results")
        results
          .collect { case Left(error) => error }
          .foreach:
            case AppendError.WrongVersion("s", expected, actual) =>
              assertEquals((expected, actual), (round.toLong, round + 1L))
            case AppendError.Duplicate(original) => assertEquals(original, won.head)
            case error                           => fail(error.message)
        for log <- all do assertEquals(log.version("s"), Right(round + 1L))

  test("logs that save the same snapshot at once all do, and one of them is there"):
    logs(3): all =>
      appended(all.head.append("first", "event"))
      for round <- 1 to Effort.sqlBoundaries do
        val saved = atOnce(3)(number => all(number).snapshots.save(s"name-${round % 5}", Offset(1), s"$round $number"))
        assertEquals(saved.flatMap(_.left.toOption).map(_.message), Vector.empty, s"round $round")
        val found = all.head.snapshots.latest[String](s"name-${round % 5}")
        assert(found.exists(_.exists(_.state.startsWith(s"$round "))), s"round $round: $found")

  test("who follows one log gets what all append, each once, in order, without a gap"):
    logs(3): all =>
      val seen         = ConcurrentLinkedQueue[Long]()
      val subscription =
        all.head.subscribe[String](Offset.Begin)(record => seen.add(record.offset.sequence): Unit)
      val each = Effort.sqlBoundaries * 5
      atOnce(Racers): racer =>
        for i <- 1 to each do appended(all(racer % 3).append(s"s$racer", s"$i"))
      val last = Racers.toLong * each
      eventually(s"the subscription reaches $last, it is at ${subscription.offset}; ${subscription.failure}"):
        subscription.failure.foreach(throw _)
        subscription.offset.sequence >= last
      subscription.close()
      within(subscription.awaitEnd())
      assertEquals(seen.asScala.toVector, (1L to last).toVector)
      // The appends of each thread are in its order.
      for racer <- 0 until Racers do
        assertEquals(ok(all.last.read[String](s"s$racer").toVector).map(_.value), (1 to each).map(_.toString).toVector)

  test("a log that appends nothing follows the others, and waits for them"):
    logs(2): all =>
      val seen         = ConcurrentLinkedQueue[String]()
      val subscription = all(0).subscribe[String](Offset.Begin)(record => seen.add(record.value): Unit)
      // Nothing else looks for events here: records that wait would.
      for i <- 1 to 5 do
        appended(all(1).append("s", s"$i"))
        eventually(s"the subscription gets $i; ${subscription.failure}")(seen.size == i)
      val records = all(0).readAllAfter[String](Offset(5))
      for i <- 6 to 10 do
        val waits = started(records.await(patience))
        appended(all(1).append("s", s"$i"))
        assertEquals(ok(waits()).map(_.value), Some(s"$i"))
      assert(!all(0).source.awaitBeyond(Offset(10), 50_000_000), "there is no event after the last")
      subscription.close()
      records.close()

  test("a writer that stops in the middle of its transaction makes no reader skip its events"):
    val settings        = database.fresh().withRetryFor(java.time.Duration.ofMinutes(2))
    val faults          = Faults(database.url)
    val (stopped, gate) = (CountDownLatch(1), CountDownLatch(1))
    val stopping        = JdbcEventLog.open(faults.source, settings)
    try
      logs(2, settings): all =>
        appended(all(0).append("a", "first"))
        val seen         = ConcurrentLinkedQueue[String]()
        val subscription = all(1).subscribe[String](Offset.Begin)(record => seen.add(record.value): Unit)
        faults.atCommit = commit =>
          stopped.countDown()
          gate.await(patience.toNanos, TimeUnit.NANOSECONDS): Unit
          commit()
        val slow = stopping.append("a", ExpectedVersion(1), Seq("of who stops", "and another"))
        assert(stopped.await(patience.toNanos, TimeUnit.NANOSECONDS))
        // Others wait for it, and nobody sees what comes after it first.
        val later = Vector(all(0).append("b", "later"), all(1).append("c", "later"))
        eventually("the subscription has the first event")(seen.size == 1)
        for log <- all do
          assertEquals(texts(log), Vector("first"))
          assertEquals(log.durable, Offset(1))
          assertEquals(log.version("a"), Right(1L))
        assert(!slow.isComplete && later.forall(!_.isComplete))
        gate.countDown()
        assertEquals(appended(slow).first, Offset(2))
        assertEquals(later.map(appended(_).first.sequence).sorted, Vector(4L, 5L))
        eventually("the subscription reaches the last event")(subscription.offset.sequence >= 5)
        subscription.close()
        assertEquals(seen.asScala.toVector, Vector("first", "of who stops", "and another", "later", "later"))
    finally
      gate.countDown()
      within(stopping.close())

  test("times do not decrease, though a process has a clock that is behind"):
    val settings         = database.fresh()
    def at(time: String) =
      settings.withClock(java.time.Clock.fixed(java.time.Instant.parse(time), java.time.ZoneOffset.UTC))
    val all = Vector("2026-01-01T00:00:02Z", "2026-01-01T00:00:01Z", "2026-01-01T00:00:03Z")
      .map(time => JdbcEventLog.open(database.source, at(time)))
    try
      for log <- all do appended(log.append("s", "x"))
      val times = ok(all.head.readAll[String]().toVector).map(_.at.getEpochSecond % 60)
      assertEquals(times, Vector(2L, 2L, 3L))
      assertEquals(all.head.offsetAt(java.time.Instant.parse("2026-01-01T00:00:02.000000001Z")), Right(Offset(3)))
    finally within(all.foreach(_.close()))

  test("a random program gives in two logs at once what it gives in a log in memory"):
    for seed <- 1 to Effort.sqlTwins do
      logs(2): all =>
        val memory = MemoryEventLog()
        try
          val random                                          = Random(seed)
          var journal                                         = Vector.empty[String]
          def same(what: String, found: Any, want: Any): Unit =
            journal :+= what
            if found != want then fail(s"seed $seed: $found, not $want, after\n${journal.mkString("\n")}")
          // Times differ, and nothing else.
          def timeless(result: Either[AppendError, Appended]) = result.map(_.copy(at = java.time.Instant.EPOCH)) match
            case Left(AppendError.Duplicate(known)) =>
              Left(AppendError.Duplicate(known.copy(at = java.time.Instant.EPOCH)))
            case other => other
          def records(log: EventLog)(read: EventLogReader => Records[Stored]) = read(log).toVector.map(
            _.map(one => (one.offset, one.stream, one.version, one.tags, one.key, one.value.bytes.toVector))
          )
          for step <- 1 to 60 do
            val log = all(random.nextInt(2))
            random.nextInt(8) match
              case 0 | 1 | 2 | 3 =>
                val program = RandomAppend(random, memory)
                same(s"$step: $program", timeless(done(program.run(log))), timeless(done(program.run(memory))))
              case 4 =>
                val stream = RandomAppend.stream(random)
                same(s"$step: version of $stream", log.version(stream), memory.version(stream))
              case 5 =>
                val (stream, from) = (RandomAppend.stream(random), random.nextInt(4).toLong)
                val both           = Vector(log, memory).map(records(_)(_.read[Stored](stream, from)))
                same(s"$step: read $stream from $from", both.head, both.last)
              case 6 =>
                val query = RandomAppend.query(random)
                val after = Offset(random.nextInt(memory.durable.sequence.toInt + 2))
                log.durable: Unit
                val both = Vector(log, memory).map(records(_)(_.readQueryAfter[Stored](query, after)))
                same(s"$step: read $query after $after", both.head, both.last)
              case _ => same(s"$step: durable", log.durable, memory.durable)
          for log <- all do
            log.durable: Unit
            same("all", records(log)(_.readAll[Stored]()), records(memory)(_.readAll[Stored]()))
        finally memory.close()

/** On SQLite. */
class SqliteSharedSuite extends SharedLogs(() => TestDatabase.Sqlite())

/** On PostgreSQL. */
class PostgresqlSharedSuite extends SharedLogs(() => TestDatabase.Postgresql())

/** On MariaDB. */
class MariadbSharedSuite extends SharedLogs(() => TestDatabase.Mariadb())
