package brine.pekko

import brine.pekko.serialization.{BrineSerializer, ClusterWatcher, SchemaExchanger}
import java.time.Duration
import java.util.concurrent.{CompletionStage, TimeoutException}
import org.apache.pekko.Done
import org.apache.pekko.actor.{
  ActorRef,
  ActorSystem,
  Address,
  ClassicActorSystemProvider,
  ExtendedActorSystem,
  Extension,
  ExtensionId,
  ExtensionIdProvider,
  Props
}
import org.apache.pekko.serialization.SerializationExtension
import scala.concurrent.duration.*
import scala.concurrent.{Future, Promise}
import scala.jdk.DurationConverters.*
import scala.jdk.FutureConverters.*

/** By this extension nodes tell each other the schemas of their messages, so that nodes of an earlier version can read
  * those of a later one.
  *
  * In a cluster it needs nothing from you: Pekko starts it with the system, and messages contain their schema as long
  * as some member has not confirmed that it knows them all. Without a cluster, call [[exchangeWith]].
  *
  * Safe for use by threads.
  */
final class SchemaExchange private[pekko] (system: ExtendedActorSystem, exchanger: Option[ActorRef]) extends Extension:

  /** Exchanges schemas with a node outside of a cluster. When the future completes, both nodes can read what the other
    * writes, as far as their types are compatible. Call it before the first message, and again when the other node was
    * replaced.
    *
    * @param address
    *   of the other node, such as `Address("pekko", "shop", "10.0.0.7", 7355)`
    * @param timeout
    *   after which the future fails with a `TimeoutException`; the exchange continues
    * @return
    *   fails with an `IllegalStateException` if this system has no `BrineSerialization` or no remoting, or if it stops
    */
  def exchangeWith(address: Address, timeout: FiniteDuration): Future[Done] = exchanger match
    case None =>
      Future.failed(
        IllegalStateException(
          s"${system.name} exchanges no schemas: it has no BrineSerialization in its setup, or no remoting"
        )
      )
    case Some(exchanger) =>
      val done = Promise[Done]()
      exchanger ! SchemaExchanger.Exchange(address, done)
      val waits = system.scheduler.scheduleOnce(timeout)(
        done.tryFailure(TimeoutException(s"$address has not exchanged schemas within $timeout")): Unit
      )(using system.dispatcher)
      done.future.onComplete(_ => waits.cancel())(using system.dispatcher)
      done.future

  /** As the other one, for Java programs. */
  def exchangeWith(address: Address, timeout: Duration): CompletionStage[Done] =
    exchangeWith(address, timeout.toScala).asJava

object SchemaExchange extends ExtensionId[SchemaExchange], ExtensionIdProvider:
  /** The extension of a system, for Java programs. */
  override def get(system: ClassicActorSystemProvider): SchemaExchange = super.get(system)

  /** The same for a classic actor system, for Java. */
  override def get(system: ActorSystem): SchemaExchange = super.get(system)

  def lookup: ExtensionId[? <: Extension] = this

  def createExtension(system: ExtendedActorSystem): SchemaExchange =
    val exchanger = serializerOf(system)
      .filter(_ => system.provider.getDefaultAddress.hasGlobalScope)
      .map: serializer =>
        val cluster = Option.when(system.settings.HasCluster)(Props(new ClusterWatcher))
        val config  = system.settings.config.getConfig("brine.pekko.schema-exchange")
        val every   = config.getDuration("offer-interval").toScala
        system.systemActorOf(
          Props(new SchemaExchanger(serializer, cluster, every, config.getInt("max-offers"))),
          SchemaExchanger.Name
        )
    new SchemaExchange(system, exchanger)

  /** The one serializer of a system: two would not tell other nodes all schemas. */
  private def serializerOf(system: ExtendedActorSystem): Option[BrineSerializer] =
    val all = SerializationExtension(system).serializerByIdentity.valuesIterator.collect:
      case serializer: BrineSerializer => serializer
    val several = all.toVector
    if several.sizeIs > 1 then
      throw IllegalStateException(
        s"the actor system ${system.name} has several BrineSerializations: make them one by BrineSerialization.and"
      )
    several.headOption
