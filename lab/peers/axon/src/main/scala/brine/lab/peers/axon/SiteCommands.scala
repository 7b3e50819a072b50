package brine.lab.peers.axon

import org.axonframework.commandhandling.CommandHandler
import org.axonframework.modelling.command.{AggregateNotFoundException, Repository}

import brine.lab.entities.SiteBatch
import brine.lab.model.entity.{SiteReply, SiteRequest, SiteState}

/** Handles commands outside the aggregate, because a query of a site without events must not create it. */
private final class SiteCommands(sites: Repository[SiteAggregate]):

  @CommandHandler
  def execute(command: Execute): SiteReply = executed(command.target, Vector(command.request)).head

  @CommandHandler
  def executeAll(command: ExecuteAll): Vector[SiteReply] = executed(command.target, command.requests)

  @CommandHandler
  def look(command: Look): SiteState =
    try sites.load(command.target).invoke(_.state)
    catch case _: AggregateNotFoundException => SiteState.initial

  private def executed(id: String, requests: Vector[SiteRequest]): Vector[SiteReply] =
    try sites.load(id).invoke(_.execute(requests))
    catch
      case _: AggregateNotFoundException =>
        val first = SiteBatch.decide(SiteState.initial, requests)
        if first.changes.isEmpty then first.replies
        else sites.newInstance(() => SiteAggregate(id)).invoke(_.execute(requests))
