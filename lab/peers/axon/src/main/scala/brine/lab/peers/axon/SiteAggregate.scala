package brine.lab.peers.axon

import org.axonframework.eventhandling.DomainEventMessage
import org.axonframework.eventsourcing.EventSourcingHandler
import org.axonframework.modelling.command.{AggregateIdentifier, AggregateLifecycle}

import brine.lab.model.entity.{SiteChange, SiteEntity, SiteReply, SiteRequest, SiteState}

/** A site as an aggregate: Axon calls it by its annotations, one command at a time. */
private final class SiteAggregate(begun: String):
  @AggregateIdentifier
  private var id: String = begun
  private var now        = SiteState.initial

  /** For Axon, which then lets it handle the events that are stored. */
  def this() = this(null)

  def state: SiteState = now

  /** Executes requests in order. Their events are stored together, with the command that brought them. */
  def execute(requests: Vector[SiteRequest]): Vector[SiteReply] = requests.map: request =>
    val decision = SiteEntity.decide(now, request)
    decision.changes.foreach(change => AggregateLifecycle.apply(change): Unit)
    decision.reply

  @EventSourcingHandler
  def on(change: SiteChange, message: DomainEventMessage[?]): Unit =
    if id == null then id = message.getAggregateIdentifier
    now = SiteEntity.evolve(now, change)
