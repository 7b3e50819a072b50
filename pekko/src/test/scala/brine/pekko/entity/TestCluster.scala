package brine.pekko.entity

import com.typesafe.config.{Config, ConfigFactory}
import java.util.concurrent.CopyOnWriteArrayList
import org.apache.pekko.actor.CoordinatedShutdown
import org.apache.pekko.actor.typed.ActorSystem
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.cluster.MemberStatus
import org.apache.pekko.cluster.typed.{Cluster, Down, Join}
import scala.concurrent.Await
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** A cluster whose nodes are actor systems of this process, which send each other bytes as processes do. Its times are
  * short. Closing it ends all nodes.
  */
final class TestCluster extends AutoCloseable:
  private val nodes = CopyOnWriteArrayList[ActorSystem[Nothing]]()

  /** Starts a node, and waits until it is a member.
    *
    * @param settings
    *   configuration of this node alone
    */
  def join(roles: String*)(settings: String = ""): ActorSystem[Nothing] =
    val role   = roles.map(role => s"\"$role\"").mkString("pekko.cluster.roles = [", ", ", "]\n")
    val config = ConfigFactory.parseString(role + settings).withFallback(TestCluster.config)
    val node   = ActorSystem[Nothing](Behaviors.empty[Nothing], "test", config.withFallback(ConfigFactory.load()))
    val first  = nodes.asScala.headOption.getOrElse(node)
    Cluster(node).manager ! Join(Cluster(first).selfMember.address)
    nodes.add(node)
    TestCluster.eventually(s"$node is up")(nodes.asScala.forall(seesAllUp))
    node

  private def seesAllUp(node: ActorSystem[?]): Boolean =
    val members = Cluster(node).state.members
    members.size == nodes.size && members.forall(_.status == MemberStatus.Up)

  /** Ends a node at once, as a crash does: no other node is told. The others remove it from the cluster. */
  def crash(node: ActorSystem[?]): Unit =
    nodes.removeIf(_ eq node): Unit
    val address = Cluster(node).selfMember.address
    node.terminate()
    Await.ready(node.whenTerminated, 20.seconds): Unit
    nodes.asScala.headOption.foreach: other =>
      Cluster(other).manager ! Down(address)
      TestCluster.eventually(s"$address is removed")(nodes.asScala.forall(seesAllUp))

  /** Lets a node leave: its entities move before it ends. */
  def leave(node: ActorSystem[?]): Unit =
    nodes.removeIf(_ eq node): Unit
    Await.ready(CoordinatedShutdown(node).run(TestCluster.Leaving), 60.seconds): Unit
    Await.ready(node.whenTerminated, 20.seconds): Unit

  def close(): Unit =
    nodes.forEach(_.terminate())
    nodes.forEach(node => Await.ready(node.whenTerminated, 20.seconds): Unit)

object TestCluster:
  private case object Leaving extends CoordinatedShutdown.Reason

  /** Runs something with a cluster, and ends it. */
  def using[A](body: TestCluster => A): A =
    val cluster = TestCluster()
    try body(cluster)
    finally cluster.close()

  /** Waits for what must become true. */
  def eventually(what: => String)(holds: => Boolean): Unit =
    val until = System.nanoTime + 30_000_000_000L
    while !holds do
      if System.nanoTime > until then throw AssertionError(s"$what: not after 30 seconds")
      Thread.sleep(5)

  private val config: Config = ConfigFactory.parseString("""
    pekko {
      loglevel = "OFF"
      stdout-loglevel = "OFF"
      log-dead-letters = off
      actor.provider = cluster
      actor.allow-java-serialization = off
      remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
      cluster {
        jmx.enabled = off
        gossip-interval = 50 ms
        leader-actions-interval = 50 ms
        periodic-tasks-initial-delay = 50 ms
        unreachable-nodes-reaper-interval = 100 ms
        failure-detector { heartbeat-interval = 100 ms, acceptable-heartbeat-pause = 1 s }
        singleton { hand-over-retry-interval = 200 ms }
        sharding {
          number-of-shards = 12
          retry-interval = 200 ms
          rebalance-interval = 300 ms
          handoff-timeout = 30 s
          updating-state-timeout = 1 s
          waiting-for-state-timeout = 1 s
          distributed-data { gossip-interval = 200 ms, notify-subscribers-interval = 50 ms }
          coordinator-failure-backoff = 200 ms
          shard-failure-backoff = 200 ms
        }
      }
      coordinated-shutdown {
        run-by-jvm-shutdown-hook = off
        run-by-actor-system-terminate = off
        terminate-actor-system = on
        exit-jvm = off
      }
    }
  """)
