package brine.entity.prevalence

import brine.codec.Codec
import brine.entity.{At, Commands}
import java.time.Instant
import java.util.UUID

enum BankTransaction[+R] derives Commands:
  case Open(owner: String)                             extends BankTransaction[Either[String, UUID]]
  case Deposit(owner: String, cents: Long)             extends BankTransaction[Long]
  case Transfer(from: String, to: String, cents: Long) extends BankTransaction[Either[String, Long]]
  case Draw(owners: Vector[String])                    extends BankTransaction[Option[String]]
  case Total                                           extends BankTransaction[Long]
  case Fail                                            extends BankTransaction[Unit]
  case Unfit                                           extends BankTransaction[String]

final case class BankAccount(id: UUID, since: Instant, cents: Long)

object BankAccount:
  implicit val codec: Codec[BankAccount] = Codec.derived

final case class Bank(accounts: Map[String, BankAccount]):
  def total: Long                            = accounts.valuesIterator.map(_.cents).sum
  def cents(owner: String): Long             = accounts.get(owner).fold(0L)(_.cents)
  def plus(owner: String, cents: Long): Bank =
    Bank(accounts.updatedWith(owner)(_.map(one => one.copy(cents = one.cents + cents))))

object Bank:
  implicit val codec: Codec[Bank] = Codec.derived

/** A bank.
  *
  * @param fee
  *   what each deposit costs
  */
class BankSystem(fee: Long = 0, override val fold: Int = 1) extends PrevalentSystem[BankTransaction, Bank]("bank"):
  /** How often a transaction was executed. */
  @volatile var executions: Int = 0

  def initial: Bank = Bank(Map.empty)

  def execute[R](bank: Bank, transaction: BankTransaction[R])(using at: At): (Bank, R) =
    import BankTransaction.*
    executions += 1
    transaction match
      case Open(owner) =>
        if bank.accounts.contains(owner) then (bank, Left("it is open"))
        else (Bank(bank.accounts.updated(owner, BankAccount(at.id, at.time, 0))), Right(at.id))
      case Deposit(owner, cents) =>
        val next = bank.plus(owner, cents - fee)
        (next, next.cents(owner))
      case Transfer(from, to, cents) =>
        if bank.cents(from) < cents then (bank, Left(s"only ${bank.cents(from)} cents"))
        else
          val next = bank.plus(from, -cents).plus(to, cents)
          (next, Right(next.cents(from)))
      case Draw(owners) =>
        val found = Option.when(owners.nonEmpty)(owners(at.random.nextInt(owners.size)))
        (found.fold(bank)(bank.plus(_, 1)), found)
      case Total => (bank, bank.total)
      case Fail  => throw IllegalStateException("it fails")
      case Unfit => (bank.plus("ada", 1), null.asInstanceOf[R & String])

object BankSystem extends BankSystem(0, 1)
