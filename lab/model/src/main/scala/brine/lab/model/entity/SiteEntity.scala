package brine.lab.model.entity

import java.time.Instant

import brine.lab.model._
import brine.lab.peer.EntityReply

/** What is stored of a change: the published event, and when it happened. The site's id is that of the entity. */
final case class SiteChange(event: SiteEvent, at: Instant)

/** A site, and the number of its events.
  *
  * @param site
  *   none before the first event
  */
final case class SiteState(version: Long, site: Option[Site])

object SiteState {

  /** The state before the first event. */
  val initial: SiteState = SiteState(0, None)
}

/** The reply to a request.
  *
  * @param version
  *   number of the site's events after the request
  * @param events
  *   number of events of the request
  * @param pages
  *   number of the site's pages before the request
  */
final case class SiteReply(isAccepted: Boolean, version: Long, events: Int, pages: Int) extends EntityReply

/** What a site decides: the events of a command, none for a query or a refusal, and the reply. */
final case class SiteDecision(changes: List[SiteChange], reply: SiteReply)

/** The site as an event-sourced entity: two pure functions, which every library of study `whole` runs. */
object SiteEntity {

  /** The events of a request, and the reply that is due when they are durable. */
  def decide(state: SiteState, request: SiteRequest): SiteDecision = {
    val decided = state.site match {
      case Some(site) => SiteRules.decide(site, request.command)
      case None       => SiteRules.decideFirst(request.command)
    }
    val pages = if (state.site.isEmpty) 0 else state.site.get.pages.size
    decided match {
      case Some(events) =>
        val changes = events.map(SiteChange(_, request.at))
        SiteDecision(changes, SiteReply(true, state.version + changes.size, changes.size, pages))
      case None => SiteDecision(Nil, SiteReply(false, state.version, 0, pages))
    }
  }

  /** The state after one more event: the published fold. */
  def evolve(state: SiteState, change: SiteChange): SiteState = {
    val before = if (state.site.isEmpty) EventProcessor.blank else state.site.get
    SiteState(state.version + 1, Some(EventProcessor.step(before, change.event, change.at)))
  }

  /** The state after several events. */
  def evolve(state: SiteState, changes: List[SiteChange]): SiteState = {
    var after = state
    var left  = changes
    while (left.nonEmpty) {
      after = evolve(after, left.head)
      left = left.tail
    }
    after
  }
}
