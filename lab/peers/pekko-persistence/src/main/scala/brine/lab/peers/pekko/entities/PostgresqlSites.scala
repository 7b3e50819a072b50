package brine.lab.peers.pekko.entities

import java.nio.file.Path
import scala.collection.mutable

import brine.lab.peer.{EntityStore, LogStore, RunningEntities}
import brine.lab.postgresql.PostgresqlServer

/** Sites in a server that is started for them, with a database for each name. */
private final class PostgresqlSites(folder: Path, kept: Path) extends EntityStore {
  private val server    = new PostgresqlServer(folder, kept)
  private val databases = mutable.Set.empty[String]

  // A name alone could be a word of SQL.
  private def database(name: String) = "sites_" + name

  def entities(name: String, level: LogStore.Level): RunningEntities = {
    if (databases.add(name)) create(name)
    val url      = server.url(database(name), level == LogStore.Level.DISK)
    val settings = JdbcJournal.settings("PostgresProfile", "org.postgresql.Driver", url, JdbcJournal.dao)
    new SiteActorSystem(
      level,
      settings,
      () => server.bytes(database(name), JdbcJournal.table)
    )
  }

  private def create(name: String): Unit = {
    server.execute(PostgresqlServer.DATABASE, s"CREATE DATABASE \"${database(name)}\"")
    val connection = server.connect(database(name), true)
    try JdbcJournal.createTables(connection, "postgres/postgres-create-schema.sql")
    finally connection.close()
  }

  def drop(name: String): Unit = {
    // The server may not have noticed yet that connections were closed.
    server.execute(PostgresqlServer.DATABASE, s"DROP DATABASE IF EXISTS \"${database(name)}\" WITH (FORCE)")
    val _ = databases.remove(name)
  }

  def close(): Unit = server.close()
}
