package brine.lab.peers.entity

import brine.entity.prevalence.PrevalentSystem
import brine.entity.{At, Commands}
import brine.lab.model.entity.*
import brine.lab.peers.entity.SiteCodecs.given

/** A request to one of all sites. */
private enum SiteTransaction[+R] derives Commands:
  case Execute(id: String, request: SiteRequest) extends SiteTransaction[SiteReply]

/** All sites as one prevalent system. */
private object SitesSystem extends PrevalentSystem[SiteTransaction, Map[String, SiteState]]("sites"):
  def initial: Map[String, SiteState] = Map.empty

  def execute[R](sites: Map[String, SiteState], transaction: SiteTransaction[R])(using
      At
  ): (Map[String, SiteState], R) = transaction match
    case SiteTransaction.Execute(id, request) =>
      val site    = of(sites, id)
      val decided = SiteEntity.decide(site, request)
      val after   =
        if decided.changes.isEmpty then sites else sites.updated(id, SiteEntity.evolve(site, decided.changes))
      (after, decided.reply)

  def of(sites: Map[String, SiteState], id: String): SiteState = sites.getOrElse(id, SiteState.initial)
