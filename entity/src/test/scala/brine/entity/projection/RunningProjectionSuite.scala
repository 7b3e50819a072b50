package brine.entity.projection

import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLogReader, EventSource, Offset}
import java.sql.{Connection, SQLException}
import java.time.Instant
import java.util.concurrent.atomic.{AtomicBoolean, AtomicReference}
import java.util.concurrent.{CompletableFuture, CountDownLatch, TimeUnit}
import munit.FunSuite
import scala.concurrent.duration.*

/** What happens to a running projection from outside: closing, outages, positions that others change. */
class RunningProjectionSuite extends FunSuite, ProjectionsBase:
  override val munitTimeout: FiniteDuration = 5.minutes

  private val sqlite = FunFixture[TestDatabase](
    _ =>
      val database = TestDatabase.Sqlite()
      database(Moves.createTable(_))
      database
    ,
    _.close()
  )

  private def start(log: EventLogReader, database: TestDatabase, settings: ProjectionSettings = quick) =
    SqlProjection.start(log, Moves.projection(), () => database.connect(), settings)(plain)

  private def asked[A](body: => A): CompletableFuture[A] = CompletableFuture.supplyAsync(() => body)

  sqlite.test("one that runs while its version is forgotten and started again stores nothing any more"): database =>
    withLog: log =>
      running(start(log, database)): old =>
        old.await(move(log, "a", 1), 30.seconds)
        SqlProjection.forget(() => database.connect(), "moves", 1)
        database(_.createStatement().execute("delete from lines_1"): Unit)
        running(start(log, database)): moves =>
          moves.await(Offset(1), 30.seconds)
          for number <- 2 to 50 do move(log, "a", number)
          moves.await(Offset(50), 30.seconds)
          assert(ended(old).isInstanceOf[ProjectionError.Fenced])
          assertEquals(lines(database), Moves.fold(log.readAll[Move]().toVector.toOption.get))

  sqlite.test("over a log that ends before its position it ends, and leaves out nothing"): database =>
    withLog: log =>
      running(start(log, database)): moves =>
        for number <- 1 to 20 do move(log, "a", number)
        moves.await(Offset(20), 30.seconds)
    withLog: log =>
      for number <- 1 to 5 do move(log, "b", number)
      running(start(log, database)): moves =>
        assertEquals(ended(moves), ProjectionError.Ahead("the projection 'moves', version 1", Offset(20), Offset(5)))
      SqlProjection.forget(() => database.connect(), "moves", 1)
      database(_.createStatement().execute("delete from lines_1"): Unit)
      running(start(log, database)): moves =>
        moves.await(Offset(5), 30.seconds)
        assertEquals(lines(database), Moves.fold(log.readAll[Move]().toVector.toOption.get))

  sqlite.test("a reader that is behind the writer is waited for, a few times"): database =>
    withLog: log =>
      running(start(log, database)): moves =>
        moves.await(move(log, "a", 1), 30.seconds)
      var looks  = 0
      val reader = RunningProjectionSuite.Late(
        log,
        () =>
          looks += 1
          if looks == 1 then Offset.Begin else log.durable
      )
      running(start(reader, database)): moves =>
        moves.await(move(log, "a", 2), 30.seconds)
        assertEquals(lines(database), Moves.fold(log.readAll[Move]().toVector.toOption.get))
      running(start(RunningProjectionSuite.Late(log, () => Offset.Begin), database)): moves =>
        assert(ended(moves).isInstanceOf[ProjectionError.Ahead])

  sqlite.test("a replay and a discard end while the database fails"): database =>
    withLog: log =>
      val isDown = AtomicBoolean(false)
      def down() = if isDown.get then throw SQLException("down", "08006")
      running(
        SqlProjection.start(
          log,
          Moves.projection(),
          () =>
            down()
            database.connect()
          ,
          quick
        ): (connection, records) =>
          down()
          Moves.store(connection, records)
      ): moves =>
        moves.await(move(log, "a", 1), 30.seconds)
        isDown.set(true)
        move(log, "a", 2)
        eventually("it fails")(moves.status.failure.nonEmpty)
        for request <- Vector(asked(moves.replay("line-a")), asked(moves.discard("line-a"))) do
          assert(request.get(30, TimeUnit.SECONDS).left.exists(_.isInstanceOf[ProjectionError.Unavailable]))
        isDown.set(false)
        moves.await(Offset(2), 30.seconds)

  sqlite.test("closing ends a replay after the record that is being applied"): database =>
    withLog: log =>
      val fails   = AtomicBoolean(true)
      val entered = CountDownLatch(1)
      val go      = CountDownLatch(1)
      val moves   = SqlProjection.start(log, Moves.projection(), () => database.connect(), quick.withAttempts(1)):
        (connection, records) =>
          if fails.get then throw IllegalStateException("a bug")
          entered.countDown()
          go.await()
          Moves.store(connection, records)
      for number <- 1 to 10 do move(log, "a", number)
      moves.await(Offset(10), 30.seconds)
      fails.set(false)
      val replayed = asked(moves.replay("line-a"))
      assert(entered.await(30, TimeUnit.SECONDS))
      val closed = asked(moves.close())
      Thread.sleep(100)
      go.countDown()
      closed.get(30, TimeUnit.SECONDS)
      assertEquals(
        replayed.get(30, TimeUnit.SECONDS),
        Left(ProjectionError.Closed("the projection 'moves', version 1"))
      )
      val applied = lines(database)("line-a").count
      assert(applied < 10, s"$applied")
      assertEquals(moves.setAside.size, 10 - applied.toInt)
      running(start(log, database)): moves =>
        eventually("what is left is set aside")(moves.setAside.size == 10 - applied)
        assertEquals(moves.replay("line-a"), Right(10 - applied.toInt))
        assertEquals(lines(database), Moves.fold(log.readAll[Move]().toVector.toOption.get))

  sqlite.test("an interrupt that comes after its function has returned does not end it"): database =>
    withLog: log =>
      val own = AtomicReference[Thread]()
      running(SqlProjection.start(log, Moves.projection(), () => database.connect(), quick): (connection, records) =>
        own.set(Thread.currentThread)
        Moves.store(connection, records)): moves =>
        moves.await(move(log, "a", 1), 30.seconds)
        own.get.interrupt()
        // It waits again when it has noticed.
        eventually("it has noticed")(!own.get.isInterrupted)
        moves.await(move(log, "a", 2), 30.seconds)
        assertEquals(moves.status.end, None)

  sqlite.test("failures that cannot be described set a record aside like others"): database =>
    withLog: log =>
      val failures = Vector[Throwable](
        new RuntimeException:
          override def toString: String = null
        ,
        new RuntimeException:
          override def toString: String = throw IllegalStateException("toString")
        ,
        new RuntimeException:
          override def getCause: Throwable = throw IllegalStateException("getCause")
      )
      running(
        SqlProjection.start(log, Moves.projection(), () => database.connect(), quick.withAttempts(2)):
          (connection, records) =>
            records.foreach(record => failures.lift(record.value.number.toInt).foreach(throw _))
            Moves.store(connection, records)
      ): moves =>
        for number <- failures.indices do move(log, s"$number", number)
        moves.await(move(log, "a", 100), 30.seconds)
        assertEquals(moves.setAside.map(_.key), Vector("line-0", "line-1", "line-2"))
        assert(moves.setAside.forall(_.reason.contains("RunningProjectionSuite")), moves.setAside)

  sqlite.test("a function of keys that gives none ends it, and says so"): database =>
    withLog: log =>
      running(
        SqlProjection
          .start(log, Moves.projection().withKey((_, _) => null), () => database.connect(), quick.withAttempts(1)):
            (_: Connection, _) => throw IllegalStateException("a bug")
      ): moves =>
        move(log, "a", 1)
        val error = ended(moves)
        assert(error.message.contains("the key of a record of the stream 'line-a' is null"), error)

object RunningProjectionSuite:
  /** A reader that finds the end of a log late. */
  private final class Late(log: MemoryEventLog, end: () => Offset) extends EventLogReader:
    def name: String            = log.name
    def source: EventSource     = log.source
    def durable: Offset         = end()
    def offsetAt(time: Instant) = log.offsetAt(time)
    def version(stream: String) = log.version(stream)
    def close(): Unit           = ()
