package brine.actor.internal.system

import brine.actor.{
  Activation,
  Actor,
  ActorDump,
  ActorRef,
  ActorRuntime,
  ActorSystem,
  ActorSystemSettings,
  Behavior,
  Cell,
  ContextOperations,
  PendingReply,
  SystemInternals
}
import brine.actor.internal.ask.Asks
import brine.actor.internal.cell.{
  BehaviorCell,
  Failures,
  Identity,
  Lifecycle,
  RareNodes,
  StopWatch,
  Stopping,
  Termination
}
import brine.actor.internal.context.{LiveContexts, Spawner, TreeDump}
import brine.actor.internal.mailbox.Node
import brine.actor.internal.ref.Adapters
import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration

/** The runtime that the types of `brine.actor` find by its name. */
private[internal] object LiveRuntime extends ActorRuntime:
  def contexts: ContextOperations = LiveContexts

  def start(settings: ActorSystemSettings): ActorSystem = LiveSystem.start(settings)

  // Cells
  def bury(cell: Cell[?], node: Node): Unit =
    try RareNodes.bury(cell, node)
    catch case _: Throwable => ()

  def proceed(cell: Cell[?], node: Node, handled: Boolean, activation: Activation): Node =
    Lifecycle.proceed(cell, node, handled, activation)

  def begin(cell: Cell[?]): Unit = RareNodes.start(cell)

  def handleRare(cell: Cell[?], node: Node, activation: Activation): Unit = RareNodes.handle(cell, node, activation)

  def failed(cell: Cell[?], message: Any, reply: PendingReply[?], failure: Throwable): Unit =
    Failures.handle(cell, message, reply, failure)

  def identity(cell: Cell[?]): String               = Identity.of(cell)
  def endedCell(system: SystemInternals): Cell[Any] = BehaviorCell.ended(system)

  // References
  def adapted[M, B](ref: ActorRef[M], first: B => M): ActorRef[B] = Adapters.of(ref, first)

  def ask[M, R](target: ActorRef[M], request: ActorRef[R] => M, timeout: FiniteDuration): Future[R] =
    Asks.ask(target, request, timeout)

  def askBlocking[M, R](target: ActorRef[M], request: ActorRef[R] => M, timeout: FiniteDuration): R =
    Asks.askBlocking(target, request, timeout)

  def whenStopped(ref: ActorRef[?]): Future[Option[Throwable]] = StopWatch.of(ref)

  def stop(ref: ActorRef[?]): Unit =
    Stopping.check(ref)
    Termination.request(ref.targetCell)

  def gracefulStop(ref: ActorRef[?], timeout: FiniteDuration): Future[Unit] = StopWatch.graceful(ref, timeout)

  // New actors
  def cellOf[M](behavior: Behavior[M], restartable: Boolean): Cell[M] = Spawner.cellOf(behavior, restartable)
  def cellOf[M](make: () => Actor[M], restartable: Boolean): Cell[M]  = Spawner.cellOf(make, restartable)

  def dump(system: SystemInternals, most: Int): ActorDump = TreeDump.of(system, most)
