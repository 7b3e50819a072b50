package brine.entity

import brine.codec.Codec
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.*

enum Refused derives Codec:
  case Closed, Poor

enum Account[+R] derives Commands:
  case Open(owner: String)      extends Account[Either[Refused, Unit]]
  case Deposit(cents: Long)     extends Account[Long]
  case Withdraw(cents: Long)    extends Account[Either[Refused, Long]]
  case Balance                  extends Account[Long]
  case Fail(in: String)         extends Account[Unit]
  case DepositOften(times: Int) extends Account[Long]
  case Note(text: String)       extends Account[Int]

enum AccountEvent derives Codec:
  case Opened(owner: String)
  case Deposited(cents: Long)
  case Withdrawn(cents: Long)
  case Noted(text: String)
  case Failing

/** A failure that does not even say what it is. */
final class SilentFailure extends IllegalStateException:
  override def getMessage: String = throw IllegalStateException("and its message fails as well")

final case class AccountState(owner: Option[String], cents: Long) derives Codec

/** Accounts, with choices of a test.
  *
  * @param interest
  *   what each deposit adds: another one is another fold
  * @param name
  *   of the entities
  */
class AccountEntity(
    override val fold: Int = 1,
    interest: Long = 0,
    override val saves: SavePolicy = SavePolicy.defaults,
    idle: Duration = Duration.Inf,
    name: String = "account"
) extends Entity[Account, AccountEvent, AccountState](name):
  import AccountEvent.*

  /** How many events were folded. */
  val folded: AtomicInteger = AtomicInteger()

  def initial: AccountState = AccountState(None, 0)

  def decide[R](state: AccountState, command: Account[R])(using at: At): Decision[AccountEvent, R] = command match
    case Account.Open(owner) =>
      if state.owner.isEmpty then Decision(Opened(owner))(Right(())) else Decision.reply(Left(Refused.Closed))
    case Account.Deposit(cents)  => Decision(Deposited(cents))(state.cents + cents)
    case Account.Withdraw(cents) =>
      if state.cents < cents then Decision.reply(Left(Refused.Poor))
      else Decision(Withdrawn(cents))(Right(state.cents - cents))
    case Account.Balance             => Decision.reply(state.cents)
    case Account.Fail("decide")      => throw IllegalStateException("decide fails")
    case Account.Fail("stack")       => throw StackOverflowError()
    case Account.Fail("memory")      => throw OutOfMemoryError("the test says so")
    case Account.Fail("message")     => throw SilentFailure()
    case Account.Fail("control")     => scala.util.control.Breaks.break()
    case Account.Fail(_)             => Decision(Failing)(())
    case Account.DepositOften(times) => Decision(Vector.fill(times)(Deposited(1))*)(state.cents + times)
    case Account.Note(text)          => Decision(Noted(text))(text.length)

  def evolve(state: AccountState, event: AccountEvent): AccountState =
    folded.incrementAndGet()
    event match
      case Opened(owner)    => state.copy(owner = Some(owner))
      case Deposited(cents) => state.copy(cents = state.cents + cents + interest)
      case Withdrawn(cents) => state.copy(cents = state.cents - cents)
      case Noted(_)         => state
      case Failing          => throw IllegalStateException("evolve fails")

  override def tags(event: AccountEvent): Set[String] = event match
    case Opened(_) => Set("opened")
    case _         => Set.empty

  override def passivation: Passivation = if idle.isFinite then Passivation(idle) else Passivation.never

object Accounts extends AccountEntity()
