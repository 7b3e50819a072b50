package brine.jdbc

import brine.journal.*
import brine.journal.snapshot.SnapshotError
import java.sql.SQLException
import java.time.Duration
import java.util.UUID
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import java.util.concurrent.TimeUnit

/** What becomes of appends and reads when the database fails, at each place where it may. */
abstract class Failures(make: () => TestDatabase) extends FaultyLogs(make):
  test("in a group, those that are refused do not fail the others"):
    faulty(): (log, faults) =>
      val key  = UUID(1, 2)
      val gate = Gate(faults)
      val held = log.append("a", ExpectedVersion.NoStream, Seq("held"))
      gate.isEntered()
      val commits = AtomicInteger()
      faults.atCommit = commit =>
        commits.incrementAndGet(): Unit
        commit()
      def part(stream: String, version: ExpectedVersion, tags: String*) =
        Seq(StreamAppend(stream, version, Seq(s"in $stream"), tags.toSet))
      val unless = Seq(AppendCondition(Query.tagged("t"), Offset.Begin))
      val group  = Vector(
        log.append("a", ExpectedVersion(1), Seq("next")),
        log.append("a", ExpectedVersion(1), Seq("wrong")),
        log.append("b", ExpectedVersion.Any, Seq("keyed"), Some(key)),
        log.append("c", ExpectedVersion.Any, Seq("again"), Some(key)),
        log.appendAll(part("d", ExpectedVersion.Any, "t"), unless = unless),
        log.appendAll(part("e", ExpectedVersion.Any, "t"), unless = unless),
        log.append("f", ExpectedVersion.Any, Seq("last"))
      )
      gate.open()
      appended(held)
      val results = group.map(done)
      assertEquals(commits.get, 1, "they were no group")
      val places = Vector(Some(2L), None, Some(3L), None, Some(4L), None, Some(5L))
      assertEquals(results.map(_.map(_.first.sequence).toOption), places)
      assertEquals(results(1), Left(AppendError.WrongVersion("a", 1, 2)))
      assertEquals(results(3), Left(AppendError.Duplicate(ok(results(2)))))
      assertEquals(results(5), Left(AppendError.Conflict(unless.head, Offset(4))))
      assertEquals(texts(log), Vector("held", "next", "keyed", "in d", "last"))

  test("one that the database does not take does not fail the others of its group"):
    faulty(): (log, faults) =>
      val bad = "refused " * 100
      faults.atStatement = (sql, bytes) =>
        val isBad = sql.contains("insert into") && bytes.exists(_.length > 700)
        if isBad then throw SQLException("a check, on purpose", "23514")
      val gate = Gate(faults)
      val held = log.append("a", "held")
      gate.isEntered()
      val group = Vector("one", bad, "two").map(log.append("a", _))
      gate.open()
      appended(held)
      val results = group.map(done)
      assertEquals(results.map(_.isRight), Vector(true, false, true))
      results(1).left.foreach: error =>
        assert(isUnavailable(error), error)
        for part <- Vector("event", "a check, on purpose", "23514", log.name) do
          assert(error.message.contains(part), error.message)
      assertEquals(texts(log), Vector("held", "one", "two"))
      assertEquals(offsets(log), Vector(1L, 2L, 3L))

  test("a connection that is lost before the commit, and what the database rolls back, is tried again"):
    val places = Vector("update", "select", "insert", "head", "event")
    for place <- places; failure <- Vector(() => Faults.lost, () => Faults.rolledBack) do
      faulty(): (log, faults) =>
        appended(log.append("a", "first"))
        val left = AtomicInteger(3)
        faults.atStatement = (sql, _) =>
          // Those of appends alone: the others read.
          if sql.contains(place) && Thread.currentThread.getName.contains("writer") && left.getAndDecrement() > 0 then
            throw failure()
        val results = Vector.tabulate(5)(i => log.append("a", ExpectedVersion(i + 1L), Seq(s"$i")))
        results.foreach(appended(_))
        assertEquals(offsets(log), (1L to 6L).toVector)
        assertEquals(log.version("a"), Right(6L))

  test("a commit that the database has rolled back is tried again"):
    faulty(): (log, faults) =>
      val left = AtomicInteger(2)
      faults.atCommit = commit => if left.getAndDecrement() > 0 then throw Faults.rolledBack else commit()
      assertEquals(appended(log.append("a", ExpectedVersion.NoStream, Seq("x"))).first, Offset(1))
      assertEquals(texts(log), Vector("x"))

  test("while there is no connection, all fails with what to do, and works again when there is one"):
    faulty(database.fresh().withRetryFor(Duration.ofMillis(20))): (log, faults) =>
      appended(log.append("a", "first"))
      faults.atConnect = () => throw Faults.lost
      faults.atStatement = (_, _) => throw Faults.lost
      val failed = done(log.append("a", "second"))
      assert(failed.left.exists(isLost), failed)
      val told  = failed.left.map(_.message).swap.getOrElse("")
      val named = Option.when(failed.left.exists(isUnavailable))(log.name)
      for part <- Vector("on purpose", "08006", "Check that the database runs") ++ named do
        assert(told.contains(part), told)
      def isRead(result: Either[ReadError, Any]) = result match
        case Left(ReadError.Unavailable(name, _: JdbcFailure)) => name == log.name
        case _                                                 => false
      assert(isRead(log.version("a")))
      assert(isRead(log.offsetAt(java.time.Instant.EPOCH)))
      assert(isRead(log.readAll[String]().toVector))
      assert(isRead(log.read[String]("a").toVector))
      intercept[JournalException](log.durable).error match
        case error: ReadError => assert(isRead(Left(error)), error)
        case other            => fail(s"$other")
      assert(log.states.load[String]("k").left.exists(_.isInstanceOf[SnapshotError.Failed]))
      assert(log.snapshots.latest[String]("k").left.exists(_.isInstanceOf[SnapshotError.Failed]))
      val subscription = log.subscribe[String](Offset.Begin)(_ => ())
      within(subscription.awaitEnd())
      assert(subscription.failure.exists { case JournalExceptionOf(_: ReadError.Unavailable) => true; case _ => false })
      faults.atConnect = () => ()
      faults.atStatement = (_, _) => ()
      assertEquals(appended(log.append("a", ExpectedVersion(1), Seq("third"))).first, Offset(2))
      assertEquals(texts(log), Vector("first", "third"))

  private object JournalExceptionOf:
    def unapply(failure: Throwable): Option[JournalError] = failure match
      case known: JournalException => Some(known.error)
      case _                       => None

  test("what reads names and schemas is tried again, and says what was in the way if that does not help"):
    for place <- Vector("_name", "_schema", "_head") do
      faulty(): (log, faults) =>
        appended(log.append("first-1", 1))
        val left     = AtomicInteger(3)
        val injected = AtomicInteger()
        faults.atStatement = (sql, _) =>
          if sql.startsWith("select") && sql.contains(place) && left.getAndDecrement() > 0 then
            injected.incrementAndGet(): Unit
            throw Faults.rolledBack
        appended(log.append("new-1", ExpectedVersion.NoStream, Seq("text"), tags = Set("new")))
        left.set(3)
        assertEquals(log.version("never"), Right(0L))
        left.set(3)
        assertEquals(ok(log.readAll[Stored]().toVector).size, 2)
        left.set(3)
        assert(log.states.save("k", Offset(1), Vector(1.5)).get(1, TimeUnit.MINUTES).isRight)
        assert(injected.get >= 3, s"nothing that reads $place has failed: $injected")
      faulty(database.fresh().withRetryFor(Duration.ofMillis(20))): (log, faults) =>
        appended(log.append("first-1", 1))
        faults.atStatement = (sql, _) => if sql.contains(place) then throw Faults.rolledBack
        val failed = done(log.append("new-1", ExpectedVersion.NoStream, Seq("text"), tags = Set("new")))
        assert(failed.left.exists(isUnavailable), failed)
        val message = failed.left.map(_.message).swap.getOrElse("")
        assert(message.contains("nothing was written") && message.contains("on purpose"), message)
        assert(!message.contains("older records"), message)
        failed match
          case Left(error @ AppendError.Unreadable(ReadError.Unavailable(_, cause: JdbcFailure))) =>
            assertEquals(cause.getCause.getMessage, Faults.rolledBack.getMessage)
            assert(JournalException(error).getCause eq cause)
          case other => fail(s"$other")

  test("a DataSource that throws what is no SQLException is one without a connection"):
    faulty(database.fresh().withRetryFor(Duration.ofMillis(20))): (log, faults) =>
      appended(log.append("a", "first"))
      faults.atConnect = () => throw IllegalStateException("no route, on purpose")
      faults.atStatement = (_, _) => throw Faults.lost
      JdbcEventLog.tryOpen(faults.source, database.fresh()) match
        case Left(error: JdbcOpenError.Failed) => assert(error.message.contains("no route, on purpose"), error.message)
        case other                             => fail(s"$other")
      done(log.append("a", "second")): Unit
      val failed = done(log.append("a", "third"))
      assert(failed.left.exists(isLost), failed)
      eventually("reads have no connection"):
        log.version("a").left.exists(_.message.contains("no route, on purpose"))
      faults.atConnect = () => ()
      faults.atStatement = (_, _) => ()
      assertEquals(appended(log.append("a", ExpectedVersion(1), Seq("fourth"))).first, Offset(2))

  /** How often a snapshot is tried to be saved, if each try fails so. */
  private def tries(failure: SQLException, times: Int): (Int, Either[SnapshotError, Any]) =
    var count  = 0
    var result = Option.empty[Either[SnapshotError, Any]]
    faulty(database.fresh().withRetryFor(Duration.ofMinutes(1))): (log, faults) =>
      appended(log.append("a", "x"))
      faults.atStatement = (sql, _) =>
        if sql.startsWith("insert") && sql.contains("_snapshot") then
          count += 1
          if count <= times then throw failure
      result = Some(log.snapshots.save("k", Offset(1), "state"))
    (count, result.get)

  /** What this database says of a row that is there already. */
  protected def duplicate: SQLException

  test("a snapshot that another one has saved is saved again, and one that breaks another constraint is not"):
    val (count, saved) = tries(duplicate, times = 4)
    assert(saved.isRight, saved)
    assertEquals(count, 5)
    val others = Vector(
      SQLException("not null, on purpose", "23502", 1048),
      SQLException("a check, on purpose", "23514", 4025),
      SQLException("[SQLITE_CONSTRAINT_CHECK] A check constraint failed (CHECK constraint failed: x)", null, 19)
    )
    for other <- others do
      val (count, failed) = tries(other, times = 1)
      assert(failed.left.exists(_.message.contains(other.getMessage.take(12))), failed)
      assertEquals(count, 1, other.getMessage)

  test("a subscription goes through a short loss of connections, and misses nothing"):
    faulty(database.fresh().withRetryFor(Duration.ofMinutes(1))): (log, faults) =>
      val isOff        = AtomicBoolean()
      val seen         = java.util.concurrent.ConcurrentLinkedQueue[Long]()
      val subscription = log.subscribe[String](Offset.Begin)(record => seen.add(record.offset.sequence): Unit)
      faults.atConnect = () => if isOff.get then throw Faults.lost
      faults.atStatement = (_, _) => if isOff.get then throw Faults.lost
      for round <- 1 to 5 do
        isOff.set(true)
        val completion = log.append("a", s"$round")
        for _ <- 1 to 20 do Thread.`yield`()
        isOff.set(false)
        appended(completion)
      eventually(s"the subscription has all; ${subscription.failure}")(seen.size == 5 || subscription.isEnded)
      assertEquals(seen.toArray.toVector, (1L to 5L).toVector.asInstanceOf[Vector[Any]])
      subscription.close()

  test("closing ends while the database does not answer, and every caller gets a result"):
    val faults = Faults(database.url)
    val limits = database.fresh().withMaxPendingAppends(4).withRetryFor(Duration.ofHours(1))
    val log    = JdbcEventLog.open(faults.source, limits)
    try
      appended(log.append("a", "first"))
      faults.atConnect = () => throw Faults.lost
      faults.atStatement = (_, _) => throw Faults.lost
      val accepted = Vector.fill(4)(log.append("a", "accepted"))
      val waiting  = Vector.fill(3)(started(done(log.append("a", "waits for room"))))
      val reading  = Vector.fill(2)(started(log.version("a")))
      eventually("there is no room"):
        log.tryAppend("a", ExpectedVersion.Any, Seq("x")).now.contains(Left(AppendError.Full))
      within(log.close())
      accepted.foreach(one => assert(one.now.exists(_.left.exists(isLost)), one.now))
      waiting.foreach: one =>
        val result = one()
        assert(result.left.exists(error => isLost(error) || error.isInstanceOf[AppendError.Closed]), result)
      reading.foreach(one => assert(one().isLeft))
      assert(done(log.append("a", "late")).left.exists(_.isInstanceOf[AppendError.Closed]))
    finally
      faults.atConnect = () => ()
      faults.atStatement = (_, _) => ()
      within(log.close())
    eventually("all connections are closed")(faults.open == 0)

  test("interrupts of virtual threads that read break no connection"):
    faulty(): (log, faults) =>
      for i <- 1 to 20 do appended(log.append("a", s"$i"))
      val before  = faults.count
      val goesOn  = AtomicBoolean(true)
      val reading = java.util.concurrent.FutureTask[Int]: () =>
        var reads = 0
        while goesOn.get || reads == 0 do
          assertEquals(log.version("a"), Right(20L))
          assertEquals(log.readAll[String]().toVector.map(_.size), Right(20))
          reads += 1
        reads
      val thread = Thread.startVirtualThread(reading)
      for _ <- 1 to 500 do
        thread.interrupt()
        for _ <- 1 to 50 do Thread.onSpinWait()
        Thread.sleep(0, 100_000)
      goesOn.set(false)
      val reads = reading.get(patience.toNanos, TimeUnit.NANOSECONDS)
      assert(reads > 0)
      assert(faults.count - before <= 5, s"${faults.count - before} connections were opened")

  test("the log uses no more connections than it may, and gives them back"):
    faulty(database.fresh().withConnections(3)): (log, faults) =>
      val most = AtomicInteger()
      faults.atStatement = (_, _) => most.accumulateAndGet(faults.open, math.max(_, _)): Unit
      atOnce(8): thread =>
        for i <- 1 to 10 do
          appended(log.append(s"s$thread", s"$i"))
          assertEquals(log.version(s"s$thread"), Right(i.toLong))
          assert(log.states.save(s"s$thread", Offset(1), "state").get(1, TimeUnit.MINUTES).isRight)
          assertEquals(log.readAll[String](Offset(1)).next().map(_.isDefined), Right(true))
      assert(most.get <= 3, s"${most.get} connections")
      eventually("they are given back")(faults.open == 0)
      appended(log.append("a", "again")): Unit

