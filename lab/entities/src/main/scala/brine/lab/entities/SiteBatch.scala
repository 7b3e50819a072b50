package brine.lab.entities

import brine.lab.model.entity.{SiteChange, SiteEntity, SiteReply, SiteRequest, SiteState}

/** What several requests to a site lead to, one after the other. */
final case class SiteBatch(changes: Vector[SiteChange], replies: Vector[SiteReply])

object SiteBatch {

  /** Decides requests in order, each on the state after those before it. */
  def decide(state: SiteState, requests: Vector[SiteRequest]): SiteBatch = {
    val changes = Vector.newBuilder[SiteChange]
    val replies = Vector.newBuilder[SiteReply]
    var now     = state
    for (request <- requests) {
      val decision = SiteEntity.decide(now, request)
      now = SiteEntity.evolve(now, decision.changes)
      changes ++= decision.changes
      replies += decision.reply
    }
    SiteBatch(changes.result(), replies.result())
  }
}
