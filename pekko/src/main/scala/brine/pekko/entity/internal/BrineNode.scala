package brine.pekko.entity.internal

import brine.actor.{ActorSystem, ActorSystemSettings}
import java.util.concurrent.{ConcurrentHashMap, CopyOnWriteArrayList}
import org.apache.pekko.Done
import org.apache.pekko.actor.CoordinatedShutdown
import org.apache.pekko.actor.typed.{ActorSystem as PekkoSystem, Extension, ExtensionId}
import scala.concurrent.duration.DurationInt
import scala.concurrent.{ExecutionContext, Future, Promise}

/** What all entities of a node share: an actor system of Brine, which ends with that of Pekko. Thread-safe. */
private[pekko] final class BrineNode(system: PekkoSystem[?]) extends Extension:
  private val names = ConcurrentHashMap.newKeySet[String]()
  private val calls = CopyOnWriteArrayList[Calls[?]]()

  /** Runs the entities of this node. */
  val actors: ActorSystem = ActorSystem(ActorSystemSettings(name = s"brine-${system.name}", daemon = true))

  private val shutdown = CoordinatedShutdown(system)

  // Before entities move to other nodes: they finish what is decided by then.
  shutdown.addTask(CoordinatedShutdown.PhaseBeforeClusterShutdown, "brine-refuse-commands"): () =>
    calls.forEach(_.refuse(BrineNode.Leaving))
    Future.successful(Done)

  // After that: this phase follows the one in which the regions of shards have stopped.
  shutdown.addTask(CoordinatedShutdown.PhaseClusterLeave, "brine-end-entities"): () =>
    calls.forEach(_.close(BrineNode.Leaving))
    val ended = Promise[Done]()
    // It may wait for what is being appended.
    Thread.ofVirtual.start: () =>
      try actors.shutdown(4.seconds): Unit
      finally ended.success(Done): Unit
    ended.future

  // If the system ends in another way.
  system.whenTerminated.onComplete(_ => actors.terminate(1.second))(using ExecutionContext.parasitic)

  /** Notes that entities of this name run here.
    *
    * @throws IllegalStateException
    *   if there are some already
    */
  def claim(name: String): Unit =
    if !names.add(name) then
      throw IllegalStateException(
        s"the entities of $name are started in $system already: keep what PekkoEntities.start returned, and use it"
      )

  /** Adds the calls that end with the system. */
  def add(some: Calls[?]): Unit = calls.add(some): Unit

private[pekko] object BrineNode extends ExtensionId[BrineNode]:
  private val Leaving = "this node leaves the cluster"

  def createExtension(system: PekkoSystem[?]): BrineNode = new BrineNode(system)