/** On SQLite. */
class SqliteFailureSuite extends Failures(() => TestDatabase.Sqlite()):
  test("a commit for which there is no space has written nothing for certain, and those that need less are committed"):
    faulty(): (log, faults) =>
      appended(log.append("a", "first"))
      val gate = Gate(faults)
      val held = log.append("a", "held")
      gate.isEntered()
      var tries = 0
      faults.atStatement = (_, bytes) => if bytes.exists(_.length > 1_000) then tries += 1
      faults.atCommit = commit =>
        if tries > 0 then
          tries = 0
          throw SQLException("[SQLITE_FULL] Insertion failed because database is full", null, 13)
        commit()
      val group = Vector("1", "x" * 2_000, "2").map(log.append("a", _))
      gate.open()
      appended(held)
      val results = group.map(done)
      assertEquals(results.map(_.isRight), Vector(true, false, true))
      assert(results(1).left.exists(isUnavailable), results(1))
      assert(results(1).left.exists(_.message.contains("make space")), results(1))
      assertEquals(texts(log), Vector("first", "held", "1", "2"))

  protected def duplicate: SQLException =
    SQLException("[SQLITE_CONSTRAINT_PRIMARYKEY] A PRIMARY KEY failed (UNIQUE constraint failed: x)", null, 19)

/** On PostgreSQL. */
class PostgresqlFailureSuite extends Failures(() => TestDatabase.Postgresql()):
  override protected def isOneStatement: Boolean = true

  protected def duplicate: SQLException = SQLException("duplicate key", "23505")

/** On MariaDB. */
class MariadbFailureSuite extends Failures(() => TestDatabase.Mariadb()):
  protected def duplicate: SQLException = SQLException("Duplicate entry", "23000", 1062)
