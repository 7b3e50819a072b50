package brine.lab.peers.entity

import brine.lab.peer.{EntityStore, LogStore, RunningEntities}
import brine.lab.sql.{BrineLogs, Database}

/** Sites as entities over logs in a database. */
final class DatabaseSites(database: Database) extends EntityStore:
  private val logs = BrineLogs(database)

  def entities(name: String, level: LogStore.Level): RunningEntities =
    EntitiesOverLog(logs.open(name), () => logs.bytes(name))

  def drop(name: String): Unit = logs.drop(name)

  def close(): Unit = logs.close()
