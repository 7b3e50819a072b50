package brine.entity.projection

import brine.actor.{ActorSystem, Backoff}
import brine.codec.Codec
import brine.journal.{AppendBatch, Journal, Offset, ReadError, RetentionRules}
import java.nio.file.Files
import java.sql.{Connection, SQLException}
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import java.util.concurrent.{CountDownLatch, TimeUnit}
import munit.FunSuite
import scala.concurrent.duration.*

/** Projections into a database, case by case; `search.ProjectionSearchSuite` has their random programs. */
class SqlProjectionSuite extends FunSuite, ProjectionsBase:
  override val munitTimeout: FiniteDuration = 5.minutes

  private def withDatabase[A](body: TestDatabase => A): A =
    val database = TestDatabase.Sqlite()
    try
      database(Moves.createTable(_))
      body(database)
    finally database.close()

  test("what was written can be read at its offset, and a restart continues after it"):
    withLog: log =>
      withDatabase: database =>
        val first = running(SqlProjection.start(log, Moves.projection(), database.connect, quick)(plain)): moves =>
          val offset = move(log, "a", 1)
          assertEquals(moves.at(offset, 30.seconds)(Moves.lines(_)), Map("line-a" -> Moves.none.after(1)))
          assert(moves.position.sequence >= offset.sequence)
          offset
        val second = move(log, "a", 2)
        val other  = log.append("other", Move(9)).await().toOption.get.last
        running(SqlProjection.start(log, Moves.projection(), database.connect, quick)(plain)): moves =>
          moves.await(other, 30.seconds)
          assertEquals(lines(database), Map("line-a" -> Moves.none.after(1).after(2)))
          assertEquals(moves.status.applied, 1L)
          assertEquals(moves.status.lag, 0L)
          eventually("it has caught up")(moves.status.hasCaughtUp)
        assert(first.sequence < second.sequence)

  test("a record that fails is set aside with its key, others continue, and a replay applies it in order"):
    withLog: log =>
      withDatabase: database =>
        val fails = AtomicBoolean(true)
        val tried = AtomicInteger()
        running(
          SqlProjection.start(log, Moves.projection(), database.connect, quick.withAttempts(3)):
            (connection, records) =>
              // What it stored before it failed is rolled back.
              Moves.store(connection, records)
              if fails.get && records.exists(record => record.value.number == 13) then
                if records.size == 1 then tried.incrementAndGet(): Unit
                throw IllegalStateException("13\nforged line")
        ): moves =>
          for number <- 11L to 15L do
            move(log, "a", number)
            move(log, "b", number + 100)
          val last = move(log, "b", 0)
          moves.await(last, 30.seconds)
          val b = Moves.fold(log.readAll[Move]().toVector.toOption.get)("line-b")
          assertEquals(lines(database), Map("line-a" -> Moves.none.after(11).after(12), "line-b" -> b))
          val aside = moves.setAside
          assertEquals(aside.map(_.key), Vector.fill(3)("line-a"))
          assert(aside.head.reason.contains("13\\nforged line"), aside.head)
          assert(!aside.head.reason.contains('\n'), aside.head)
          assertEquals(tried.get, 3)
          assertEquals(moves.status.setAside, 3)
          moves.replay("line-a") match
            case Left(ProjectionError.Failing(_, "line-a", offset, _)) => assertEquals(offset, aside.head.offset)
            case other                                                 => fail(s"$other")
          assertEquals(moves.replay("line-b"), Right(0))
          fails.set(false)
          assertEquals(moves.replay("line-a"), Right(3))
          assertEquals(moves.setAside, Vector.empty)
          val after = move(log, "a", 16)
          assertEquals(
            moves.at(after, 30.seconds)(Moves.lines(_)),
            Moves.fold(log.readAll[Move]().toVector.toOption.get)
          )

  test("records set aside stay so after a restart, until they are discarded"):
    withLog: log =>
      withDatabase: database =>
        val function: (Connection, Vector[brine.journal.Record[Move]]) => Unit = (connection, records) =>
          if records.exists(_.value.number == 13) then throw IllegalStateException("13")
          Moves.store(connection, records, isDense = false)
        def start() = SqlProjection.start(log, Moves.projection(), database.connect, quick.withAttempts(1))(function)
        move(log, "a", 13)
        running(start())(_.await(move(log, "a", 14), 30.seconds))
        running(start()): moves =>
          val later = move(log, "a", 15)
          moves.await(later, 30.seconds)
          assertEquals(moves.setAside.map(_.key), Vector.fill(3)("line-a"))
          assertEquals(lines(database), Map.empty)
          assertEquals(moves.discard("line-a"), Right(3))
          assertEquals(moves.at(move(log, "a", 16), 30.seconds)(Moves.lines(_)), Map("line-a" -> Moves.none.after(16)))

  test("a record that cannot be decoded is set aside with the key of its tags"):
    withLog: log =>
      withDatabase: database =>
        val text = Codec.derived[SqlProjectionSuite.Text]
        log
          .append(AppendBatch().to("line-x", tags = Set("owner:1")).add(SqlProjectionSuite.Text("no"))(using text))
          .await()
        val byTag =
          Moves.projection().withKey((_, tags) => tags.find(_.startsWith("owner:")).getOrElse("nobody"))
        running(SqlProjection.start(log, byTag, database.connect, quick)(plain)): moves =>
          moves.await(move(log, "a", 1), 30.seconds)
          assertEquals(moves.setAside.map(_.key), Vector("owner:1"))
          assertEquals(lines(database), Map("line-a" -> Moves.none.after(1)))
          assert(moves.replay("owner:1").left.exists(_.isInstanceOf[ProjectionError.Failing]))

  test("more failures than may be set aside end it, and a start with better code continues"):
    withLog: log =>
      withDatabase: database =>
        for number <- 1 to 5 do move(log, s"$number", number)
        val settings = quick.withAttempts(1).withMaxSetAside(2)
        running(
          SqlProjection.start(log, Moves.projection(), database.connect, settings)((_, _) => throw Exception("a bug"))
        ): moves =>
          ended(moves) match
            case ProjectionError.TooManySetAside(_, 2, problem) => assert(problem.contains("a bug"), problem)
            case other                                          => fail(s"$other")
          val failed = intercept[ProjectionException](moves.await(Offset(5), 30.seconds))
          assert(failed.error.isInstanceOf[ProjectionError.TooManySetAside], failed)
          assert(moves.replay("line-1").isLeft)
        running(SqlProjection.start(log, Moves.projection(), database.connect, settings)(plain)): moves =>
          moves.await(Offset(5), 30.seconds)
          assertEquals(lines(database).size, 3)
          assertEquals(moves.replay("line-1"), Right(1))
          assertEquals(moves.replay("line-2"), Right(1))
          assertEquals(lines(database).size, 5)

  test("starting it elsewhere ends it, and what it was storing then is not stored"):
    withLog: log =>
      withDatabase: database =>
        val entered = CountDownLatch(1)
        val go      = CountDownLatch(1)
        val old     = SqlProjection.start(log, Moves.projection(), database.connect, quick): (connection, records) =>
          if records.exists(_.value.number == 2) then
            entered.countDown()
            go.await()
          Moves.store(connection, records)
        running(old): old =>
          old.await(move(log, "a", 1), 30.seconds)
          val second = move(log, "a", 2)
          assert(entered.await(30, TimeUnit.SECONDS))
          // It waits for the transaction of the old one, which has locked the position.
          running(SqlProjection.start(log, Moves.projection(), database.connect, quick)(plain)): moves =>
            Thread.sleep(50)
            go.countDown()
            moves.await(second, 30.seconds)
            val third = move(log, "a", 3)
            moves.await(third, 30.seconds)
            assertEquals(ended(old), ProjectionError.Fenced("the projection 'moves', version 1"))
            assertEquals(lines(database), Moves.fold(log.readAll[Move]().toVector.toOption.get))

  test("a new version is built beside the old one, and is current when it has caught up"):
    withLog: log =>
      withDatabase: database =>
        database(Moves.createTable(_, 2))
        assertEquals(SqlProjection.currentVersion(database.connect, "moves"), None)
        running(SqlProjection.start(log, Moves.projection(), database.connect, quick)(plain)): old =>
          move(log, "a", 1)
          old.await(move(log, "b", 1), 30.seconds)
          eventually("the old one is current")(SqlProjection.currentVersion(database.connect, "moves").contains(1))
          val go = CountDownLatch(1)
          running(SqlProjection.start(log, Moves.projection(version = 2), database.connect, quick):
            (connection, records) =>
              go.await()
              Moves.store(connection, records, version = 2)): renewed =>
            Thread.sleep(50)
            assertEquals(SqlProjection.currentVersion(database.connect, "moves"), Some(1))
            go.countDown()
            val last = move(log, "a", 2)
            renewed.await(last, 30.seconds)
            eventually("the new one is current")(SqlProjection.currentVersion(database.connect, "moves").contains(2))
            old.await(last, 30.seconds)
            assertEquals(database(Moves.lines(_, 2)), lines(database))
            SqlProjection.forget(database.connect, "moves", 1)
            move(log, "a", 3)
            assert(ended(old).isInstanceOf[ProjectionError.Fenced])
            assertEquals(SqlProjection.versions(database.connect, "moves").map(_.version), Vector(2))

  test("a database that fails is tried again for as long as it takes, and nothing is set aside"):
    withLog: log =>
      withDatabase: database =>
        val isDown  = AtomicBoolean(true)
        val connect = () => if isDown.get then throw SQLException("down", "08006") else database.connect()
        running(SqlProjection.start(log, Moves.projection(), connect, quick.withAttempts(1))(plain)): moves =>
          val offset = move(log, "a", 1)
          eventually("it says so")(moves.status.failure.exists(_.attempts > 2))
          val behind = intercept[ProjectionException](moves.await(offset, 5.millis))
          assert(behind.error.isInstanceOf[ProjectionError.Behind], behind)
          isDown.set(false)
          assertEquals(moves.at(offset, 30.seconds)(Moves.lines(_)).size, 1)
          assertEquals(moves.status.failure, None)
          assertEquals(moves.setAside, Vector.empty)

  test("the function must not end the transaction"):
    withLog: log =>
      withDatabase: database =>
        running(SqlProjection.start(log, Moves.projection(), database.connect, quick.withAttempts(1)):
          (connection, _) =>
            connection.setSavepoint(): Unit
            connection.commit()): moves =>
          moves.await(move(log, "a", 1), 30.seconds)
          assert(moves.setAside.exists(_.reason.contains("must not call commit")), moves.setAside)

  test("it ends when the log is closed, after what was appended before"):
    withDatabase: database =>
      val log   = brine.journal.testkit.MemoryEventLog()
      val moves = SqlProjection.start(log, Moves.projection(), database.connect, quick)(plain)
      for number <- 1 to 100 do move(log, "a", number)
      log.close()
      assertEquals(ended(moves), ProjectionError.Closed("the projection 'moves', version 1"))
      moves.close()

  test("records that retention has deleted end it, unless it begins with the first that is kept"):
    withDatabase: database =>
      val folder = Files.createTempDirectory("brine-retained")
      val log    = Journal.open(folder.resolve("log"))
      try
        for number <- 1 to 10 do move(log, "a", number)
        log.endSegment()
        val last     = move(log, "a", 0)
        val retained = log.retain(RetentionRules(upTo = Offset(10)))
        assert(retained.exists(_.first.sequence > 1), retained)
        running(SqlProjection.start(log, Moves.projection(), database.connect, quick)(plain)): moves =>
          ended(moves) match
            case ProjectionError.Unreadable(_, ReadError.Gone(_)) => ()
            case other                                            => fail(s"$other")
        val kept = Moves.projection("kept").fromFirstKept
        running(SqlProjection.start(log, kept, database.connect, quick)(Moves.store(_, _, isDense = false))): moves =>
          moves.await(last, 30.seconds)
          assertEquals(lines(database), Moves.fold(log.readAll[Move]().toVector.toOption.get))
      finally
        log.close()
        TestDatabase.deleteAll(folder)

  test("a worker of an actor system must not wait for it, nor its own function"):
    withLog: log =>
      withDatabase: database =>
        val thrown                    = java.util.concurrent.LinkedBlockingQueue[String]()
        lazy val moves: SqlProjection =
          SqlProjection.start(log, Moves.projection(), database.connect, quick): (connection, records) =>
            try moves.await(Offset(1000), 1.second)
            catch case failed: IllegalStateException => thrown.add(failed.getMessage): Unit
            Moves.store(connection, records)
        running(moves): moves =>
          moves.await(move(log, "a", 1), 30.seconds)
          assert(thrown.poll(30, TimeUnit.SECONDS).contains("in its own thread"))
          val system = ActorSystem()
          try
            val asked = system.spawn(brine.actor.Behavior.receive[Offset]: offset =>
              try moves.await(offset, 1.second)
              catch case failed: IllegalStateException => thrown.add(failed.getMessage): Unit)
            asked.tell(Offset(1000))
            assert(thrown.poll(30, TimeUnit.SECONDS).contains("worker of an actor system"))
          finally system.shutdown(): Unit

  test("it can be closed while a record is tried again with long pauses"):
    withLog: log =>
      withDatabase: database =>
        val slow  = ProjectionSettings(backoff = Backoff(1.hour, 1.hour))
        val moves =
          SqlProjection.start(log, Moves.projection(), database.connect, slow)((_, _) => throw Exception("bug"))
        move(log, "a", 1)
        eventually("it fails")(moves.status.failure.nonEmpty)
        moves.close()
        assertEquals(moves.setAside, Vector.empty)
        running(SqlProjection.start(log, Moves.projection(), database.connect, quick)(plain)): moves =>
          moves.await(Offset(1), 30.seconds)
          assertEquals(lines(database).size, 1)

  test("records that its query does not select move its position"):
    withLog: log =>
      withDatabase: database =>
        running(SqlProjection.start(log, Moves.projection(), database.connect, quick)(plain)): moves =>
          var last = Offset.Begin
          for _ <- 1 to 100 do last = log.append("other", Move(1)).await().toOption.get.last
          moves.await(last, 30.seconds)
        assertEquals(
          SqlProjection.versions(database.connect, "moves"),
          Vector(ProjectionVersion(1, Offset(100), hasCaughtUp = true))
        )

object SqlProjectionSuite:
  final case class Text(text: String) derives Codec
