package brine.lab.peers.postgresql

import java.nio.file.Path
import java.sql.Connection
import java.util.Properties

import brine.lab.peer.LogStore.Level
import brine.lab.sql.Database
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres

/** A server whose data are in `folder`, and whose programs are in `kept`. */
private final class Postgresql(folder: Path, kept: Path) extends Database:
  // The library starts servers for tests, without durability unless it is told.
  private val server = EmbeddedPostgres
    .builder()
    .setOverrideWorkingDirectory(kept.toFile)
    .setDataDirectory(folder.resolve("data"))
    .setCleanDataDirectory(true)
    .setServerConfig("fsync", "on")
    .setServerConfig("synchronous_commit", "on")
    .setServerConfig("full_page_writes", "on")
    .setServerConfig("max_connections", "100")
    .setPGStartupWait(java.time.Duration.ofSeconds(40))
    .start()
  private val driver = org.postgresql.Driver()
  private val url    = server.getJdbcUrl("postgres", "postgres") + "&reWriteBatchedInserts=true"
  checkDurability()

  val types: Database.Types = Database.Types("BYTEA", "BIGINT", "INT", "BYTEA")
  val connections           = 64

  def connect(level: Level): Connection =
    val connection = driver.connect(url, Properties())
    if level == Level.OS_CACHE then { val _ = connection.createStatement().execute("SET synchronous_commit=off") }
    connection

  def bytes(connection: Connection, table: String): Long =
    val rows = connection.createStatement().executeQuery(s"SELECT pg_total_relation_size('$table')")
    rows.next()
    rows.getLong(1)

  def close(): Unit = server.close()

  private def checkDurability(): Unit =
    val connection = connect(Level.DISK)
    try
      for setting <- List("fsync", "synchronous_commit", "full_page_writes") do
        val rows = connection.createStatement().executeQuery(s"SHOW $setting")
        rows.next()
        if rows.getString(1) != "on" then throw IllegalStateException(s"$setting is ${rows.getString(1)}")
    catch
      case failure: Throwable =>
        close()
        throw failure
    finally connection.close()
