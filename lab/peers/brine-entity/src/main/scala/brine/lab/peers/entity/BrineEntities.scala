package brine.lab.peers.entity

import java.nio.file.Path

import brine.actor.ActorSystem
import brine.entity.Entities
import brine.journal.Journal
import brine.lab.model.entity.{SiteReply, SiteRequest}
import brine.lab.peer.{EntityRequest, RunningEntities, UsedBytes}

/** Sites as entities on actors, over a journal in files. */
private final class BrineEntities(folder: Path) extends RunningEntities:
  private val journal = Journal.open(folder)
  private val system  = ActorSystem()
  private val sites   = Entities.open(journal, system, SiteEntities.settings)(SiteEntities)
  sites.preload(): Unit

  def execute(id: String, request: EntityRequest): SiteReply =
    sites(id).ask(SiteAsk.Execute(request.asInstanceOf[SiteRequest]))

  def state(id: String): Object = sites(id).ask(SiteAsk.State)

  def bytes: Long = UsedBytes.ofSegments(folder)

  def close(): Unit =
    sites.close()
    system.shutdown(): Unit
    journal.close()
