package brine.lab.peers.postgresql

import java.nio.file.Path
import java.sql.Connection

import brine.lab.peer.LogStore.Level
import brine.lab.postgresql.PostgresqlServer
import brine.lab.sql.Database

/** A server whose data are in `folder`, and whose programs are in `kept`. */
private final class Postgresql(folder: Path, kept: Path) extends Database:
  private val server = PostgresqlServer(folder, kept)

  val types: Database.Types = Database.Types("BYTEA", "BIGINT", "INT", "BYTEA")
  val connections           = 64

  def connect(level: Level): Connection = server.connect(PostgresqlServer.DATABASE, level != Level.OS_CACHE)

  def bytes(connection: Connection, table: String): Long = PostgresqlServer.bytes(connection, table)

  def close(): Unit = server.close()
