package brine.actor.internal.cell

import brine.actor.{ActorRef, Cell, Completion, SystemInternals, SystemSignal, Watcher}
import brine.actor.internal.mailbox.Node
import brine.actor.internal.timer.Expiry
import java.util.concurrent.TimeoutException
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.{Failure, Success}

/** Completes a future when an actor stops. */
private[brine] final class StopWatch private () extends Watcher:
  private val promise = Promise[Option[Throwable]]()

  private[brine] def watchedEnded(ref: ActorRef[?], cause: Throwable): Unit =
    val _ = promise.trySuccess(Option(cause))

  override def toString: String = "a future of its end"

private[brine] object StopWatch:
  /** The end of an actor. An address without an actor ends with its future. */
  def of(ref: ActorRef[?]): Future[Option[Throwable]] = ref match
    case _ if ref.refEnding != null => ref.refEnding.transform(_ => Success(None))(using ExecutionContext.parasitic)
    case _                          =>
      val cell  = ref.targetCell
      val watch = StopWatch()
      if !cell.signal(SystemSignal.Watch(watch)) then
        val extension = cell.cellExtension
        cell.cellDispatcher.system.refused(cell)
        watch.watchedEnded(ref, if extension == null then null else extension.cause)
      watch.promise.future

  /** Stops an actor once it has handled the messages that wait for it now.
    *
    * @return
    *   completes when it has stopped; fails with a `TimeoutException` when the timeout passes before
    */
  def graceful(ref: ActorRef[?], timeout: FiniteDuration): Future[Unit] =
    Stopping.check(ref)
    GracefulStop(ref.targetCell, timeout).begin()

/** Stops an actor and completes a future when it has stopped, or when the timeout passes. Then it leaves the actor. */
private[internal] final class GracefulStop(cell: Cell[?], timeout: FiniteDuration) extends Expiry, Watcher:
  // Null once the timeout has passed: an actor that is stuck holds this until its handler returns.
  @volatile private var open = Promise[Unit]()

  private[actor] def system: SystemInternals = cell.cellDispatcher.system

  def begin(): Future[Unit] =
    val future = open.future
    if cell.signal(SystemSignal.Watch(this)) then
      system.arm(this, Math.max(0L, timeout.toNanos))
      // It may have stopped before the timer was armed.
      if future.isCompleted then system.disarm(this): Unit
      cell.post(StopNode())
    else
      system.refused(cell)
      watchedEnded(cell, null)
    future

  private[brine] def watchedEnded(ref: ActorRef[?], cause: Throwable): Unit =
    val promise = open
    if promise != null && Completion.complete(promise, Success(()), system) then system.disarm(this): Unit

  private[actor] def abort(failure: Throwable): Unit =
    val promise = open
    if promise != null then Completion.complete(promise, Failure(failure), system): Unit

  private[brine] def expire(): Unit =
    val promise = open
    if promise != null && !promise.isCompleted then
      val late = TimeoutException(s"$cell has not stopped within $timeout: ${system.explain(cell)}")
      if Completion.complete(promise, Failure(late), system) then
        open = null
        cell.signal(SystemSignal.Unwatch(this)): Unit

  override def toString: String = "a graceful stop"

/** Makes an actor stop once it has handled what was sent before. */
private[brine] final class StopNode extends Node(StopNode.Request):
  override def count: Int = 0

private[brine] object StopNode:
  /** How a trace shows it. */
  object Request:
    override def toString: String = "to stop after earlier messages"
