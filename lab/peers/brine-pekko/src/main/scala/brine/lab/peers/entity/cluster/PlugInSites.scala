package brine.lab.peers.entity.cluster

import com.typesafe.config.ConfigFactory

import brine.lab.peer.{EntityStore, LogStore, RunningEntities}
import brine.lab.peers.pekko.entities.SiteActorSystem
import brine.lab.postgresql.PostgresqlServer

/** Sites as persistent actors of Pekko over this project's journal plug-in. */
private final class PlugInSites(server: PostgresqlServer) extends EntityStore:
  private val databases = LogDatabases(server)

  def entities(name: String, level: LogStore.Level): RunningEntities =
    val settings = ConfigFactory.parseString(s"""
      pekko.persistence.journal.plugin = "brine.persistence.journal"
      brine.persistence {
        log.jdbc.url = "${databases.url(name)}"
        # Reading a million events may take longer than the defaults.
        journal { recovery-event-timeout = 120s, circuit-breaker.call-timeout = 120s }
      }""")
    SiteActorSystem(level, settings, () => databases.bytes(name))

  def drop(name: String): Unit = databases.drop(name)

  def close(): Unit = databases.close()
