package brine.pekko

import brine.codec.{Codec, Schemas}
import brine.pekko.ActorRefCodecs.given
import brine.pekko.serialization.BrineSerializer
import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}
import org.apache.pekko.actor.typed.ActorRef
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed.scaladsl.adapter.*
import org.apache.pekko.actor.{Actor, ActorRef as ClassicActorRef, ActorSystem, Address, Props, RootActorPath}
import org.apache.pekko.cluster.{Cluster, MemberStatus}
import org.apache.pekko.serialization.SerializationExtension
import scala.annotation.tailrec
import scala.concurrent.Await
import scala.concurrent.duration.*

/** Several actor systems in one process, which exchange messages by Artery over TCP. */
class SchemaExchangeSuite extends munit.FunSuite:
  import SchemaExchangeSuite.*

  override val munitTimeout: Duration = 5.minutes

  private def serializer(system: ActorSystem): BrineSerializer =
    SerializationExtension(system).serializerByIdentity.values
      .collectFirst { case one: BrineSerializer => one }
      .getOrElse(fail("no serializer"))

  /** Starts an actor that keeps all messages, by the name `inbox`. */
  private def inbox(system: ActorSystem): LinkedBlockingQueue[AnyRef] =
    val kept = new LinkedBlockingQueue[AnyRef]
    system.actorOf(Props(new Keeper(kept)), "inbox"): Unit
    kept

  private def inboxOf(system: ActorSystem, from: ActorSystem): ClassicActorRef =
    val path = RootActorPath(Systems.address(system)) / "user" / "inbox"
    Await.result(from.actorSelection(path).resolveOne(40.seconds), 60.seconds)

  private def next(queue: LinkedBlockingQueue[AnyRef])(using munit.Location): AnyRef =
    Option(queue.poll(40, TimeUnit.SECONDS)).getOrElse(fail("no message came"))

  @tailrec private def eventually(what: => String, deadline: Deadline = 60.seconds.fromNow)(holds: => Boolean): Unit =
    if !holds then
      assert(deadline.hasTimeLeft(), what)
      Thread.`yield`()
      eventually(what, deadline)(holds)

  private def withSystems(systems: ActorSystem*)(body: => Unit): Unit =
    try body
    finally Systems.close(systems*)

  private def join(node: ActorSystem, to: ActorSystem): Unit = Cluster(node).join(Systems.address(to))

  private def up(nodes: ActorSystem*): Unit = nodes.foreach: node =>
    eventually(s"${Cluster(node).state}"):
      Cluster(node).state.members.count(_.status == MemberStatus.Up) == nodes.size

  private def settled(nodes: ActorSystem*): Unit =
    nodes.foreach(node => eventually(s"${Systems.address(node)} waits")(!serializer(node).describes))

  test("requests and replies between two systems, with references in them"):
    val types           = Seq(MessageType[Question], MessageType[Answer])
    val (first, second) = (Systems.remote(BrineSerialization(types*)), Systems.remote(BrineSerialization(types*)))
    withSystems(first, second):
      val answers = inbox(first)
      val ref     = second.spawn(
        Behaviors.receiveMessage[Question] { question =>
          question.replyTo ! Answer(question.text.reverse)
          Behaviors.same
        },
        "oracle"
      )
      val path   = RootActorPath(Systems.address(second)) / "user" / "oracle"
      val remote = Await.result(first.actorSelection(path).resolveOne(40.seconds), 60.seconds)
      val mine   = first.spawnAnonymous(Behaviors.receiveMessage[Answer] { answer =>
        answers.add(answer)
        Behaviors.same
      })
      assert(remote != ref.toClassic)
      for number <- 1 to 100 do remote ! Question(s"abc$number", mine)
      for number <- 1 to 100 do assertEquals(next(answers), Answer(s"abc$number".reverse))

  test("a damaged message does not end the association: later ones arrive"):
    val (first, second) =
      (Systems.remote(BrineSerialization(Versions.v1)), Systems.remote(BrineSerialization(Versions.v2)))
    withSystems(first, second):
      val kept = inbox(second)
      val to   = inboxOf(second, first)
      to ! Versions.V1.Message.Add("unknown schema", 1) // dropped
      Await.result(SchemaExchange(first).exchangeWith(Systems.address(second), 40.seconds), 60.seconds): Unit
      to ! Versions.V1.Message.Add("known", 2)
      assertEquals(next(kept), Versions.V2.Message.Add("known", 2, None))

  test("two systems without a cluster read each other's messages once they have exchanged schemas"):
    val (first, second) =
      (Systems.remote(BrineSerialization(Versions.v1)), Systems.remote(BrineSerialization(Versions.v2)))
    withSystems(first, second):
      val (atFirst, atSecond) = (inbox(first), inbox(second))
      val exchanged = SchemaExchange(second).exchangeWith(Systems.address(first), java.time.Duration.ofSeconds(40))
      assertEquals(exchanged.toCompletableFuture.get(60, TimeUnit.SECONDS), org.apache.pekko.Done)
      assert(!serializer(first).describes && !serializer(second).describes)
      inboxOf(second, first) ! Versions.V1.Message.Add("old", 1)
      inboxOf(first, second) ! Versions.V2.Message.Add("new", 2, Some("note"))
      assertEquals(next(atSecond), Versions.V2.Message.Add("old", 1, None))
      assertEquals(next(atFirst), Versions.V1.Message.Add("new", 2))
      // At once, since it is done.
      Await.result(SchemaExchange(second).exchangeWith(Systems.address(first), 40.seconds), 60.seconds): Unit

  test("an exchange that cannot be made is an error that says why"):
    Systems.using(Systems.local(Versions.v1)): local =>
      val nobody = Address("pekko", "tests", "127.0.0.1", 1)
      val error  = intercept[IllegalStateException](
        Await.result(SchemaExchange(local).exchangeWith(nobody, 40.seconds), 60.seconds)
      )
      assert(error.getMessage.contains("no remoting"), error.getMessage)
    val remote = Systems.remote(BrineSerialization(Versions.v1))
    withSystems(remote):
      val nobody = Address("pekko", "tests", "127.0.0.1", 1)
      intercept[java.util.concurrent.TimeoutException](
        Await.result(SchemaExchange(remote).exchangeWith(nobody, 50.millis), 60.seconds)
      ): Unit
      val waiting = SchemaExchange(remote).exchangeWith(nobody, 1.hour)
      Systems.close(remote)
      val stopped = intercept[IllegalStateException](Await.result(waiting, 60.seconds))
      assert(stopped.getMessage.contains("stops"), stopped.getMessage)

  test("a rolling upgrade in a cluster: old and new nodes read each other's first and later messages"):
    val (one, two) =
      (Systems.clustered(BrineSerialization(Versions.v1)), Systems.clustered(BrineSerialization(Versions.v1)))
    withSystems(one, two):
      val (atOne, atTwo) = (inbox(one), inbox(two))
      assert(serializer(one).describes) // whoever may join does not know its schemas
      join(one, one)
      join(two, one)
      up(one, two)
      settled(one, two)
      inboxOf(two, one) ! Versions.V1.Message.Add("both old", 1)
      assertEquals(next(atTwo), Versions.V1.Message.Add("both old", 1))
      // A new node: it knows no old schema, and the old ones do not know its own.
      val three = Systems.clustered(BrineSerialization(Versions.v2))
      withSystems(three):
        val atThree = inbox(three)
        join(three, one)
        up(one, two, three)
        // Whether or not all have confirmed: no message is lost.
        inboxOf(one, three) ! Versions.V2.Message.Add("first", 1, Some("x"))
        inboxOf(two, three) ! Versions.V2.Message.Add("first", 2, Some("x"))
        inboxOf(three, one) ! Versions.V1.Message.Add("first", 3)
        assertEquals(next(atOne), Versions.V1.Message.Add("first", 1))
        assertEquals(next(atTwo), Versions.V1.Message.Add("first", 2))
        assertEquals(next(atThree), Versions.V2.Message.Add("first", 3, None))
        settled(one, two, three)
        inboxOf(one, three) ! Versions.V2.Message.Add("later", 4, None)
        inboxOf(three, two) ! Versions.V1.Message.Add("later", 5)
        assertEquals(next(atOne), Versions.V1.Message.Add("later", 4))
        assertEquals(next(atThree), Versions.V2.Message.Add("later", 5, None))

  test("no message of a node that joins is lost, from the first on"):
    val one   = Systems.clustered(BrineSerialization(Versions.v3))
    val atOne = inbox(one)
    // Nodes of other versions, of which none knows another one.
    val joining = List[(MessageType[?], Int => AnyRef)](
      Versions.v1 -> (Versions.V1.Message.Add("x", _)),
      Versions.v2 -> (Versions.V2.Message.Add("x", _, None)),
      Versions.v5 -> (number => Versions.V5.Message.Add("x", number.toLong))
    )
    val nodes = joining.map((version, _) => Systems.clustered(BrineSerialization(version)))
    withSystems(one :: nodes*):
      join(one, one)
      settled(one)
      for (node, (_, message)) <- nodes.zip(joining) do
        val to = node.actorSelection(RootActorPath(Systems.address(one)) / "user" / "inbox")
        join(node, one)
        eventually("it does not join")(Cluster(node).state.members.exists(_.address == Systems.address(one)))
        // From here on, all programs of this node see the member, and may send.
        for number <- 1 to 500 do to ! message(number)
        for number <- 1 to 500 do
          assertEquals(next(atOne), Versions.V3.Message.Add(None, number.toLong, "x"), Systems.address(node))
        settled(one, node)
        to ! message(501)
        assertEquals(next(atOne), Versions.V3.Message.Add(None, 501L, "x"))

  test("a node without this serializer does not hold the others up: it is waited for, then no longer"):
    val one = Systems.clustered(BrineSerialization(Versions.v1))
    val two = Systems.clusteredWithout()
    withSystems(one, two):
      join(one, one)
      settled(one)
      join(two, one)
      up(one, two)
      eventually("it does not describe")(serializer(one).describes)
      settled(one)

  test("a node that was replaced at the same address is told again"):
    val one = Systems.clustered(BrineSerialization(Versions.v1))
    val two = Systems.clustered(BrineSerialization(Versions.v2))
    withSystems(one):
      join(one, one)
      val address = Systems.address(two)
      withSystems(two):
        join(two, one)
        up(one, two)
        settled(one, two)
        Cluster(one).leave(address)
        eventually("it stays")(Cluster(one).state.members.size == 1)
      val again = Systems.clustered(BrineSerialization(Versions.v3), address.port.get)
      withSystems(again):
        val atAgain = inbox(again)
        join(again, one)
        up(one, again)
        inboxOf(again, one) ! Versions.V1.Message.Add("new", 1)
        assertEquals(next(atAgain), Versions.V3.Message.Add(None, 1L, "new"))
        settled(one, again)
        inboxOf(again, one) ! Versions.V1.Message.Clear
        assertEquals(next(atAgain), Versions.V3.Message.Clear)

  test("a node of a cluster that meets an unknown schema asks the others for it"):
    // The first node knows the schema of a message that none of its types has now: from its lock file.
    val lock = Schemas.of(Codec[Versions.V2.Message].schema)
    val one  = Systems.clustered(BrineSerialization(Versions.v3).withSchemas(lock))
    val two  = Systems.clustered(BrineSerialization(Versions.v1))
    withSystems(one, two):
      join(one, one)
      join(two, one)
      up(one, two)
      settled(one, two)
      val stored            = BrineSerialization(Versions.v2).serializer
      val event             = Versions.V2.Message.Add("stored", 1, Some("x"))
      val (bytes, manifest) = (stored.toBinary(event), stored.manifest(event))
      eventually("it was not told"):
        scala.util
          .Try(serializer(two).fromBinary(bytes, manifest))
          .toOption
          .contains(Versions.V1.Message.Add("stored", 1))

object SchemaExchangeSuite:
  final case class Question(text: String, replyTo: ActorRef[Answer]) derives Codec
  final case class Answer(text: String) derives Codec

  final class Keeper(kept: LinkedBlockingQueue[AnyRef]) extends Actor:
    def receive: Receive = { case message: AnyRef => kept.add(message): Unit }
