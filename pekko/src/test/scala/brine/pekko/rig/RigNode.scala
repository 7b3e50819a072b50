package brine.pekko.rig

import brine.entity.EntitySettings
import brine.jdbc.JdbcEventLog
import brine.pekko.PekkoEntitySettings
import com.typesafe.config.{Config, ConfigFactory}
import java.net.InetSocketAddress
import java.time.Duration
import org.apache.pekko.actor.typed.ActorSystem
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.cluster.MemberStatus
import org.apache.pekko.cluster.typed.Cluster

/** A node of the rig's cluster: tallies over a log in PostgreSQL, for clients by TCP. It ends when its standard input
  * does, when it is asked to by a signal, and when the cluster has removed it.
  */
object RigNode:
  /** @param seeds
    *   cluster addresses `HOST:PORT`
    * @param stableAfter
    *   of the split brain resolver, such as `7 s`
    * @param margin
    *   of removals, such as `1 ms`
    * @param pause
    *   what the failure detector accepts as a pause, such as `3 s`
    */
  final case class Options(
      peer: InetSocketAddress,
      seeds: Vector[String],
      database: String,
      clients: InetSocketAddress,
      isNew: Boolean,
      stableAfter: String,
      margin: String,
      pause: String,
      confirms: Boolean
  ):
    def arguments: List[String] = List(
      peer.getHostString,
      peer.getPort.toString,
      seeds.mkString(","),
      database,
      clients.getHostString,
      clients.getPort.toString,
      isNew.toString,
      stableAfter,
      margin,
      pause,
      confirms.toString
    )

  private def parse(arguments: Seq[String]): Options = arguments match
    case Seq(peer, port, seeds, database, host, clientPort, isNew, stableAfter, margin, pause, confirms) =>
      Options(
        InetSocketAddress(peer, port.toInt),
        seeds.split(',').toVector,
        database,
        InetSocketAddress(host, clientPort.toInt),
        isNew.toBoolean,
        stableAfter,
        margin,
        pause,
        confirms.toBoolean
      )
    case other => throw IllegalArgumentException(other.toString)

  def main(arguments: Array[String]): Unit =
    val options = parse(arguments.toSeq)
    Thread.ofPlatform.daemon.start: () =>
      while System.in.read() >= 0 do ()
      Runtime.getRuntime.halt(9)
    val source = org.postgresql.ds.PGSimpleDataSource()
    source.setUrl(options.database)
    val log      = JdbcEventLog.open(source)
    val system   = ActorSystem[Nothing](Behaviors.empty[Nothing], "rig", config(options))
    val entities = EntitySettings.defaults.withTimeout(Duration.ofSeconds(20))
    val settings = PekkoEntitySettings.defaults.withEntities(entities).withConfirmsVersion(options.confirms)
    val served   = NodeServer(system, Tallies.start(options.isNew, system, log, settings), options.clients)
    val cluster  = Cluster(system)
    while cluster.selfMember.status != MemberStatus.Up do Thread.sleep(20)
    served.start()
    println("serves")

  /** What `docs/cluster.md` recommends. */
  private def config(options: Options): Config = ConfigFactory
    .parseString(s"""
      pekko {
        use-slf4j = off
        loglevel = INFO
        loggers = ["org.apache.pekko.event.Logging$$DefaultLogger"]
        stdout-loglevel = WARNING
        actor.provider = cluster
        remote.artery.canonical { hostname = "${options.peer.getHostString}", port = ${options.peer.getPort} }
        remote.artery.advanced.bind-timeout = 60 s # on a busy machine
        cluster {
          seed-nodes = [${options.seeds.map(seed => s"\"pekko://rig@$seed\"").mkString(", ")}]
          downing-provider-class = "org.apache.pekko.cluster.sbr.SplitBrainResolverProvider"
          split-brain-resolver { active-strategy = keep-majority, stable-after = ${options.stableAfter} }
          failure-detector.acceptable-heartbeat-pause = ${options.pause}
          down-removal-margin = ${options.margin}
          seed-node-timeout = 2 s # so that the first node begins soon
          jmx.enabled = off
        }
        coordinated-shutdown.exit-jvm = on
      }
    """)
    .withFallback(ConfigFactory.load())
