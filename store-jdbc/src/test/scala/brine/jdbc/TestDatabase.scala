package brine.jdbc

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres
import java.nio.file.{Files, Path}
import java.sql.{Connection, DriverManager}
import java.util.Comparator
import java.util.concurrent.atomic.AtomicInteger
import scala.util.Using

/** A database of its own for the tests of a suite: closing it deletes it. They are set to be fast, not durable. */
trait TestDatabase extends AutoCloseable:
  private val prefixes = AtomicInteger()

  def url: String

  final def connect(): Connection = DriverManager.getConnection(url)

  final def apply[A](body: Connection => A): A = Using.resource(connect())(body)

  final def source: UrlSource = UrlSource(url)

  /** Settings for a log without events. */
  final def fresh(): JdbcSettings =
    JdbcSettings(prefix = s"t${prefixes.incrementAndGet()}_", maxPendingAppends = 1000, requireDurable = false)

  /** The first value of a statement. */
  final def ask(sql: String): String = apply: connection =>
    Using.resource(connection.createStatement())(statement =>
      Using.resource(statement.executeQuery(sql)): rows =>
        rows.next(): Unit
        rows.getString(1)
    )

  final def change(sql: String): Unit =
    apply(connection => Using.resource(connection.createStatement())(_.execute(sql): Unit))

object TestDatabase:
  /** Starts a database; None if there is no server for this system. */
  def start(make: () => TestDatabase): Option[TestDatabase] =
    val system = System.getProperty("os.name").toLowerCase(java.util.Locale.ROOT)
    try Some(make())
    catch case _: (IllegalStateException | UnsatisfiedLinkError) if !system.contains("linux") => None

  /** A file. */
  final class Sqlite(parameters: String = "journal_mode=WAL&busy_timeout=10000&synchronous=OFF") extends TestDatabase:
    private val folder: Path = Files.createTempDirectory("brine-sqlite")
    val url: String          = s"jdbc:sqlite:${folder.resolve("test.db")}?$parameters"

    def close(): Unit = deleteAll(folder)

  /** A server. */
  final class Postgresql extends TestDatabase:
    private val folder = Files.createTempDirectory("brine-postgresql")
    private val server =
      EmbeddedPostgres.builder().setOverrideWorkingDirectory(folder.resolve("programs").toFile).start()

    val url: String = server.getJdbcUrl("postgres", "postgres")

    def close(): Unit =
      server.close()
      deleteAll(folder)

  /** A server. */
  final class Mariadb extends TestDatabase:
    private val folder = Files.createTempDirectory("brine-mariadb")
    private val server = MariadbServer(folder, flushes = false)

    val url: String = server.url

    def close(): Unit =
      server.stop()
      deleteAll(folder)

  def deleteAll(folder: Path): Unit =
    Using.resource(Files.walk(folder))(_.sorted(Comparator.reverseOrder[Path]).forEach(Files.deleteIfExists(_): Unit))
