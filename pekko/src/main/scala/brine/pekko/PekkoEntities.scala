package brine.pekko

import brine.entity.internal.EntityNode
import brine.entity.{Entity, EntityRef}
import brine.journal.EventLog
import brine.pekko.entity.internal.*
import java.net.URLEncoder
import java.nio.charset.StandardCharsets
import java.util.Objects
import org.apache.pekko.actor.CoordinatedShutdown
import org.apache.pekko.actor.typed.{ActorSystem, Props}
import org.apache.pekko.cluster.sharding.typed.ClusterShardingSettings.PassivationStrategySettings
import org.apache.pekko.cluster.sharding.typed.scaladsl.{ClusterSharding, Entity as ShardedType, EntityTypeKey}
import org.apache.pekko.cluster.sharding.typed.{ClusterShardingSettings, HashCodeNoEnvelopeMessageExtractor}
import scala.concurrent.duration.{FiniteDuration, NANOSECONDS}

/** The entities of one type on the nodes of a Pekko cluster, over a log that all nodes share. Cluster Sharding decides
  * which node runs an entity; there it runs as [[brine.entity.Entities]] run it.
  *
  * {{{
  * val accounts = PekkoEntities.start(system, log)(Accounts)
  * val cents    = accounts("42").ask(Account.Deposit(500)) // on whatever node it is
  * }}}
  *
  * They end with the actor system, as a part of its coordinated shutdown. Close the log after that. If the log of a
  * node ends before, its entities move to other nodes, and commands of this node are refused as
  * [[brine.entity.EntityError.Closed]], until its program is started again. Thread-safe.
  */
final class PekkoEntities[C[+_]] private (entity: Entity[C, ?, ?], node: EntityNode[C], calls: Calls[C]):
  /** The entity with this id. Commands to it wait, and fail, as those to an entity of [[brine.entity.Entities]]. What
    * one thread sends is executed in order, unless the entity moves meanwhile.
    *
    * A command with a key is sent again within its timeout if a node or a message is lost. Without a key it fails as
    * [[brine.entity.EntityError.OutcomeUnknown]] then.
    *
    * @throws IllegalArgumentException
    *   if the id is empty or not Unicode text, or longer than 1,023 characters together with the entities' name
    */
  def apply(id: String): EntityRef[C] =
    entity.stream(Objects.requireNonNull(id, "id")): Unit
    ClusterRef(calls, id)

  /** Number of entities in the memory of this node. */
  def inMemory: Int = node.inMemory

  /** Number of commands that this node has sent, to any node, and that have no outcome. */
  def pending: Int = calls.size

  override def toString: String = s"entities of ${entity.name} on a cluster"

object PekkoEntities:
  /** Starts the entities of a type on this node, which then takes its part of them. Start them on each node of the
    * cluster that uses them, over the same log.
    *
    * @param system
    *   the actor system of a node; its `pekko.actor.provider` is `cluster`
    * @param log
    *   the log that all nodes share, such as `brine.jdbc.JdbcEventLog`; it must be open as long as the system runs
    * @throws IllegalArgumentException
    *   if the names of entity and command together are longer than a stream's name may be
    * @throws IllegalStateException
    *   if the entities are started in this actor system already, or if it terminates or has terminated
    */
  def start[C[+_], E, S](
      system: ActorSystem[?],
      log: EventLog,
      settings: PekkoEntitySettings = PekkoEntitySettings.defaults
  )(entity: Entity[C, E, S]): PekkoEntities[C] =
    Objects.requireNonNull(log, "log"): Unit
    Objects.requireNonNull(settings, "settings"): Unit
    Objects.requireNonNull(system, "system"): Unit
    Objects.requireNonNull(entity, "entity"): Unit
    requireRuns(system)
    val sharding = ClusterSharding(system)
    val brine    = BrineNode(system)
    brine.claim(entity.name)
    val node    = EntityNode.start(entity, log, brine.actors, settings.entities)
    val schemas = ForeignSchemas()
    val most    = FrameSize.mostBytes(system.settings.config)
    val parts   = ShardedEntity.Parts(entity, node, schemas, log, settings.confirmsVersion, most)
    val shards  = shardingSettings(system, entity, settings)
    val typed   = s"brine-${entity.name}"
    val region  = sharding.init(
      ShardedType(EntityTypeKey[ShardMessage](typed))(context => ShardedEntity(context.entityId, parts))
        .withStopMessage(ShardMessage.Stop)
        .withMessageExtractor(Extractor(shards.numberOfShards))
        .withSettings(shards)
    )
    val calls = Calls(
      entity.commands,
      node,
      region,
      schemas,
      settings,
      (pause, task) => system.scheduler.scheduleOnce(pause, () => task())(using system.executionContext): Unit,
      LogIdentity.of(log)
    )
    brine.add(calls)
    val name = s"brine-replies-${URLEncoder.encode(entity.name, StandardCharsets.UTF_8)}"
    calls.begin(system.systemActorOf(RepliesActor(calls, tickOf(settings)), name, Props.empty))
    LogWatch.start(system, log): () =>
      val reason = s"the log of this node, ${log.name}, has ended: start its program again"
      NodeLog.warn(
        s"entities of ${entity.name} move to other nodes of the cluster, and commands of this one are refused, because $reason"
      )
      calls.refuse(reason)
      ShardRegions.leave(system, typed, settings.role)
    new PekkoEntities(entity, node, calls)

  private def requireRuns(system: ActorSystem[?]): Unit =
    if system.whenTerminated.isCompleted || CoordinatedShutdown(system).shutdownReason().nonEmpty then
      throw IllegalStateException(s"$system terminates or has terminated: start entities in an actor system that runs")

  private def shardingSettings(system: ActorSystem[?], entity: Entity[?, ?, ?], settings: PekkoEntitySettings) =
    val idle     = entity.passivation.idle
    val strategy =
      if idle.isFinite then
        PassivationStrategySettings.defaults.withIdleEntityPassivation(FiniteDuration(idle.toNanos, NANOSECONDS))
      else PassivationStrategySettings.disabled
    val all = ClusterShardingSettings(system).withPassivationStrategy(strategy)
    settings.role.map(all.withRole).orElse(all)

  /** How often the pending calls are looked at: often enough for their timeout, and not all the time. */
  private def tickOf(settings: PekkoEntitySettings): FiniteDuration =
    val shortest = settings.entities.timeout.toNanos.min(settings.resendAfter.toNanos)
    FiniteDuration((shortest / 10).max(5_000_000L).min(100_000_000L), NANOSECONDS)

  private final class Extractor(shards: Int) extends HashCodeNoEnvelopeMessageExtractor[ShardMessage](shards):
    def entityId(message: ShardMessage): String = message match
      case addressed: ShardMessage.Addressed => addressed.id
      case other => throw IllegalArgumentException(s"$other is for no entity of the cluster")
