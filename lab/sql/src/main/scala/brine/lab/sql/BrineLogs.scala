package brine.lab.sql

import java.util.Locale

import brine.jdbc.{JdbcEventLog, JdbcSettings}
import brine.lab.peer.LogStore.Level

/** This project's logs in a database, each with tables of its own, with the defaults of the store. Thread-safe. */
final class BrineLogs(database: Database) extends AutoCloseable:
  private val source = DatabaseSource(database)
  private val tables =
    List("snapshot", "state", "deletion", "event_tag", "event", "schema", "name", "head", "layout")

  private def prefix(name: String) = s"brine_${name.toLowerCase(Locale.ROOT)}_"

  /** Opens a log, or creates it. */
  def open(name: String): JdbcEventLog =
    JdbcEventLog.open(source, JdbcSettings.defaults.withPrefix(prefix(name)))

  /** Bytes of the tables of events and tags, with their indexes. */
  def bytes(name: String): Long =
    connected: connection =>
      List("event", "event_tag").map(table => database.bytes(connection, prefix(name) + table)).sum

  /** Deletes a closed log. */
  def drop(name: String): Unit =
    connected: connection =>
      for table <- tables do
        connection.createStatement().executeUpdate(s"DROP TABLE IF EXISTS ${prefix(name)}$table"): Unit

  private def connected[A](body: java.sql.Connection => A): A =
    val connection = database.connect(Level.DISK)
    try body(connection)
    finally connection.close()

  def close(): Unit = database.close()
