package brine.pekko.serialization

import brine.pekko.{BrineSerialization, Systems, Versions}
import org.apache.pekko.actor.{Actor, ActorRef, ActorSystem, Address, Props}
import scala.annotation.tailrec
import scala.concurrent.duration.*

/** When messages contain their schema: by what an exchanger hears of the cluster, step by step. */
class SchemaExchangerSuite extends munit.FunSuite:
  import SchemaExchangerSuite.*
  import SchemaExchanger.{Members, Reached, Tick}

  @tailrec private def eventually(deadline: Deadline)(holds: => Boolean): Unit =
    if !holds then
      assert(deadline.hasTimeLeft(), "it does not come to hold")
      Thread.`yield`()
      eventually(deadline)(holds)

  /** Runs an exchanger in a system of its own.
    *
    * @param body
    *   gets its serializer, and what tells the exchanger something and returns when it has heard it
    */
  private def exchanging(every: FiniteDuration = 20.millis, mostOffers: Int = Int.MaxValue)(
      body: (BrineSerializer, Any => Unit) => Unit
  ): Unit =
    Systems.using(Systems.remote(BrineSerialization(Versions.v1))): system =>
      val serializer = BrineSerialization(Versions.v1).serializer
      val exchanger  = system.actorOf(Props(new SchemaExchanger(serializer, Some(Props(new Idle)), every, mostOffers)))
      def tell(message: Any): Unit =
        exchanger ! message
        heard(system, exchanger)
      heard(system, exchanger)
      body(serializer, tell)

  // The exchanger answers offers in the order of its messages.
  private def heard(system: ActorSystem, exchanger: ActorRef): Unit =
    val answer = java.util.concurrent.CompletableFuture[Any]
    val asking = system.actorOf(Props(new Asking(exchanger, answer)))
    answer.get(60, java.util.concurrent.TimeUnit.SECONDS): Unit
    system.stop(asking)

  private val silent = Address("pekko", "tests", "127.0.0.1", 1)

  test("from the start until the node is up and all members have confirmed, and while one joins"):
    exchanging(): (serializer, tell) =>
      assert(serializer.describes)
      tell(Members(Set.empty, isUp = false))
      assert(serializer.describes)
      tell(Members(Set(silent), isUp = true))
      assert(serializer.describes)
      tell(Members(Set.empty, isUp = true))
      assert(!serializer.describes)
      tell(Members(Set(silent), isUp = true))
      assert(serializer.describes)

  test("a member that has left is not taken for one that comes to its address"):
    exchanging(): (serializer, tell) =>
      val other   = Systems.remote(BrineSerialization(Versions.v2))
      val address = Systems.address(other)
      try
        tell(Members(Set(address), isUp = true))
        eventually(60.seconds.fromNow)(!serializer.describes) // has confirmed
        eventually(60.seconds.fromNow)(serializer.known.knows(Versions.v2.codec.fingerprint))
        tell(Members(Set(address), isUp = true)) // another event of the same member
        assert(!serializer.describes)
      finally Systems.close(other)
      tell(Members(Set.empty, isUp = true))
      tell(Members(Set(address), isUp = true)) // nobody answers there
      assert(serializer.describes)

  test("a member that does not answer is waited for some offers, and again once it can be reached"):
    exchanging(every = 1.hour, mostOffers = 3): (serializer, tell) =>
      tell(Members(Set(silent), isUp = true)) // the first offer
      for _ <- 1 to 2 do
        assert(serializer.describes)
        tell(Tick)
      assert(!serializer.describes)
      tell(Members(Set(silent), isUp = true))
      tell(Tick)
      assert(!serializer.describes)
      tell(Reached(silent))
      assert(serializer.describes)

object SchemaExchangerSuite:
  final class Idle extends Actor:
    def receive: Receive = Actor.emptyBehavior

  final class Asking(exchanger: ActorRef, answer: java.util.concurrent.CompletableFuture[Any]) extends Actor:
    override def preStart(): Unit = exchanger ! SchemaMessage.Offer(1, Vector.empty)
    def receive: Receive          = { case message => answer.complete(message): Unit }
