package brine.lab.peers.axon

import org.axonframework.modelling.command.TargetAggregateIdentifier

import brine.lab.model.entity.SiteRequest

/** A command as Axon dispatches it: it names the site that handles it. */
private sealed abstract class SiteCommandMessage(id: String):
  @TargetAggregateIdentifier
  def target: String = id

/** A request. */
private final class Execute(id: String, val request: SiteRequest) extends SiteCommandMessage(id)

/** Requests of several callers, whose events are stored together. */
private final class ExecuteAll(id: String, val requests: Vector[SiteRequest]) extends SiteCommandMessage(id)

/** Asks for the state. */
private final class Look(id: String) extends SiteCommandMessage(id)
