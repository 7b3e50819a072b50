package brine.actor.testkit

import brine.actor.*

/** A small protocol with a planted race. A teller moves money in two phases: it reads both balances, and once it has
  * both it writes what it made of them. Two tellers at once lose an update. In the mended protocol the accounts add and
  * take, and nobody writes a balance.
  *
  * The second teller only begins when a word has gone through several hands, so that first in, first out, the first is
  * long done.
  */
object Transfers:
  enum Account:
    case Read(replyTo: ActorRef[Balance])
    case Write(balance: Int)
    case Add(amount: Int)
  final case class Balance(account: String, amount: Int)
  case object Begin

  def account(name: String, balance: Int): Behavior[Account] = Behavior.receive:
    case Account.Read(replyTo) => replyTo ! Balance(name, balance)
    case Account.Write(amount) => account(name, amount)
    case Account.Add(amount)   => account(name, balance + amount)

  type Teller = (ActorRef[Account], ActorRef[Account], Int) => Behavior[Begin.type | Balance]

  val racy: Teller = (from, to, amount) =>
    def waiting(seen: Map[String, Int]): Behavior[Begin.type | Balance] = Behavior.receive:
      case Begin =>
        from ! Account.Read(context.self)
        to ! Account.Read(context.self)
      case Balance(name, balance) =>
        val both = seen + (name -> balance)
        if both.size < 2 then waiting(both)
        else
          from ! Account.Write(both(from.toString) - amount)
          to ! Account.Write(both(to.toString) + amount)
          Behavior.stopped
    waiting(Map.empty)

  val mended: Teller = (from, to, amount) =>
    Behavior.receive: _ =>
      from ! Account.Add(-amount)
      to ! Account.Add(amount)
      Behavior.stopped

  /** Two tellers move 10 from one account of 100 to the other, and 20 back.
    *
    * @param hands
    *   how many the word for the second teller goes through
    */
  def program(teller: Teller, hands: Int = 5)(system: TestSystem): Unit =
    val checking = system.spawn(account("checking", 100), ActorOptions(name = "checking"))
    val savings  = system.spawn(account("savings", 100), ActorOptions(name = "savings"))
    val first    = system.spawn(teller(checking, savings, 10), ActorOptions(name = "teller-a"))
    val second   = system.spawn(teller(savings, checking, 20), ActorOptions(name = "teller-b"))
    val word     = (1 to hands).foldLeft(second: ActorRef[Begin.type]): (next, number) =>
      system.spawn(Behavior.receive[Begin.type](next ! _), ActorOptions(name = s"hand-$number"))
    first ! Begin
    word ! Begin
    system.runUntilIdle()
    val probe = system.probe[Balance]("probe")
    checking ! Account.Read(probe.ref)
    savings ! Account.Read(probe.ref)
    val balances = probe.receiveAll().map(balance => balance.account -> balance.amount).toMap
    assert(balances == Map("checking" -> 110, "savings" -> 90), s"money is lost: $balances")
