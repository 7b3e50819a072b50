package brine.examples.site.service

import brine.actor.ActorSystem
import brine.entity.{Entities, EntityRef, EntitySettings}
import brine.examples.site.model.{SiteAsk, Sites}
import brine.journal.EventLog

/** The sites as entities, wherever they run. Thread-safe. */
trait SiteEntities extends AutoCloseable:
  /** The site with an id. */
  def apply(id: String): EntityRef[SiteAsk]

object SiteEntities:
  /** Settings of the entities, in one process or on the nodes of a cluster. */
  val settings: EntitySettings = EntitySettings.defaults.withTimeout(SiteService.Timeout)

  /** All sites in this process. */
  def local(log: EventLog): SiteEntities = new SiteEntities:
    private val system = ActorSystem()
    private val sites  = Entities.open(log, system, settings)(Sites)

    def apply(id: String): EntityRef[SiteAsk] = sites(id)

    def close(): Unit =
      sites.close()
      system.shutdown(): Unit
