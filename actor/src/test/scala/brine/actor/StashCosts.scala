package brine.actor

import java.util.Random
import java.util.concurrent.CompletableFuture
import scala.concurrent.duration.*

/** Prints what a transfer between accounts costs, best of several rounds: an account handles nothing else until the
  * other one has replied. It puts aside what comes meanwhile, or is suspended. After the banking program of the Savina
  * suite: 50,000 transfers, all sent before the first is done, between 1,000 accounts.
  *
  * {{{
  * ./brine sbt "actor/Test/runMain brine.actor.StashCosts"
  * }}}
  */
object StashCosts:
  private val Accounts  = 1000
  private val Transfers = 50000
  private val Rounds    = 40

  private object Done
  private object Reply
  private final class Credit(val teller: ActorRef[Done.type], val to: ActorRef[Any])
  private final class Debit(val from: ActorRef[Reply.type])

  private final class Stashing extends Actor[Any]:
    private var teller                    = Option.empty[ActorRef[Done.type]]
    protected def receive(any: Any): Unit = any match
      case Reply =>
        teller.foreach(_ ! Done)
        teller = None
        context.unstashAll()
      case message if teller.nonEmpty => context.stash(message)
      case debit: Debit               => debit.from ! Reply
      case credit: Credit             =>
        teller = Some(credit.teller)
        credit.to ! Debit(self)

  private final class Suspending extends Actor[Any]:
    protected def receive(any: Any): Unit = any match
      case debit: Debit   => debit.from ! Reply
      case credit: Credit =>
        val reply = credit.to.ask[Reply.type](Debit(_), 1.minute)
        context.suspendUntil(reply)(_ => credit.teller ! Done)

  private final class Teller(accounts: Array[ActorRef[Any]]) extends Actor[CompletableFuture[Long] | Done.type]:
    private var left                                                          = 0
    private var result                                                        = CompletableFuture[Long]()
    private var began                                                         = 0L
    protected def receive(message: CompletableFuture[Long] | Done.type): Unit = message match
      case Done =>
        left -= 1
        if left == 0 then result.complete(System.nanoTime - began): Unit
      case wanted: CompletableFuture[Long] =>
        left = Transfers
        result = wanted
        began = System.nanoTime
        val random = Random(123456)
        // From lower to higher numbers, so that no two wait for each other.
        for _ <- 1 to Transfers do
          val from = random.nextInt(Accounts / 10 * 8)
          val to   = from + Math.max(1, random.nextInt(Accounts - from))
          accounts(from) ! Credit(context.self, accounts(to))

  def main(arguments: Array[String]): Unit =
    for (name, make) <- List[(String, () => Actor[Any])](
        ("stash", () => new Stashing),
        ("suspendUntil", () => new Suspending)
      )
    do
      val system = ActorSystem()
      try
        val options  = ActorOptions(stashCapacity = Transfers)
        val accounts = Array.fill(Accounts)(system.spawn(make(), options))
        val teller   = system.spawn(new Teller(accounts))
        val times    = for _ <- 1 to Rounds yield
          val result = CompletableFuture[Long]()
          teller ! result
          result.get()
        println(f"$name%-12s ${times.min.toDouble / Transfers}%6.0f ns a transfer")
      finally system.close()
