package brine.lab.peers.entity

import brine.actor.ActorSystem
import brine.entity.Entities
import brine.lab.model.entity.{SiteReply, SiteRequest}
import brine.lab.peer.{EntityRequest, EntityStore, LogStore, RunningEntities}
import brine.lab.sql.{BrineLogs, Database}

/** Sites as entities on actors, over logs in a database. */
final class DatabaseSites(database: Database) extends EntityStore:
  private val logs = BrineLogs(database)

  def entities(name: String, level: LogStore.Level): RunningEntities = Running(name)

  def drop(name: String): Unit = logs.drop(name)

  def close(): Unit = logs.close()

  private final class Running(name: String) extends RunningEntities:
    private val log    = logs.open(name)
    private val system = ActorSystem()
    private val sites  = Entities.open(log, system, SiteEntities.settings)(SiteEntities)
    sites.preload(): Unit

    def execute(id: String, request: EntityRequest): SiteReply =
      sites(id).ask(SiteAsk.Execute(request.asInstanceOf[SiteRequest]))

    def state(id: String): Object = sites(id).ask(SiteAsk.State)

    def bytes: Long = logs.bytes(name)

    def close(): Unit =
      sites.close()
      system.shutdown(): Unit
      log.close()
