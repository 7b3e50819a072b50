package brine.actor.testkit

import brine.actor.*

/** A small protocol with a planted race: a client reads a balance and writes back what it made of it, in two messages. Two clients that
  * do so at once lose an update. In the mended protocol the account does it in one.
  */
object Transfers:
  enum Account:
    case Read(replyTo: ActorRef[Balance])
    case Write(balance: Int)
    case Withdraw(amount: Int)
  final case class Balance(amount: Int)

  def account(balance: Int): Behavior[Account] = Behavior.receive:
    case Account.Read(replyTo)    => replyTo ! Balance(balance)
    case Account.Write(amount)    => account(amount)
    case Account.Withdraw(amount) => account(balance - amount)

  def racyClient(account: ActorRef[Account], amount: Int): Behavior[Balance] = Behavior.setup:
    account ! Account.Read(context.self)
    Behavior.receive: balance =>
      account ! Account.Write(balance.amount - amount)
      Behavior.stopped

  def soundClient(account: ActorRef[Account], amount: Int): Behavior[Balance] = Behavior.setup:
    account ! Account.Withdraw(amount)
    Behavior.receive(_ => ())

  /** Each client takes 10 from 100. */
  def program(clients: Int, client: (ActorRef[Account], Int) => Behavior[Balance])(system: TestSystem): Unit =
    val target = system.spawn(account(100), ActorOptions(name = "account"))
    (0 until clients).foreach: index =>
      val _ = system.spawn(client(target, 10), ActorOptions(name = s"client-${('a' + index).toChar}"))
    system.runUntilIdle()
    val probe = system.probe[Balance]("probe")
    target ! Account.Read(probe.ref)
    probe.expectMessage(Balance(100 - 10 * clients))
