package brine.examples.transfers

import brine.codec.Codec
import brine.entity.At
import brine.entity.effect.EffectsBegin
import brine.entity.process.*
import brine.journal.{Query, Record}
import java.time.Duration

/** The events that transfers read: what customers want. */
enum Request derives Codec:
  case Asked(transfer: String, from: String, to: String, cents: Long)
  case Confirmed(transfer: String)

/** The commands of a transfer. */
enum Step derives Codec:
  case Debit(account: String, cents: Long)
  case Credit(account: String, cents: Long)
  case Refund(account: String, cents: Long)

/** What happens in a transfer. */
enum TransferFact derives Codec:
  case Begun(from: String, to: String, cents: Long)
  case Debited
  case Confirmed
  case Failed(why: String)
  case Done

final case class Transfer(from: String, to: String, cents: Long, phase: Phase) derives Codec

enum Phase derives Codec:
  case New, Debiting, Waiting, Crediting, Refunding, Over

/** A transfer: a debit, then a credit once it is confirmed. If that takes too long, or the credit is refused, the money
  * goes back.
  */
object Transfers extends Process[Request, Step, Outcome, TransferFact, Transfer]("transfer", EffectsBegin.First):
  import ProcessInput.*
  import TransferFact.*

  private val Patience = Duration.ofMinutes(10)

  def query: Query = Query.category("request")

  def instance(event: Record[Request]): Option[String] = event.value match
    case Request.Asked(transfer, _, _, _) => Some(transfer)
    case Request.Confirmed(transfer)      => Some(transfer)

  def initial: Transfer = Transfer("", "", 0, Phase.New)

  def react(state: Transfer, input: ProcessInput[Request, Step, Outcome])(using at: At): Reaction[TransferFact, Step] =
    (state.phase, input) match
      case (Phase.New, Event(Request.Asked(_, from, to, cents))) =>
        Reaction(Begun(from, to, cents)).send(Step.Debit(from, cents))
      case (Phase.Debiting, Replied(_, Outcome.Done)) =>
        Reaction(Debited).setTimer("confirmation", at.time.plus(Patience))
      case (Phase.Waiting, Event(Request.Confirmed(_))) =>
        Reaction(Confirmed).cancelTimer("confirmation").send(Step.Credit(state.to, state.cents))
      case (Phase.Waiting, TimerFired("confirmation"))         => refund(state, "not confirmed in time")
      case (Phase.Crediting, Replied(_, Outcome.Done))         => Reaction(Done).end
      case (Phase.Crediting, Replied(_, Outcome.Refused(why))) => refund(state, why)
      case (Phase.Debiting, Replied(_, Outcome.Refused(why)))  => Reaction(Failed(why)).end
      case (Phase.Refunding, Replied(_, _))                    => Reaction.none.end
      case _                                                   => Reaction.none

  private def refund(state: Transfer, why: String): Reaction[TransferFact, Step] =
    Reaction(Failed(why)).send(Step.Refund(state.from, state.cents))

  def evolve(state: Transfer, fact: TransferFact): Transfer = fact match
    case Begun(from, to, cents) => Transfer(from, to, cents, Phase.Debiting)
    case Debited                => state.copy(phase = Phase.Waiting)
    case Confirmed              => state.copy(phase = Phase.Crediting)
    case Failed(_)              => state.copy(phase = Phase.Refunding)
    case Done                   => state.copy(phase = Phase.Over)
