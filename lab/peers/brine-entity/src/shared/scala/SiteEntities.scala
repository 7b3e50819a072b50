package brine.lab.peers.entity

import brine.entity.{At, Commands, Decision, Entity, EntitySettings, Passivation, SavePolicy}
import brine.lab.model.entity.*
import brine.lab.peers.entity.SiteCodecs.given

/** What the lab asks a site. */
private enum SiteAsk[+R] derives Commands:
  case Execute(request: SiteRequest) extends SiteAsk[SiteReply]
  case State                         extends SiteAsk[SiteState]

/** The model's site as an entity. States are not saved, so that a restart folds all events, as for every library. */
private object SiteEntities extends Entity[SiteAsk, SiteChange, SiteState]("site"):
  def initial: SiteState = SiteState.initial

  def decide[R](state: SiteState, command: SiteAsk[R])(using At): Decision[SiteChange, R] = command match
    case SiteAsk.Execute(request) =>
      val decided = SiteEntity.decide(state, request)
      new Decision(decided.changes.toVector, decided.reply)
    case SiteAsk.State => Decision.reply(state)

  def evolve(state: SiteState, change: SiteChange): SiteState = SiteEntity.evolve(state, change)

  override def saves: SavePolicy        = SavePolicy.never
  override def passivation: Passivation = Passivation.never

  /** Every site of a case stays in memory, as the other libraries keep theirs. */
  val settings: EntitySettings = EntitySettings.defaults.withMaxInMemory(1_000_000)
