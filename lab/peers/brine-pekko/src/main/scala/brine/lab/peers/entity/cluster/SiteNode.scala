package brine.lab.peers.entity.cluster

import scala.concurrent.Await
import scala.concurrent.duration.*

import com.typesafe.config.ConfigFactory
import org.apache.pekko.actor.typed.ActorSystem
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed.scaladsl.adapter.*
import org.apache.pekko.actor.{Address, AddressFromURIString}
import org.apache.pekko.cluster.MemberStatus
import org.apache.pekko.cluster.sharding.ClusterSharding
import org.apache.pekko.cluster.sharding.ShardRegion.{CurrentRegions, GetCurrentRegions}
import org.apache.pekko.cluster.typed.{Cluster, Join}
import org.apache.pekko.pattern.ask
import org.apache.pekko.util.Timeout
import org.postgresql.ds.PGSimpleDataSource

import brine.jdbc.JdbcEventLog
import brine.lab.peers.entity.{SiteAsk, SiteEntities}
import brine.pekko.{PekkoEntities, PekkoEntitySettings}

/** A node of a cluster in this process: an actor system, the log that all nodes share, and the sites.
  *
  * @param role
  *   nodes with role `sites` run sites
  */
private final class SiteNode(log: JdbcEventLog, role: String) extends AutoCloseable:
  private val system  = ActorSystem(Behaviors.empty[Nothing], SiteNode.Name, SiteNode.config(role))
  private val cluster = Cluster(system)

  /** All sites, wherever they are. */
  val sites: PekkoEntities[SiteAsk] = PekkoEntities.start(system, log, SiteNode.settings)(SiteEntities)

  /** The port on loopback that other nodes reach it at. */
  def port: Int = cluster.selfMember.address.port.get

  private def join(first: Address): this.type =
    cluster.manager ! Join(first)
    this

  /** Waits until a number of nodes are members, and some run sites: so that none moves from one to another.
    *
    * @throws IllegalStateException
    *   if that is not so by then
    */
  def awaitNodes(members: Int, running: Int, until: Deadline = SiteNode.inAMinute): Unit =
    while !(isMember && upMembers == members && regions == running) do
      if until.isOverdue() then
        throw IllegalStateException(
          s"the cluster has not started in time: $upMembers of $members nodes are members, and $regions of $running run " +
            "sites. The machine may be too busy for several JVMs"
        )
      Thread.sleep(10)

  /** Waits until this node is a member.
    *
    * @throws IllegalStateException
    *   if it is not by then
    */
  def awaitMember(until: Deadline): Unit =
    while !isMember do
      if until.isOverdue() then
        throw IllegalStateException(
          s"the node is ${cluster.selfMember.status}, and not a member of the cluster in time. The machine may be too busy"
        )
      Thread.sleep(10)

  private def isMember  = cluster.selfMember.status == MemberStatus.Up
  private def upMembers = cluster.state.members.count(_.status == MemberStatus.Up)

  private def regions: Int =
    given Timeout = Timeout(2.seconds)
    val region    = ClusterSharding(system.toClassic).shardRegion(s"brine-${SiteEntities.name}")
    try Await.result((region ? GetCurrentRegions).mapTo[CurrentRegions], 2.seconds).regions.size
    catch case _: java.util.concurrent.TimeoutException => 0

  /** Ends the node at once: it hands nothing over. */
  def close(): Unit =
    system.terminate()
    try Await.ready(system.whenTerminated, 30.seconds): Unit
    catch
      case _: java.util.concurrent.TimeoutException =>
        throw IllegalStateException("an actor system of the cluster has not ended within 30 seconds")
    finally log.close()

private object SiteNode:
  private val Name = "sites"

  private def inAMinute = Deadline.now + 1.minute

  /** Nodes that run sites. */
  val Running = "sites"

  /** Nodes that only send commands. */
  val Calling = "callers"

  /** A cluster of one node.
    *
    * @param url
    *   the address of the database that has the log
    */
  def first(url: String, until: Deadline = inAMinute, role: String = Running): SiteNode =
    val node = SiteNode(log(url), role)
    try
      node.join(Cluster(node.system).selfMember.address)
      node.awaitMember(until)
      node
    catch
      case failed: Throwable =>
        node.close()
        throw failed

  /** One more node of the cluster that the node at this port of loopback is in. */
  def joining(url: String, port: Int): SiteNode =
    SiteNode(log(url), Running).join(AddressFromURIString(s"pekko://$Name@127.0.0.1:$port"))

  private def log(url: String) =
    val source = PGSimpleDataSource()
    source.setUrl(url)
    JdbcEventLog.open(source)

  // An entity that has a million events to read replies after it has read them.
  private val settings =
    PekkoEntitySettings.defaults.withEntities(SiteEntities.settings.withTimeout(5.minutes)).withRole(Running)

  // Nodes find each other soon: they start many times in a run. Ten shards a node are what Pekko's manual recommends.
  private def config(role: String) = ConfigFactory
    .parseString(s"""
      pekko {
        loglevel = ERROR
        stdout-loglevel = OFF
        log-dead-letters = off
        actor.provider = cluster
        remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
        # Nodes end together, and what the others send meanwhile is of no use.
        remote.artery.advanced { shutdown-flush-timeout = 50 ms, death-watch-notification-flush-timeout = 50 ms }
        cluster {
          roles = ["$role"]
          jmx.enabled = off
          gossip-interval = 100 ms
          leader-actions-interval = 100 ms
          periodic-tasks-initial-delay = 100 ms
          shutdown-after-unsuccessful-join-seed-nodes = off
          # Busy machines stop a node for seconds, which does not make it unreachable.
          failure-detector.acceptable-heartbeat-pause = 30 s
          singleton.hand-over-retry-interval = 200 ms
          sharding {
            number-of-shards = 30
            # Later nodes take no shards from earlier ones: callers begin when all are there.
            rebalance-interval = 1 h
            retry-interval = 200 ms
            distributed-data { gossip-interval = 200 ms, notify-subscribers-interval = 50 ms }
          }
        }
        coordinated-shutdown {
          run-by-jvm-shutdown-hook = off
          run-by-actor-system-terminate = off
        }
      }""")
    .withFallback(ConfigFactory.load())
