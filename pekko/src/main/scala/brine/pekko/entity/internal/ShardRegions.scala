package brine.pekko.entity.internal

import java.util.Optional
import org.apache.pekko.actor.typed.ActorSystem
import org.apache.pekko.actor.typed.scaladsl.adapter.*
import org.apache.pekko.cluster.sharding.{ClusterSharding, ShardRegion}
import org.apache.pekko.cluster.typed.Cluster
import scala.jdk.OptionConverters.RichOptional

/** The regions of shards of a node. */
private[pekko] object ShardRegions:
  /** Hands the shards of a type over to other nodes. This node takes none any more, and reaches none.
    *
    * @param role
    *   of the nodes that have shards; empty for all
    */
  def leave(system: ActorSystem[?], name: String, role: Optional[String]): Unit =
    if role.toScala.forall(Cluster(system).selfMember.hasRole) then
      ClusterSharding(system.toClassic).shardRegion(name) ! ShardRegion.GracefulShutdown
