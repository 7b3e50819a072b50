package brine.lab.peers.sqlite

import java.nio.file.Path
import java.sql.Connection
import java.util.{List as JList, Properties, Set as JSet}

import brine.lab.peer.{Library, LogPeer, LogStore, Resolved}
import brine.lab.peer.LogStore.Level
import brine.lab.sql.{BrineLogStore, Database, SqlStore}

/** SQLite in the process itself: by its driver alone, and with this project's store over it. */
final class SqlitePeer extends LogPeer:
  val libraries: JList[Library] = JList.of(
    Library(
      "sqlite",
      Resolved.version("sqlite-jdbc"),
      JSet.of("binary", "sql", LogPeer.DURABLE, LogPeer.STATES, LogPeer.QUERIES),
      "table site_events, time-ordered ids; WAL, synchronous=FULL (OFF for os-cache); one connection that callers take turns at; row by row with a commit, batches of up to 1,000 rows; records by key: an upsert with a commit; tags: a table with a key that begins with the tag",
      Library.LOG
    ).recommendedBy("sqlite.org/wal.html"),
    Library(
      "brine-sqlite",
      Resolved.version("brine-store-jdbc"),
      JSet.of("binary", "self-describing", "evolvable", "sql", LogPeer.DURABLE),
      "store-jdbc with its defaults over SQLite as in the row sqlite: versions, order of commits and schemas; all events in one stream; callers wait for a completion, many in flight are told to a listener",
      Library.LOG
    )
  )

  // Every level is a commit.
  override def cases(library: String): JSet[String] = if library == "sqlite" then JSet.of() else BrineLogStore.cases

  def open(library: String, folder: Path): LogStore =
    val database = Sqlite(folder.resolve("site.db"))
    if library == "sqlite" then SqlStore(database) else BrineLogStore(database)

private final class Sqlite(file: Path) extends Database:
  val types: Database.Types = Database.Types("BLOB", "BIGINT", "INT", "BLOB")
  val connections           = 1

  def connect(level: Level): Connection =
    val connection = org.sqlite.JDBC().connect(s"jdbc:sqlite:$file", Properties())
    val statement  = connection.createStatement()
    try
      statement.execute("PRAGMA journal_mode=WAL")
      statement.execute(s"PRAGMA synchronous=${if level == Level.DISK then "FULL" else "OFF"}")
      statement.execute("PRAGMA busy_timeout=10000")
    finally statement.close()
    connection

  /** The pages of the table and of its index. */
  def bytes(connection: Connection, table: String): Long =
    val statement = connection.createStatement()
    try
      val rows = statement.executeQuery(
        s"SELECT SUM(pgsize) FROM dbstat WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name = '$table')"
      )
      if rows.next() then rows.getLong(1) else 0
    finally statement.close()

  def close(): Unit = ()
