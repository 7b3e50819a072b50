package brine.lab.peers.entity

import brine.actor.ActorSystem
import brine.entity.Entities
import brine.journal.EventLog
import brine.lab.model.entity.{SiteReply, SiteRequest}
import brine.lab.peer.{EntityRequest, RunningEntities}

/** Sites as entities on actors, over a log of any store. Closing it closes the log.
  *
  * @param used
  *   bytes that the log takes
  */
private final class EntitiesOverLog(log: EventLog, used: () => Long) extends RunningEntities:
  private val system = ActorSystem()
  private val sites  = Entities.open(log, system, SiteEntities.settings)(SiteEntities)
  sites.preload(): Unit

  def execute(id: String, request: EntityRequest): SiteReply =
    sites(id).ask(SiteAsk.Execute(request.asInstanceOf[SiteRequest]))

  def state(id: String): Object = sites(id).ask(SiteAsk.State)

  def bytes: Long = used()

  def close(): Unit =
    sites.close()
    system.shutdown(): Unit
    log.close()
