package brine.lab.peers.postgresql

import java.nio.file.Path
import java.sql.{Connection, SQLException}
import scala.concurrent.duration.*

import brine.lab.peer.LogStore.Level
import brine.lab.postgresql.PostgresqlServer
import brine.lab.sql.Database

/** A server whose data are in `folder`, and whose programs are in `kept`. */
private final class Postgresql(folder: Path, kept: Path) extends Database:
  private val server = PostgresqlServer(folder, kept)

  val types: Database.Types = Database.Types("BYTEA", "BIGINT", "INT", "BYTEA")
  val connections           = 64

  /** A new connection. The server counts those that were closed until their processes have ended, so it is asked again
    * if it has too many.
    */
  def connect(level: Level): Connection =
    val until                  = Deadline.now + Postgresql.patience
    var connection: Connection = null
    while connection == null do
      try connection = server.connect(PostgresqlServer.DATABASE, level != Level.OS_CACHE)
      catch case full: SQLException if full.getSQLState == Postgresql.TooMany && until.hasTimeLeft() => Thread.sleep(20)
    connection

  def bytes(connection: Connection, table: String): Long = PostgresqlServer.bytes(connection, table)

  def close(): Unit = server.close()

private object Postgresql:
  // SQL's number of PostgreSQL's "too many clients".
  private inline val TooMany = "53300"

  private val patience = 20.seconds
