package brine.jdbc

import brine.effort.Effort
import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import java.util.UUID
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}
import java.util.concurrent.atomic.AtomicInteger
import scala.util.Random

/** A log that meets another one all the time: what it reads under the lock, and which appends share a transaction. */
abstract class Contention(make: () => TestDatabase) extends TwoLogs(make):
  private def quiet = database.fresh().withNotifies(false)

  /** What the log reads while it appends, without the statements that lock the head. */
  private final class Reads(faults: Faults):
    private val seen = ConcurrentLinkedQueue[String]()
    faults.atStatement = (sql, _) =>
      if isWriter && sql.startsWith("select") && !sql.contains("for update") then seen.add(sql): Unit

    /** Those since the last call. */
    def take(): Vector[String] = Iterator.continually(seen.poll()).takeWhile(_ != null).toVector

  test("versions and keys are left to their indexes, also after others have appended, and read after a refusal"):
    two(quiet): (log, faults, other) =>
      for name <- Vector("a", "b") do appended(log.append(name, "first"))
      appended(other.append("b", "known"))
      val reads = Reads(faults)
      for i <- 1 to 5 do
        appended(other.append("b", s"$i"))
        assertEquals(appended(log.append("a", ExpectedVersion(i), Seq(s"$i"), Some(UUID(1, i)))).version, i + 1L)
        assertEquals(reads.take(), Vector.empty, s"append $i")
      // Now somebody else has the next version of that stream.
      appended(other.append("a", "of another"))
      assertEquals(appended(log.append("a", "x")).version, 8L)
      assert(reads.take().nonEmpty, "the version of another is found without reading")
      // It reads for a while, and not for ever.
      val paused = Vector.tabulate(6): i =>
        appended(other.append("b", s"after $i"))
        assertEquals(appended(log.append("a", s"after $i")).version, 9L + i)
        reads.take().nonEmpty
      assertEquals(paused, Vector(true, true, false, false, false, false))
      // The key of another one is found, too.
      val key      = UUID(1, 100)
      val original = appended(other.append("b", ExpectedVersion.Any, Seq("keyed"), Some(key)))
      assertEquals(
        done(log.append("a", ExpectedVersion.Any, Seq("keyed"), Some(key))).left.map(_.message),
        Left(AppendError.Duplicate(original).message)
      )
      assertEquals(log.version("a"), Right(14L))

  test("an append that is refused by a version that is remembered is decided by the one that is there"):
    two(quiet): (log, _, other) =>
      appended(log.append("a", "1"))
      appended(other.append("b", "1"))
      appended(log.append("a", "2"))
      appended(other.append("a", "3"))
      // It remembers 2.
      assertEquals(appended(log.append("a", ExpectedVersion(3), Seq("4"))).version, 4L)
      appended(other.append("a", "5"))
      assertEquals(
        done(log.append("a", ExpectedVersion(4), Seq("x"))),
        Left(AppendError.WrongVersion("a", expected = 4, actual = 5))
      )
      assertEquals(texts(log), Vector("1", "1", "2", "3", "4", "5"))

  test("appends that come while a log waits for the lock are part of its transaction, in their order"):
    two(quiet): (log, faults, other) =>
      appended(log.append("a", "1"))
      appended(other.append("b", "1"))
      appended(log.append("a", "2"))
      appended(other.append("b", "2"))
      val (entered, gate) = (CountDownLatch(1), CountDownLatch(1))
      val commits         = AtomicInteger()
      faults.atStatement = (_, _) =>
        if isWriter then
          entered.countDown()
          gate.await(patience.toNanos, TimeUnit.NANOSECONDS): Unit
      faults.atCommit = commit =>
        commits.incrementAndGet(): Unit
        commit()
      val first = log.append("a", "3")
      assert(entered.await(patience.toNanos, TimeUnit.NANOSECONDS))
      val more = Vector.tabulate(5)(i => log.append(if i == 2 then "b" else "a", s"${4 + i}"))
      // Refused as the last of them, by what the others have appended.
      val late = log.append("a", ExpectedVersion(3), Seq("late"))
      gate.countDown()
      assertEquals((first +: more).map(appended(_).first.sequence), (5L to 10L).toVector)
      assertEquals(done(late), Left(AppendError.WrongVersion("a", expected = 3, actual = 7)))
      assertEquals(commits.get, 1)
      assertEquals(texts(log).drop(4), Vector("3", "4", "5", "6", "7", "8"))

  test("appends that come while nobody knows of a commit get results of their own"):
    two(quiet.withRetryFor(java.time.Duration.ofMillis(20))): (log, faults, _) =>
      appended(log.append("a", "1"))
      val (entered, gate) = (CountDownLatch(1), CountDownLatch(1))
      faults.atCommit = _ =>
        entered.countDown()
        gate.await(patience.toNanos, TimeUnit.NANOSECONDS): Unit
        // From now on the head can be locked, and nothing is written.
        faults.atStatement = (sql, _) => if sql.contains("insert into") then throw Faults.lost
        throw Faults.lost
      val first = log.append("a", "2")
      assert(entered.await(patience.toNanos, TimeUnit.NANOSECONDS))
      val second = log.append("a", "3")
      gate.countDown()
      done(first) match
        case Left(AppendError.OutcomeUnknown(first, last, _)) => assertEquals((first, last), (Offset(2), Offset(2)))
        case other                                            => fail(s"$other")
      assert(done(second).isLeft)
      assertEquals(texts(log), Vector("1"))

  test("the versions that stored events leave out are not taken by who remembers the version before them"):
    two(quiet): (log, _, other) =>
      appended(log.append("a", "1"))
      appended(other.append("b", "1"))
      appended(log.append("a", "2"))
      val last       = other.durable.sequence
      val part       = EncodedEvents(StreamAppend("a", ExpectedVersion(5), Seq("6")))
      val stored     = EncodedAppend.Stored(Micros.of(java.time.Instant.now), last, EncodedAppend.StoredRun())
      val completion = Completion(Level.Disk)
      other.appendEncoded(EncodedAppend.stored(Seq(part), None, stored), completion, 0)
      assertEquals(appended(completion).version, 6L)
      assertEquals(appended(log.append("a", "7")).version, 7L)
      assertEquals(other.version("a"), Right(7L))

  test("logs that append by turns, and between two statements of each other, give what a log in memory gives"):
    compared: (log, faults, other, memory, random) =>
      var both: Results   = Vector.empty
      def another(): Unit =
        val program = RandomAppend(random, memory)
        val found   = timeless(done(program.run(other)))
        both :+= (s"other: $program", found, timeless(done(program.run(memory))))
      if random.nextInt(3) > 0 then another()
      val first  = RandomAppend(random, memory)
      val places = Set(random.nextInt(6), random.nextInt(6))
      var seen   = 0
      faults.whileFree = () =>
        if isWriter then
          // On another thread: one of a store cannot wait.
          if places(seen) then within(another())
          seen += 1
      val result = timeless(done(first.run(log)))
      faults.whileFree = () => ()
      both :+ (s"$first", result, timeless(done(first.run(memory))))

  /** Runs appends of which all but the first come before its first statement. */
  private def together(log: JdbcEventLog, all: Vector[RandomAppend], faults: Faults)(
      before: () => Unit
  ): Vector[Either[AppendError, Appended]] =
    val gate = CountDownLatch(1)
    faults.atStatement = (_, _) =>
      if isWriter then
        gate.await(patience.toNanos, TimeUnit.NANOSECONDS): Unit
        before()
    val running = all.map(_.run(log))
    gate.countDown()
    running.map(one => timeless(done(one)))

  test("groups that grow while they wait, and others' appends, give what they give one by one in a log in memory"):
    compared: (log, faults, other, memory, random) =>
      val others        = Vector.fill(random.nextInt(3))(RandomAppend(random, memory))
      val both: Results = others.map: program =>
        (s"other: $program", timeless(done(program.run(other))), timeless(done(program.run(memory))))
      val programs = Vector.fill(1 + random.nextInt(5))(RandomAppend(random, memory))
      val found    = together(log, programs, faults)(() => ())
      faults.atStatement = (_, _) => ()
      both ++ programs.zip(found).map((one, result) => (s"$one", result, timeless(done(one.run(memory)))))

  test("connections that are cut at any statement of a group that grows make nothing twice, and lose nothing"):
    for seed <- 1 to Effort.sqlInterleavings do
      two(): (log, faults, other) =>
        val memory  = MemoryEventLog()
        val random  = Random(seed)
        var journal = Vector.empty[String]
        try
          for step <- 1 to 40 do
            if random.nextInt(3) > 0 then
              val program = RandomAppend(random, memory)
              val result  = timeless(done(program.run(other)))
              journal :+= s"$step: other: $program: $result"
              assertEquals(result, timeless(done(program.run(memory))), s"seed $seed, after ${journal.mkString("\n")}")
            val left        = AtomicInteger(if random.nextInt(3) == 0 then Int.MaxValue else random.nextInt(12))
            def cut(): Unit = if isWriter && left.getAndDecrement() == 0 then throw Faults.lost
            faults.afterStatement = () => cut()
            faults.atCommit = commit =>
              cut()
              commit()
              cut()
            val programs = Vector.fill(1 + random.nextInt(4))(RandomAppend(random, memory))
            val results  = together(log, programs, faults)(() => cut())
            faults.atStatement = (_, _) => ()
            faults.afterStatement = () => ()
            faults.atCommit = _()
            for at <- programs.indices do
              journal :+= s"$step: ${programs(at)}: ${results(at)}"
              def told = s"seed $seed, after\n${journal.mkString("\n")}"
              results(at) match
                case Left(AppendError.OutcomeUnknown(_, last, _)) =>
                  // There is one cut. So what comes after it is certain, and has its place after what is there.
                  val next    = results.drop(at + 1).collectFirst { case Right(done) => done.first.sequence }
                  val isThere = next.fold(other.durable.sequence >= last.sequence)(_ > last.sequence)
                  if isThere then assert(done(programs(at).run(memory)).isRight, told)
                case Left(AppendError.Unreadable(_)) => ()
                case certain => assertEquals(certain, timeless(done(programs(at).run(memory))), told)
          for each <- Vector(log, other) do
            assertEquals(content(each), content(memory), s"seed $seed, after\n${journal.mkString("\n")}")
        finally memory.close()

/** On SQLite. */
class SqliteContentionSuite extends Contention(() => TestDatabase.Sqlite())

/** On PostgreSQL. */
class PostgresqlContentionSuite extends Contention(() => TestDatabase.Postgresql())

/** On MariaDB. */
class MariadbContentionSuite extends Contention(() => TestDatabase.Mariadb())
