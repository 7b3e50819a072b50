package brine.entity.process

import brine.codec.Codec
import brine.entity.effect.EffectsBegin
import brine.entity.{At, Entities, SavePolicy}
import brine.journal.{Query, Record}

/** What a customer wants. */
enum Request derives Codec:
  case Asked(id: String, from: String, to: String, cents: Long, patienceMillis: Long)
  case Confirmed(id: String)
  case Other(text: String)

/** What a transfer asks of purses. */
enum Step derives Codec:
  case Debit(purse: String, purpose: String, cents: Long)
  case Credit(purse: String, purpose: String, cents: Long)
  case Refund(purse: String, purpose: String, cents: Long)

enum TransferFact derives Codec:
  case Begun(id: String, from: String, to: String, cents: Long)
  case Debited
  case Confirmed
  case Late
  case Ended(how: String)

final case class Transfer(id: String, from: String, to: String, cents: Long, phase: Transfer.Phase) derives Codec

object Transfer:
  enum Phase derives Codec:
    case New, Debiting, Waiting, Crediting, Refunding, Over

  val none: Transfer = Transfer("", "", "", 0, Phase.New)

/** Transfers between purses: debit, wait to be confirmed, credit; a refund if it is not confirmed in time, or the
  * credit is refused.
  *
  * @param before
  *   called before each reaction: a test may fail there
  */
class TransferProcess(
    before: ProcessInput[Request, Step, Outcome] => Unit = _ => (),
    begin: EffectsBegin = EffectsBegin.First,
    name: String = "transfer",
    override val fold: Int = 1,
    override val saves: SavePolicy = SavePolicy.defaults
) extends Process[Request, Step, Outcome, TransferFact, Transfer](name, begin):
  import ProcessInput.*
  import Transfer.Phase

  def query: Query = Query.category("request")

  def instance(event: Record[Request]): Option[String] = event.value match
    case Request.Asked(id, _, _, _, _) => Some(id)
    case Request.Confirmed(id)         => Some(id)
    case Request.Other("wrong")        => throw IllegalStateException("no instance")
    case Request.Other("null")         => null
    case Request.Other("empty")        => Some("")
    case Request.Other(_)              => None

  def initial: Transfer = Transfer.none

  def react(state: Transfer, input: ProcessInput[Request, Step, Outcome])(using
      at: At
  ): Reaction[TransferFact, Step] =
    before(input)
    input match
      case Event(Request.Asked(id, from, to, cents, patience)) if state.phase == Phase.New =>
        Reaction(TransferFact.Begun(id, from, to, cents))
          .setTimer("late", at.time.plusMillis(patience))
          .send(Step.Debit(from, s"$id/debit", cents))
      case Replied(Step.Debit(_, _, _), Outcome.Done)                  => Reaction(TransferFact.Debited)
      case Replied(Step.Debit(_, _, _), Outcome.Refused(reason))       => Reaction(TransferFact.Ended(reason)).end
      case Event(Request.Confirmed(_)) if state.phase == Phase.Waiting =>
        Reaction(TransferFact.Confirmed)
          .cancelTimer("late")
          .send(Step.Credit(state.to, s"${state.id}/credit", state.cents))
      case TimerFired("late") if state.phase == Phase.Waiting =>
        Reaction(TransferFact.Late).send(Step.Refund(state.from, s"${state.id}/refund", state.cents))
      case Replied(Step.Credit(_, _, _), Outcome.Done)       => Reaction(TransferFact.Ended("done")).end
      case Replied(Step.Credit(_, _, _), Outcome.Refused(_)) =>
        Reaction(TransferFact.Late).send(Step.Refund(state.from, s"${state.id}/refund", state.cents))
      case Replied(Step.Refund(_, _, _), _) => Reaction(TransferFact.Ended("refunded")).end
      case _                                => Reaction.none

  def evolve(state: Transfer, fact: TransferFact): Transfer = fact match
    case TransferFact.Begun(id, from, to, cents) => Transfer(id, from, to, cents, Phase.Debiting)
    case TransferFact.Debited                    => state.copy(phase = Phase.Waiting)
    case TransferFact.Confirmed                  => state.copy(phase = Phase.Crediting)
    case TransferFact.Late                       => state.copy(phase = Phase.Refunding)
    case TransferFact.Ended(_)                   => state.copy(phase = Phase.Over)

object Transfers extends TransferProcess():
  type Done = ProcessStep[TransferFact, Step, Outcome]

  /** Sends the commands of transfers to purses. */
  def send(purses: => Entities[Purse])(step: Step, key: CommandKey): Outcome =
    val (purse, command) = step match
      case Step.Debit(purse, purpose, cents)  => purse -> Purse.Debit(purpose, cents)
      case Step.Credit(purse, purpose, cents) => purse -> Purse.Credit(purpose, cents)
      case Step.Refund(purse, purpose, cents) => purse -> Purse.Refund(purpose, cents)
    purses(purse).answer(command, Some(key.uuid)).value
