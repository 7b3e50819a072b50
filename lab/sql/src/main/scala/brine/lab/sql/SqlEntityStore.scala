package brine.lab.sql

import brine.lab.peer.LogStore.Level
import brine.lab.peer.{EntityStore, RunningEntities}

/** Sites whose events are rows, one table for each name. */
final class SqlEntityStore(database: Database) extends EntityStore:
  private def table(name: String) = s"site_events_$name"

  def entities(name: String, level: Level): RunningEntities = SqlSites(database, table(name), level)

  def drop(name: String): Unit =
    val connection = database.connect(Level.DISK)
    try connection.createStatement().executeUpdate(s"DROP TABLE IF EXISTS ${table(name)}"): Unit
    finally connection.close()

  def close(): Unit = database.close()
