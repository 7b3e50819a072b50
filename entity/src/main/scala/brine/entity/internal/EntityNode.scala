package brine.entity.internal

import brine.actor.{ActorSystem, ShutdownPhase}
import brine.entity.{Answer, Entity, EntityError, EntitySettings}
import brine.journal.EventLog
import java.time.Duration
import java.util.UUID

/** The entities of one type in this process, for something else that decides which process runs an entity: a cluster.
  * It sends commands, and says when an entity must leave memory. Thread-safe.
  */
private[brine] final class EntityNode[C[+_]] private (runtime: EntityRuntime[C, ?, ?]):
  /** An entity as messages name it. */
  def described(id: String): String = runtime.described(id)

  /** The name of a command's case. */
  def nameOf(command: Any): String = runtime.nameOf(command)

  /** Refuses to wait for an entity on a thread that must not.
    *
    * @throws IllegalStateException
    *   on a worker of an actor system, or a thread of a store
    */
  def requireMayWait(id: String): Unit = MayWait.require("askAsync")(s"asking ${described(id)}")

  /** Number of entities in memory. */
  def inMemory: Int = runtime.count

  /** Sends a command to an entity, and does not wait. Refuses it if [[EntitySettings.maxPendingCommands]] are pending.
    *
    * @param key
    *   its idempotency key
    * @param atLeast
    *   the version that the entity must have reached before it decides: an older state is loaded again. 0 for any
    * @param ended
    *   gets the outcome, once, on this thread or another one; it must not block or throw
    */
  def send(id: String, command: Any, key: Option[UUID], timeout: Duration, atLeast: Long)(
      ended: Either[EntityError, Answer[Any]] => Unit
  ): Unit =
    if runtime.isClosed then ended(Left(runtime.closedError(id)))
    else if !runtime.enter(0) then
      ended(Left(EntityError.Overloaded(runtime.described(id), runtime.settings.maxPendingCommands)))
    else runtime.sendArmed(CallbackRequest(runtime, id, command, key.orNull, timeout, atLeast, ended))

  /** Removes an entity from memory when all that it has decided is durable. The next command loads it from the log. No
    * command must be sent to it before it has left.
    *
    * @param left
    *   called when it is not in memory any more, on this thread or another one; it must not block or throw
    */
  def evict(id: String)(left: () => Unit): Unit = runtime.evict(id)(left)

private[brine] object EntityNode:
  /** Starts to run entities. The shutdown of the actor system closes them. */
  def start[C[+_]](
      entity: Entity[C, ?, ?],
      log: EventLog,
      system: ActorSystem,
      settings: EntitySettings
  ): EntityNode[C] = EntityNode(started(entity, log, system, settings))

  private[entity] def started[C[+_], E, S](
      entity: Entity[C, E, S],
      log: EventLog,
      system: ActorSystem,
      settings: EntitySettings
  ): EntityRuntime[C, E, S] =
    val runtime = EntityRuntime(entity, log, system, settings, EntityHost.Process)
    system.onShutdown(ShutdownPhase.BeforeActors, s"close the entities of ${entity.name}"): () =>
      runtime.closeInterruptibly()
    runtime.begin()
    runtime
