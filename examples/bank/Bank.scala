package brine.examples.bank

import brine.actor.*
import scala.concurrent.Await
import scala.concurrent.duration.*
import scala.util.{Random, Try}

/** Spawns accounts as its children, and an actor for each transfer between them. */
final class Bank extends Actor[Bank.Command]:
  protected def receive(command: Bank.Command): Unit = command match
    case Bank.Open(name, cents, replyTo) =>
      replyTo ! context.spawn(new Account(cents), ActorOptions(name, supervision = Account.supervision))
    case Bank.Move(cents, from, to, replyTo) =>
      val _ = context.spawn(Transfer(cents, from, to, replyTo))
    case Bank.Close(account) => context.stop(account)

object Bank:
  sealed trait Command
  final case class Open(name: String, cents: Long, replyTo: ActorRef[ActorRef[Account.Command]]) extends Command
  final case class Close(account: ActorRef[Account.Command])                                     extends Command
  final case class Move(
      cents: Long,
      from: ActorRef[Account.Command],
      to: ActorRef[Account.Command],
      replyTo: ActorRef[Transfer.Outcome]
  ) extends Command

  private val patience = 1.minute

  def main(arguments: Array[String]): Unit =
    val system = ActorSystem()
    try run(system)
    finally println(s"all actors ended: ${system.shutdown(patience).isComplete}")

  private def run(system: ActorSystem): Unit =
    val bank = system.spawn(new Bank, ActorOptions(name = "bank"))

    def open(name: String, cents: Long): ActorRef[Account.Command] = bank.askBlocking(Open(name, cents, _), patience)
    def balance(account: ActorRef[Account.Command]): Long          = account.askBlocking(Account.Balance(_), patience)
    def move(cents: Long, from: ActorRef[Account.Command], to: ActorRef[Account.Command]): Transfer.Outcome =
      bank.askBlocking(Move(cents, from, to, _), patience)

    val ada   = open("ada", 10000)
    val grace = open("grace", 2000)
    println(s"$ada has ${balance(ada)}, $grace has ${balance(grace)}")
    println(s"3000 from ada to grace: ${move(3000, ada, grace)}; ada has ${balance(ada)}, grace has ${balance(grace)}")
    println(s"9000 from ada to grace: ${move(9000, ada, grace)}; ada has ${balance(ada)}")

    // The account's handler throws. Supervision resumes the account, and the ask fails at once.
    println(s"-5 from ada to grace: ${move(-5, ada, grace)}; ada has ${balance(ada)}")

    bank ! Close(grace)
    println(s"1000 from ada to grace, who has left: ${move(1000, ada, grace)}; ada has ${balance(ada)}")
    println(s"grace's balance: ${Try(balance(grace)).failed.get.getClass.getSimpleName}")

    // Many transfers at once. Each account handles one message at a time, so no cent is lost or created.
    val accounts = Vector.tabulate(10)(number => open(s"account-$number", 10000))
    val random   = Random(1)
    val outcomes = system.gather[Transfer.Outcome](10000, patience)
    for _ <- 1 to 10000 do
      bank ! Move(random.between(1L, 3000L), accounts(random.nextInt(10)), accounts(random.nextInt(10)), outcomes)
    val refused = Await.result(outcomes.future, patience).count(_ == Transfer.Outcome.Refused)
    println(s"after 10000 transfers, $refused of them refused, ten accounts have ${accounts.map(balance).sum}")
