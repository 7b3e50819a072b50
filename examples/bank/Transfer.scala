package brine.examples.bank

import brine.actor.*
import brine.examples.bank.Account.{Deposit, Withdraw}
import scala.concurrent.duration.*
import scala.util.{Failure, Success, Try}

/** One transfer: withdraws from one account, deposits into the other, and returns the money if the other refuses it. */
object Transfer:
  enum Outcome:
    case Done, NotEnough, Refused, GivenBack

  enum Answer:
    case Taken(answer: Try[Boolean])
    case Given(answer: Try[Long])
    case Returned(answer: Try[Long])

  private val patience = 1.minute

  def apply(
      cents: Long,
      from: ActorRef[Account.Command],
      to: ActorRef[Account.Command],
      replyTo: ActorRef[Outcome]
  ): Behavior[Answer] =
    def end(outcome: Outcome): Behavior[Answer] =
      replyTo ! outcome
      Behavior.stopped

    Behavior.setup:
      context.ask[Account.Command, Boolean](from, Withdraw(cents, _), patience)(Answer.Taken(_))
      Behavior.receive:
        case Answer.Taken(Success(true)) =>
          context.ask[Account.Command, Long](to, Deposit(cents, _), patience)(Answer.Given(_))
        case Answer.Taken(Success(false)) => end(Outcome.NotEnough)
        case Answer.Taken(Failure(_))     => end(Outcome.Refused)
        case Answer.Given(Success(_))     => end(Outcome.Done)
        // An ask to an account that has stopped fails at once, instead of after its timeout.
        case Answer.Given(Failure(_)) =>
          context.ask[Account.Command, Long](from, Deposit(cents, _), patience)(Answer.Returned(_))
        case Answer.Returned(_) => end(Outcome.GivenBack)
