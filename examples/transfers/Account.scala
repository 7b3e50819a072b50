package brine.examples.transfers

import brine.codec.Codec
import brine.entity.*

/** What an account says to a transfer. */
enum Outcome derives Codec:
  case Done
  case Refused(why: String)

enum Account[+R] derives Commands:
  case Deposit(cents: Long)  extends Account[Outcome]
  case Withdraw(cents: Long) extends Account[Outcome]
  case Close                 extends Account[Outcome]
  case Balance               extends Account[Long]

enum AccountEvent derives Codec:
  case Deposited(cents: Long)
  case Withdrawn(cents: Long)
  case Closed

final case class AccountState(cents: Long, isClosed: Boolean) derives Codec

object Accounts extends Entity[Account, AccountEvent, AccountState]("account"):
  import AccountEvent.*

  def initial: AccountState = AccountState(0, isClosed = false)

  def decide[R](state: AccountState, command: Account[R])(using At): Decision[AccountEvent, R] = command match
    case Account.Balance                                => Decision.reply(state.cents)
    case Account.Deposit(_) if state.isClosed           => Decision.reply(Outcome.Refused("closed"))
    case Account.Deposit(cents)                         => Decision(Deposited(cents))(Outcome.Done)
    case Account.Withdraw(cents) if state.cents < cents => Decision.reply(Outcome.Refused("not enough money"))
    case Account.Withdraw(cents)                        => Decision(Withdrawn(cents))(Outcome.Done)
    case Account.Close                                  => Decision(Closed)(Outcome.Done)

  def evolve(state: AccountState, event: AccountEvent): AccountState = event match
    case Deposited(cents) => state.copy(cents = state.cents + cents)
    case Withdrawn(cents) => state.copy(cents = state.cents - cents)
    case Closed           => state.copy(isClosed = true)
