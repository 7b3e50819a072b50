package brine.examples.bank

import brine.actor.*

/** One account. Only this actor uses its balance, so nothing here locks. Amounts are in cents. */
final class Account(private var balance: Long) extends Actor[Account.Command]:
  protected def receive(command: Account.Command): Unit = command match
    case Account.Deposit(cents, replyTo) =>
      require(cents > 0, s"$cents cents cannot be paid in")
      balance += cents
      replyTo ! balance
    case Account.Withdraw(cents, replyTo) =>
      require(cents > 0, s"$cents cents cannot be paid out")
      val enough = balance >= cents
      if enough then balance -= cents
      replyTo ! enough
    case Account.Balance(replyTo) => replyTo ! balance

object Account:
  sealed trait Command
  final case class Deposit(cents: Long, replyTo: ActorRef[Long])     extends Command
  final case class Withdraw(cents: Long, replyTo: ActorRef[Boolean]) extends Command
  final case class Balance(replyTo: ActorRef[Long])                  extends Command

  /** A refused command has changed nothing, so the account resumes with its balance. Any other failure stops it. */
  val supervision: Supervision = Supervision.stop.decide { case _: IllegalArgumentException => Directive.Resume }
