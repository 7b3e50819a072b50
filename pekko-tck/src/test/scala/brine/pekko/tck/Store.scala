package brine.pekko.tck

import com.typesafe.config.{Config, ConfigFactory}
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres
import java.nio.file.{Files, Path}
import java.util.Comparator
import scala.util.Using

/** Where the log of a suite is: the configuration that a program of Pekko has, and nothing else. */
trait Store extends AutoCloseable:
  def config: Config

object Store:
  private def plugins(log: String): Config = ConfigFactory
    .parseString(s"""
      pekko.persistence.journal.plugin = "brine.persistence.journal"
      pekko.persistence.snapshot-store.plugin = "brine.persistence.snapshot-store"
      pekko.actor.allow-java-serialization = off
      pekko.stdout-loglevel = off
      pekko.loglevel = warning
      $log
      """)

  private def quoted(text: Any): String = com.typesafe.config.ConfigUtil.quoteString(text.toString)

  /** Files of a folder. */
  final class Folder extends Store:
    private val folder = Files.createTempDirectory("brine-pekko-files")
    val config: Config = plugins(s"brine.persistence.log.folder = ${quoted(folder.resolve("log"))}")
    def close(): Unit  = deleteAll(folder)

  /** A database in a file. */
  final class Sqlite extends Store:
    private val folder = Files.createTempDirectory("brine-pekko-sqlite")
    private val url    = s"jdbc:sqlite:${folder.resolve("test.db")}?journal_mode=WAL&busy_timeout=10000&synchronous=OFF"
    val config: Config =
      plugins(s"brine.persistence.log.jdbc { url = ${quoted(url)}, require-durable = false }")
    def close(): Unit = deleteAll(folder)

  /** A server. */
  final class Postgresql extends Store:
    private val folder = Files.createTempDirectory("brine-pekko-postgresql")
    private val server =
      EmbeddedPostgres.builder().setOverrideWorkingDirectory(folder.resolve("programs").toFile).start()
    val config: Config =
      val url = server.getJdbcUrl("postgres", "postgres")
      plugins(s"brine.persistence.log.jdbc { url = ${quoted(url)}, require-durable = false }")
    def close(): Unit =
      server.close()
      deleteAll(folder)

  private def deleteAll(folder: Path): Unit =
    Using.resource(Files.walk(folder))(_.sorted(Comparator.reverseOrder[Path]).forEach(Files.deleteIfExists(_): Unit))
