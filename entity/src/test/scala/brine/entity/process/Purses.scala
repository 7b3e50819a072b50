package brine.entity.process

import brine.codec.Codec
import brine.entity.{At, Commands, Decision, Entity}

/** Commands to purses of tests. Each moves cents for a purpose, such as `t7/debit`, which happens once. */
enum Purse[+R] derives Commands:
  case Fill(cents: Long, purpose: String = "fill") extends Purse[Unit]
  case Debit(purpose: String, cents: Long)         extends Purse[Outcome]
  case Credit(purpose: String, cents: Long)        extends Purse[Outcome]
  case Refund(purpose: String, cents: Long)        extends Purse[Outcome]
  case Freeze(isFrozen: Boolean)                   extends Purse[Unit]
  case Balance                                     extends Purse[Long]

enum Outcome derives Codec:
  case Done
  case Refused(reason: String)

enum PurseEvent derives Codec:
  case Moved(purpose: String, cents: Long)
  case Frozen(isFrozen: Boolean)

final case class PurseState(cents: Long, isFrozen: Boolean) derives Codec

object Purses extends Entity[Purse, PurseEvent, PurseState]("purse"):
  import PurseEvent.*

  def initial: PurseState = PurseState(0, false)

  def decide[R](state: PurseState, command: Purse[R])(using At): Decision[PurseEvent, R] = command match
    case Purse.Fill(cents, purpose)  => Decision(Moved(purpose, cents))(())
    case Purse.Debit(purpose, cents) =>
      if state.cents < cents then Decision.reply(Outcome.Refused("poor"))
      else Decision(Moved(purpose, -cents))(Outcome.Done)
    case Purse.Credit(purpose, cents) =>
      if state.isFrozen then Decision.reply(Outcome.Refused("frozen"))
      else Decision(Moved(purpose, cents))(Outcome.Done)
    case Purse.Refund(purpose, cents) => Decision(Moved(purpose, cents))(Outcome.Done)
    case Purse.Freeze(isFrozen)       => Decision(Frozen(isFrozen))(())
    case Purse.Balance                => Decision.reply(state.cents)

  def evolve(state: PurseState, event: PurseEvent): PurseState = event match
    case Moved(_, cents)  => state.copy(cents = state.cents + cents)
    case Frozen(isFrozen) => state.copy(isFrozen = isFrozen)
