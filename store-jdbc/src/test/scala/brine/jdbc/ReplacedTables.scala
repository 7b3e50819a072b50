package brine.jdbc

import brine.jdbc.internal.sql.Tables
import brine.journal.*
import brine.journal.snapshot.SnapshotError
import java.util.concurrent.TimeUnit
import scala.util.Random

/** Tables that somebody drops and creates again under a log that is open: it remembers names of the former ones. */
abstract class ReplacedTables(make: () => TestDatabase) extends DatabaseSuite(make):
  private def drop(settings: JdbcSettings): Unit =
    Tables(settings.prefix).all.foreach(table => database.change(s"drop table $table"))

  private def says(message: String, log: JdbcEventLog): Unit =
    for part <- Vector("those of another log", "open it again", log.name) do assert(message.contains(part), message)

  private def refused(what: String, result: Either[JournalError, Any], log: JdbcEventLog): Unit = result match
    case Left(error @ ReadError.Unavailable(_, _: JdbcFailure)) => says(error.message, log)
    case other                                                  => fail(s"$what: $other")

  private def failed(what: String, result: Either[SnapshotError, Any]): Unit =
    assert(result.left.exists(_.message.contains("those of another log")), s"$what: $result")

  // As many names and events as the former log, or fewer: all numbers mean something else.
  private def fill(log: JdbcEventLog, streams: Vector[String]): Unit =
    for (stream, i) <- streams.zipWithIndex do
      appended(
        log.append(stream, ExpectedVersion.Any, Seq(s"$stream $i", s"$stream again"), tags = Set(s"tag-$stream"))
      )

  test("a log that knows the names of tables that were dropped reads, appends and saves nothing"):
    for count <- Vector(3, 0, 1, 5) do
      val settings = database.fresh()
      val before   = JdbcEventLog.open(database.source, settings)
      val streams  = Vector("a-1", "b-1", "c-1")
      try
        fill(before, streams)
        assert(before.states.save("k", Offset(1), "of the former log").get(1, TimeUnit.MINUTES).isRight)
        assert(before.snapshots.save("k", Offset(1), "of the former log").isRight)
        assertEquals(before.readTagged[String]("tag-b-1").toVector.map(_.size), Right(2))
        val subscription = before.subscribe[String](before.durable)(_ => ())
        val cursor       = before.readAll[String]()
        assert(cursor.next().isRight)
        drop(settings)
        val after = JdbcEventLog.open(database.source, settings)
        try
          fill(after, Random(count).shuffle(Vector("x-1", "c-1", "a-1", "y-1", "z-1")).take(count))
          if count > 0 then
            assert(after.states.save("k", Offset(1), "of the new one").get(1, TimeUnit.MINUTES).isRight)
            assert(after.snapshots.save("k", Offset(1), "of the new one").isRight)
          val all = ok(after.readAll[String]().toVector).map(one => (one.stream, one.value))
          for stream <- streams :+ "never" do
            refused(s"version of $stream", before.version(stream), before)
            refused(s"read $stream", before.read[String](stream).toVector, before)
            refused(s"query $stream", before.readQuery[String](Query.stream(stream)).toVector, before)
            refused(s"tag of $stream", before.readTagged[String](s"tag-$stream").toVector, before)
          // Without asking how far the log goes: by a number of the stream that is remembered.
          val remembered = before.source.matching(Query.stream("a-1"), Offset(1))
          says(intercept[JournalException](remembered.next()).getMessage, before)
          refused("all", before.readAll[String]().toVector, before)
          refused("category", before.readQuery[String](Query.category("a")).toVector, before)
          refused("never", before.readTagged[String]("never").toVector, before)
          refused("time", before.offsetAt(java.time.Instant.EPOCH), before)
          says(intercept[JournalException](before.durable).getMessage, before)
          within(subscription.awaitEnd())
          // Or that there was no table, if it has looked in between.
          assert(subscription.failure.exists(_.getMessage.contains(settings.prefix)), subscription.failure)
          failed("state", before.states.load[String]("k"))
          failed("snapshot", before.snapshots.latest[String]("k"))
          for key <- Vector("k", "l") do
            failed("save", before.states.save(key, Offset(1), "late").get(1, TimeUnit.MINUTES))
            failed("save", before.snapshots.save(key, Offset(1), "late"))
          for _ <- 1 to 2 do
            done(before.append("a-1", "late")) match
              case Left(AppendError.Closed(reason, _)) => says(s"$reason ${before.name}", before)
              case other                               => fail(s"$other")
          // The new one has nothing of that.
          assertEquals(ok(after.readAll[String]().toVector).map(one => (one.stream, one.value)), all)
          if count > 0 then
            assertEquals(after.states.load[String]("k").map(_.map(_.state)), Right(Some("of the new one")))
            assertEquals(after.snapshots.latest[String]("k").map(_.map(_.state)), Right(Some("of the new one")))
        finally within(after.close())
        cursor.close()
      finally within(before.close())

  test("a log whose tables are gone says so"):
    val settings = database.fresh()
    logs(1, settings): all =>
      appended(all.head.append("a", "x"))
      database.change(s"delete from ${settings.prefix}head")
      for result <- Vector(all.head.version("a"), all.head.readAll[String]().toVector, all.head.version("never")) do
        assert(result.left.exists(_.message.contains("has no row: somebody has deleted it")), result)
      val late = done(all.head.append("a", "y"))
      assert(late.left.exists(_.message.contains("has no row: somebody has deleted it")), late)

  test("an event that somebody has deleted is an error of queries by its tags, which leave out nothing after it"):
    val settings = database.fresh()
    val log      = JdbcEventLog.open(database.source, settings)
    try
      for i <- 1 to 300 do
        appended(log.append(s"a-${i % 3}", ExpectedVersion.Any, Seq(s"$i"), tags = Set("tag", s"other-${i % 2}")))
      database.change(s"delete from ${Tables(settings.prefix).event} where seq = 20")
      val queries = Vector(
        Query.tagged("tag"),
        Query.tagged("other-0"),
        Query.tagged("tag").and(Query.category("a")),
        Query.tagged("tag").and(Query.tagged("other-0"))
      )
      for query <- queries do
        ok(log.readQuery[String](query, Offset(21)).toVector): Unit
        log.readQuery[String](query).toVector match
          case Left(error: ReadError.Unavailable) => assert(error.message.contains("deleted"), error.message)
          case other                              => fail(s"$query: $other")
    finally log.close()

/** On SQLite. */
class SqliteReplacedSuite extends ReplacedTables(() => TestDatabase.Sqlite())

/** On PostgreSQL. */
class PostgresqlReplacedSuite extends ReplacedTables(() => TestDatabase.Postgresql())

/** On MariaDB. */
class MariadbReplacedSuite extends ReplacedTables(() => TestDatabase.Mariadb())
