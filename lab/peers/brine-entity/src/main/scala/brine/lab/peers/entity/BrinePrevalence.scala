package brine.lab.peers.entity

import java.nio.file.Path

import brine.entity.prevalence.{Prevalence, PrevalenceSettings}
import brine.lab.model.entity.{SiteEntity, SiteReply, SiteRequest, SiteState}
import brine.lab.peer.{EntityRequest, RunningEntities, UsedBytes}

/** All sites in one prevalent system: transactions are durable, queries read the newest durable state. */
private final class BrinePrevalence(folder: Path) extends RunningEntities:
  private val system = Prevalence.open(folder, BrinePrevalence.settings)(SitesSystem)

  def execute(id: String, request: EntityRequest): SiteReply =
    val own = request.asInstanceOf[SiteRequest]
    if own.isQuery then SiteEntity.decide(stateOf(id), own).reply
    else system.execute(SiteTransaction.Execute(id, own))

  def state(id: String): Object = stateOf(id)

  private def stateOf(id: String): SiteState = system.query(SitesSystem.of(_, id))

  def bytes: Long = UsedBytes.ofSegments(folder)

  def close(): Unit = system.close()

private object BrinePrevalence:
  /** No state is saved, so that a restart executes all transactions, as that of Prevayler does. */
  private val settings = PrevalenceSettings.defaults.withSaveEvery(0)
