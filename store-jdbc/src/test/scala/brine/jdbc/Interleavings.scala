package brine.jdbc

import brine.effort.Effort
import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import java.util.UUID
import java.util.concurrent.{ConcurrentHashMap, CountDownLatch, TimeUnit}
import java.util.concurrent.atomic.AtomicInteger
import scala.jdk.CollectionConverters.*
import scala.util.Random

/** What others do between two statements of an append, and connections that are cut at any of them. */
abstract class Interleavings(make: () => TestDatabase) extends TwoLogs(make):
  test("whatever another log appends between two statements of an append, both give what a log in memory gives"):
    compared: (log, faults, other, memory, random) =>
      // Some steps alone, so that the log expects to be alone.
      val second          = Option.when(random.nextInt(3) == 0)(RandomAppend(random, memory))
      val at              = random.nextInt(4)
      var seen            = 0
      var both: Results   = Vector.empty
      def another(): Unit =
        for program <- second if both.isEmpty do
          // On another thread: one of a store cannot wait.
          val found = within(timeless(done(program.run(other))))
          both :+= (s"other: $program", found, within(timeless(done(program.run(memory)))))
      val first = RandomAppend(random, memory)
      faults.whileFree = () =>
        if isWriter then
          if seen == at then another()
          seen += 1
      val result = timeless(done(first.run(log)))
      faults.whileFree = () => ()
      both :+ (s"$first", result, timeless(done(first.run(memory))))

  test("appends of one group give what they give one after the other in a log in memory"):
    compared: (log, faults, other, memory, random) =>
      if random.nextInt(5) == 0 then appended(other.append("s-0", "of another")): Unit
      if other.durable != memory.durable then appended(memory.append("s-0", "of another")): Unit
      val programs = Vector.fill(1 + random.nextInt(5))(RandomAppend(random, memory))
      // The first one waits in its transaction until the others are there.
      val gate = CountDownLatch(1)
      faults.atStatement = (_, _) => if isWriter then gate.await(patience.toNanos, TimeUnit.NANOSECONDS): Unit
      val all = programs.map(_.run(log))
      gate.countDown()
      val found = all.map(one => timeless(done(one)))
      faults.atStatement = (_, _) => ()
      programs.zip(found).map((program, result) => (s"$program", result, timeless(done(program.run(memory)))))

  test("a connection that is cut at any statement of an append makes nothing twice, and loses nothing that is done"):
    for seed <- 1 to Effort.sqlInterleavings do
      two(): (log, faults, other) =>
        val memory  = MemoryEventLog()
        val random  = Random(seed)
        var journal = Vector.empty[String]
        try
          for step <- 1 to 40 do
            val left   = AtomicInteger(if random.nextInt(2) == 0 then Int.MaxValue else random.nextInt(12))
            val writes = if random.nextInt(5) == 0 then other else log
            // Each statement and each commit is cut before it or after it.
            def cut(): Unit = if isWriter && left.getAndDecrement() == 0 then throw Faults.lost
            faults.atStatement = (_, _) => cut()
            faults.afterStatement = () => cut()
            faults.atCommit = commit =>
              cut()
              commit()
              cut()
            val program = RandomAppend(random, memory)
            val before  = other.durable.sequence
            val result  = timeless(done(program.run(writes)))
            faults.atStatement = (_, _) => ()
            faults.afterStatement = () => ()
            faults.atCommit = _()
            journal :+= s"$step: $program: $result"
            def told = s"seed $seed, after\n${journal.mkString("\n")}"
            result match
              case Left(AppendError.OutcomeUnknown(first, last, _)) =>
                assertEquals(first.sequence, before + 1, told)
                val after = other.durable.sequence
                // As a whole, or not at all
                assert(after == before || after == last.sequence, s"$after, $told")
                if after > before then assert(done(program.run(memory)).isRight, told)
              case Left(AppendError.Unreadable(_)) => assertEquals(other.durable.sequence, before, told)
              case certain                         => assertEquals(certain, timeless(done(program.run(memory))), told)
          for each <- Vector(log, other) do
            assertEquals(content(each), content(memory), s"seed $seed, after\n${journal.mkString("\n")}")
        finally memory.close()

  test("threads over three logs whose connections are cut get each append once, dense, in order of versions"):
    for seed <- 1 to Effort.sqlInterleavings do
      val settings = database.fresh()
      val faults   = Vector.fill(3)(Faults(database.url))
      val all      = faults.map(fault => JdbcEventLog.open(fault.source, settings))
      val known    = ConcurrentHashMap[String, Either[AppendError, Appended]]()
      val random   = Random(seed)
      def cut()    = if isWriter && random.nextInt(60) == 0 then throw Faults.lost
      try
        for fault <- faults do
          fault.afterStatement = () => cut()
          fault.atCommit = commit =>
            cut()
            commit()
            cut()
        atOnce(6): thread =>
          val own = Random(seed * 100 + thread)
          for i <- 1 to 25 do
            // Bursts of one log, so that it is alone for a while.
            val log      = all(if i % 8 < 5 then 0 else own.nextInt(3))
            val stream   = s"s-${own.nextInt(3)}"
            val expected =
              if own.nextBoolean() then ExpectedVersion.Any else ExpectedVersion(log.version(stream).getOrElse(0L))
            val events = Vector.tabulate(1 + own.nextInt(2))(at => s"$thread.$i.$at")
            val key    = Option.when(own.nextBoolean())(UUID(thread, i / 2))
            known.put(s"$thread.$i", done(log.append(stream, expected, events, key))): Unit
        for fault <- faults do
          fault.afterStatement = () => ()
          fault.atCommit = _()
        val found = ok(all.head.readAllAfter[String](Offset.Begin).toVector)
        assertEquals(found.map(_.offset.sequence), (1L to all.head.durable.sequence).toVector, s"seed $seed")
        for (stream, events) <- found.groupBy(_.stream) do
          assertEquals(events.map(_.version), (1L to events.size.toLong).toVector, s"seed $seed, $stream")
        val keys = found.flatMap(_.key).distinct
        assertEquals(found.filter(_.value.endsWith(".0")).flatMap(_.key).size, keys.size, s"seed $seed")
        val byAppend = found.groupBy(_.value.split('.').take(2).mkString("."))
        for (append, result) <- known.asScala do
          val there = byAppend.getOrElse(append, Vector.empty)
          assertEquals(there.map(_.value).distinct.size, there.size, s"seed $seed: $append is there twice")
          result match
            case Right(done) =>
              assertEquals(there.map(_.offset), (done.first.sequence to done.last.sequence).map(Offset(_)).toVector)
              assertEquals(there.last.version, done.version)
            case Left(_: AppendError.OutcomeUnknown) => ()
            case Left(_)                             => assertEquals(there, Vector.empty, s"seed $seed: $append")
      finally
        for fault <- faults do
          fault.afterStatement = () => ()
          fault.atCommit = _()
        within(all.foreach(_.close()))

/** On SQLite. */
class SqliteInterleavingsSuite extends Interleavings(() => TestDatabase.Sqlite())

/** On PostgreSQL. */
class PostgresqlInterleavingsSuite extends Interleavings(() => TestDatabase.Postgresql())

/** On MariaDB. */
class MariadbInterleavingsSuite extends Interleavings(() => TestDatabase.Mariadb())
