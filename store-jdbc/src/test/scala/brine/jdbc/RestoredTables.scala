package brine.jdbc

import brine.jdbc.internal.sql.Tables
import brine.journal.*
import java.time.Duration
import java.util.concurrent.TimeUnit

/** Tables that somebody restores from an older backup, or that a standby has which lagged, under a log that is open: it
  * remembers names, schemas and offsets that are no longer there.
  */
abstract class RestoredTables(make: () => TestDatabase) extends DatabaseSuite(make):
  private val columns = Vector("next_seq", "next_name", "next_schema", "last_micros")

  private final class Backup(settings: JdbcSettings):
    private val tables = Tables(settings.prefix)
    private val head   = columns.map(one => one -> database.ask(s"select $one from ${tables.head} where id = 1")).toMap

    /** Of all but states: what was committed since is gone. */
    def restore(): Unit =
      for (table, id, next) <- Vector(
          (tables.event, "seq", "next_seq"),
          (tables.tag, "seq", "next_seq"),
          (tables.name, "id", "next_name"),
          (tables.schema, "id", "next_schema")
        )
      do database.change(s"delete from $table where $id >= ${head(next)}")
      database.change(s"update ${tables.head} set ${head.map((one, value) => s"$one = $value").mkString(", ")}")

  private def settings = database.fresh().withRetryFor(Duration.ofMillis(30))

  private def refused(log: JdbcEventLog, stream: String)(using munit.Location): Unit =
    done(log.append(stream, ExpectedVersion.Any, Seq("late"), tags = Set("late"))) match
      case Left(AppendError.Unreadable(error: ReadError.Unavailable)) =>
        assert(error.message.contains("was restored from an older backup"), error.message)
        assert(error.message.contains("open the log again"), error.message)
      case other => fail(s"$other")

  /** What was appended since, of which the process knows: by its own append, by reading, or by a name alone. */
  private val knows = Vector[(String, (JdbcEventLog, JdbcEventLog) => Unit)](
    "its own append"      -> ((log, _) => appended(log.append("new", ExpectedVersion.Any, Seq(1L))): Unit),
    "an event of another" -> { (log, other) =>
      appended(other.append("new", "x"))
      assertEquals(texts(log), Vector("first", "x"))
    },
    "a name of another's stream" -> { (log, other) =>
      appended(other.append("new", "x"))
      assertEquals(log.version("new"), Right(1L))
    },
    "a schema of another's state" -> { (log, other) =>
      assertEquals(other.states.save("k", Offset(1), 7L).get(1, TimeUnit.MINUTES), Right(()))
      assertEquals(log.states.load[Long]("k").map(_.map(_.state)), Right(Some(7L)))
    }
  )

  test("a process that knows more than the tables have appends nothing, and another one goes on"):
    for (what, learn) <- knows; hasAppended <- Vector(true, false) do
      val settings = this.settings
      logs(2, settings): all =>
        val Vector(log, other) = all: @unchecked
        appended((if hasAppended then log else other).append("first", "first"))
        val backup = Backup(settings)
        learn(log, other)
        backup.restore()
        for stream <- Vector("new", "first", "never") do refused(log, stream)
        for state <- Vector("x", 7L) do
          val saved = state match
            case text: String => log.states.save("late", Offset(1), text)
            case number: Long => log.states.save("late", Offset(1), number)
          assert(saved.get(1, TimeUnit.MINUTES).isLeft, s"$what: $state")
        logs(1, settings): fresh =>
          assertEquals(appended(fresh.head.append("new", "again")).first, Offset(2), what)
          appended(fresh.head.append("never", ExpectedVersion.NoStream, Seq("again")))
          assertEquals(texts(fresh.head), Vector("first", "again", "again"), what)

/** On SQLite. */
class SqliteRestoredSuite extends RestoredTables(() => TestDatabase.Sqlite())

/** On PostgreSQL. */
class PostgresqlRestoredSuite extends RestoredTables(() => TestDatabase.Postgresql())

/** On MariaDB. */
class MariadbRestoredSuite extends RestoredTables(() => TestDatabase.Mariadb())
