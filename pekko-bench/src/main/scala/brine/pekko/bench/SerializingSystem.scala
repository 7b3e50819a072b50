package brine.pekko.bench

import brine.lab.model.{ButtonComponentDataSet, Site, SiteEvent, SiteGenerator}
import brine.lab.peers.scalapb.GeneratedSites
import brine.pekko.bench.Messages.*
import brine.pekko.bench.pb.{AccountPb, AskDepositPb, DepositPb, OrderedPb}
import brine.pekko.serialization.BrineSerializer
import com.typesafe.config.ConfigFactory
import java.util.UUID
import org.apache.pekko.actor.setup.ActorSystemSetup
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed.{ActorRef, ActorRefResolver, ActorSystem, Props}
import org.apache.pekko.actor.BootstrapSetup
import org.apache.pekko.serialization.{SerializationExtension, Serializers}
import scala.concurrent.Await
import scala.concurrent.duration.*

/** An actor system that serializes messages in one way, with remoting, so that references have the address of its node.
  * Safe from any thread.
  */
final class SerializingSystem(val way: Way) extends AutoCloseable:
  import SerializingSystem.*

  private val system: ActorSystem[Nothing] =
    val config = BootstrapSetup(ConfigFactory.load(ConfigFactory.parseString(common + way.settings)))
    val setups = way.serialization.fold(ActorSystemSetup(config))(one => ActorSystemSetup(config, one.setup))
    ActorSystem(Behaviors.empty[Nothing], "bench", setups)

  private val serialization              = SerializationExtension(system)
  private val resolver                   = ActorRefResolver(system)
  private val replyTo: ActorRef[Balance] = system.systemActorOf(Behaviors.ignore[Balance], "caller", Props.empty)

  if way.describes then
    serialization.serializerFor(classOf[Deposit]) match
      case brine: BrineSerializer => brine.describes = true
      case other                  => throw IllegalStateException(s"$other is not this project's serializer")

  /** A message of each kind, in the classes that are serialized in this way. */
  val messages: Vector[(String, AnyRef)] = Vector(
    "a command"                  -> deposit,
    "a command with a reference" -> askDeposit(replyTo),
    "an event of ten fields"     -> ordered,
    "an event of a site"         -> siteEvent,
    "a site"                     -> site
  ).map((name, value) => name -> (if way == Way.Protobuf then generated(value) else value))

  // A program with protobuf resolves references by itself.
  private def generated(value: AnyRef): AnyRef = value match
    case Deposit(account, cents)             => AccountPb().withDeposit(DepositPb(account, cents))
    case AskDeposit(account, cents, replyTo) =>
      AccountPb().withAskDeposit(AskDepositPb(account, cents, resolver.toSerializationFormat(replyTo)))
    case o: Ordered =>
      OrderedPb(
        o.order,
        o.customer,
        o.article,
        o.count,
        o.cents,
        o.gift,
        o.note,
        o.country,
        o.at.toEpochMilli,
        o.coupons
      )
    case event: SiteEvent => GeneratedSites.event(event)
    case site: Site       => GeneratedSites.site(site)
    case other            => throw IllegalArgumentException(s"no generated class for $other")

  /** Writes a message as remoting does: the manifest and the bytes of the serializer of its class. */
  def write(value: AnyRef): Written =
    val serializer = serialization.findSerializerFor(value)
    val manifest   = Serializers.manifestFor(serializer, value)
    // A generated message has the reference as text, which costs its program this much.
    value match
      case AccountPb(AccountPb.Command.AskDeposit(_), _) => resolver.toSerializationFormat(replyTo): Unit
      case _                                             =>
    Written(serializer.identifier, manifest, serialization.serialize(value).get)

  /** Reads it, with the references in it. */
  def read(written: Written): AnyRef =
    val value = serialization.deserialize(written.bytes, written.serializer, written.manifest).get
    value match
      case AccountPb(AccountPb.Command.AskDeposit(ask), _) => resolver.resolveActorRef[Balance](ask.replyTo): Unit
      case _                                               =>
    value

  def close(): Unit =
    system.terminate()
    Await.ready(system.whenTerminated, 30.seconds): Unit

object SerializingSystem:
  final case class Written(serializer: Int, manifest: String, bytes: Array[Byte])

  private val siteEvent: SiteEvent =
    ButtonComponentDataSet(UUID(1L << 60 | 4711, 3), "more", "Read more about it", UUID(-7, 1L << 40))
  private val site: Site = SiteGenerator.site("2k")

  private val common = """
    pekko {
      loglevel = OFF
      stdout-loglevel = OFF
      actor.provider = remote
      remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
      remote.artery.advanced.shutdown-flush-timeout = 50 ms
      coordinated-shutdown.run-by-jvm-shutdown-hook = off
      coordinated-shutdown.run-by-actor-system-terminate = off
    }
  """
