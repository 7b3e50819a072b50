package brine.pekko

import com.typesafe.config.{Config, ConfigFactory}
import java.nio.file.Path
import org.apache.pekko.actor.setup.ActorSystemSetup
import org.apache.pekko.actor.{ActorSystem, Address, BootstrapSetup, ExtendedActorSystem}
import org.apache.pekko.serialization.{Serialization, SerializationExtension}
import scala.concurrent.Await
import scala.concurrent.duration.*

/** Actor systems for the tests, quiet and closed in any case. */
object Systems:
  private val quiet =
    """pekko {
      |  loglevel = OFF
      |  stdout-loglevel = OFF
      |  log-dead-letters = off
      |  coordinated-shutdown.run-by-jvm-shutdown-hook = off
      |  actor.serialize-messages = on
      |}""".stripMargin

  private val remoting =
    """pekko {
      |  actor.provider = remote
      |  remote.artery { transport = tcp, canonical.hostname = "127.0.0.1", canonical.port = 0 }
      |  remote.artery.advanced { bind-timeout = 30s, shutdown-flush-timeout = 100ms }
      |  coordinated-shutdown.run-by-actor-system-terminate = off
      |}""".stripMargin

  private val cluster =
    """pekko.actor.provider = cluster
      |pekko.cluster { jmx.enabled = off, log-info = off, shutdown-after-unsuccessful-join-seed-nodes = off }
      |pekko.cluster { gossip-interval = 100ms, leader-actions-interval = 100ms, periodic-tasks-initial-delay = 100ms }
      |brine.pekko.schema-exchange.offer-interval = 100ms
      |pekko.cluster.downing-provider-class = ""
      |""".stripMargin

  private def config(texts: String*): Config =
    (texts :+ quiet)
      .foldLeft(ConfigFactory.empty)((all, text) => all.withFallback(ConfigFactory.parseString(text)))
      .withFallback(ConfigFactory.load())

  def open(serialization: Option[BrineSerialization], config: Config, name: String = "tests"): ActorSystem =
    val bootstrap = BootstrapSetup(config)
    ActorSystem(
      name,
      serialization.fold(ActorSystemSetup(bootstrap))(one => ActorSystemSetup(bootstrap, one.setup))
    )

  def close(systems: ActorSystem*): Unit =
    systems.foreach(_.terminate())
    systems.foreach(system => Await.result(system.whenTerminated, 60.seconds))

  def localConfig: Config = config()

  /** In one process, without remoting. */
  def local(types: MessageType[?]*): ActorSystem = local(BrineSerialization(types*))

  def local(serialization: BrineSerialization): ActorSystem = open(Some(serialization), config())

  /** With another serializer for a class, by configuration. */
  def bound(of: Class[?], serializer: String): ActorSystem =
    open(None, config(s"""pekko.actor.serialization-bindings."${of.getName}" = $serializer"""))

  /** With events in memory and snapshots in a folder. */
  def persistent(folder: Path, serialization: BrineSerialization): ActorSystem =
    val stores = s"""pekko.persistence {
                    |  journal.plugin = pekko.persistence.journal.inmem
                    |  journal.inmem.test-serialization = on
                    |  snapshot-store.plugin = pekko.persistence.snapshot-store.local
                    |  snapshot-store.local.dir = "$folder"
                    |}""".stripMargin
    open(Some(serialization), config(stores))

  def remote(serialization: BrineSerialization): ActorSystem = open(Some(serialization), config(remoting))

  def clustered(serialization: BrineSerialization, port: Int = 0): ActorSystem =
    open(Some(serialization), config(s"pekko.remote.artery.canonical.port = $port", cluster, remoting))

  /** A node of a cluster whose program does not use Brine. */
  def clusteredWithout(): ActorSystem = open(None, config(cluster, remoting))

  def using[A](open: => ActorSystem)(body: ActorSystem => A): A =
    val system = open
    try body(system)
    finally close(system)

  def serialization(system: ActorSystem): Serialization = SerializationExtension(system)

  def address(system: ActorSystem): Address = system.asInstanceOf[ExtendedActorSystem].provider.getDefaultAddress

  /** What Pekko sends or stores of a value: the number of its serializer, its manifest and its bytes. */
  final case class Written(serializer: Int, manifest: String, bytes: Array[Byte])

  def write(system: ActorSystem, value: AnyRef): Written =
    val bytes      = serialization(system).serialize(value).get
    val serializer = serialization(system).findSerializerFor(value)
    Written(serializer.identifier, org.apache.pekko.serialization.Serializers.manifestFor(serializer, value), bytes)

  def read(system: ActorSystem, written: Written): AnyRef =
    serialization(system).deserialize(written.bytes, written.serializer, written.manifest).get
