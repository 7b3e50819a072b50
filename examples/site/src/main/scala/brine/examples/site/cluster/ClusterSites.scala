package brine.examples.site.cluster

import brine.entity.EntityRef
import brine.examples.site.model.{SiteAsk, Sites}
import brine.examples.site.service.SiteEntities
import brine.journal.EventLog
import brine.pekko.{PekkoEntities, PekkoEntitySettings}
import com.typesafe.config.{Config, ConfigFactory, ConfigUtil}
import java.util.concurrent.TimeoutException
import org.apache.pekko.actor.CoordinatedShutdown
import org.apache.pekko.actor.typed.ActorSystem
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.cluster.MemberStatus
import org.apache.pekko.cluster.typed.Cluster
import scala.concurrent.Await
import scala.concurrent.duration.*

/** The sites on the nodes of a cluster: this one runs its part of them, and sends commands to the others. Closing it
  * lets the node leave: its sites move to the others first.
  */
final class ClusterSites private (system: ActorSystem[Nothing], log: EventLog) extends SiteEntities:
  private val settings =
    PekkoEntitySettings.defaults.withEntities(SiteEntities.settings).withConfirmsVersion(true)
  private val sites = PekkoEntities.start(system, log, settings)(Sites)

  def apply(id: String): EntityRef[SiteAsk] = sites(id)

  /** Calls something when the node has ended, also when the cluster has removed it. */
  def onEnd(body: () => Unit): Unit =
    system.whenTerminated.onComplete(_ => body())(using scala.concurrent.ExecutionContext.parasitic)

  def close(): Unit =
    if !system.whenTerminated.isCompleted then CoordinatedShutdown(system).run(ClusterSites.Leaving): Unit
    try Await.ready(system.whenTerminated, ClusterSites.LongestLeaving): Unit
    catch
      case _: TimeoutException =>
        System.getLogger("brine.examples.site").log(System.Logger.Level.WARNING, "the node does not leave the cluster")

object ClusterSites:
  private case object Leaving extends CoordinatedShutdown.Reason

  private val LongestJoining = 60.seconds
  private val LongestLeaving = 60.seconds

  /** Starts a node, and waits until it is a member of the cluster.
    *
    * @param seeds
    *   nodes to join; the first of them forms a new cluster if it finds no other. They may be this node itself
    * @throws IllegalStateException
    *   if it does not become a member
    */
  def join(address: NodeAddress, seeds: Vector[NodeAddress], log: EventLog): ClusterSites =
    val system  = ActorSystem[Nothing](Behaviors.empty[Nothing], Name, config(address, seeds))
    val cluster = Cluster(system)
    val sites   =
      try new ClusterSites(system, log)
      catch
        case failed: Throwable =>
          system.terminate()
          throw failed
    val until = LongestJoining.fromNow
    while cluster.selfMember.status != MemberStatus.Up do
      if until.isOverdue() || system.whenTerminated.isCompleted then
        sites.close()
        throw IllegalStateException(s"none of ${seeds.mkString(", ")} lets it join: start one of them first")
      Thread.sleep(20)
    sites

  private val Name = "sites"

  /** The log fences writers, so another node may run a site as soon as the resolver has removed its node. */
  private def config(address: NodeAddress, seeds: Vector[NodeAddress]): Config =
    val all = seeds.map(seed => ConfigUtil.quoteString(s"pekko://$Name@$seed")).mkString(", ")
    ConfigFactory
      .parseString(s"""
        pekko {
          actor.provider = cluster
          remote.artery.canonical { hostname = ${ConfigUtil.quoteString(address.host)}, port = ${address.port} }
          remote.artery.advanced.bind-timeout = 30 s # on a busy machine
          cluster {
            seed-nodes = [$all]
            downing-provider-class = "org.apache.pekko.cluster.sbr.SplitBrainResolverProvider"
            split-brain-resolver { active-strategy = keep-majority, stable-after = 7 s }
            down-removal-margin = 1 ms
            jmx.enabled = off
          }
          # The program has a hook of its own, and others would close connections before the node has left.
          jvm-shutdown-hooks = off
          coordinated-shutdown { run-by-jvm-shutdown-hook = off, exit-jvm = off }
        }
      """)
      .withFallback(ConfigFactory.load())
