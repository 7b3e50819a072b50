package brine.actor.internal

import brine.actor.ActorRef
import java.util.concurrent.TimeoutException
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.Success

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
    val cell    = ref.targetCell
    val system  = cell.cellDispatcher.system
    val promise = Promise[Unit]()
    val timer   = GracefulStopTimer(cell, timeout, promise)
    of(cell).onComplete { _ =>
      if promise.trySuccess(()) then
        val _ = system.disarm(timer)
    }(using ExecutionContext.parasitic)
    if !promise.isCompleted then
      system.arm(timer, Math.max(0L, timeout.toNanos))
      cell.post(StopNode())
    promise.future

/** Fails the future of an actor that does not stop in time. */
private final class GracefulStopTimer(cell: Cell[?], timeout: FiniteDuration, promise: Promise[Unit])
    extends TimerEntry:
  private[brine] def fire(): Unit =
    // Whatever depends on the future is code of users.
    if !promise.isCompleted then cell.cellDispatcher.system.aside(() => fail())

  private def fail(): Unit =
    val late = TimeoutException(s"$cell has not stopped within $timeout: ${cell.cellDispatcher.system.explain(cell)}")
    val _    = promise.tryFailure(late)

/** Makes an actor stop once it has handled what was sent before. */
private[brine] final class StopNode extends Node(StopNode.Request):
  override def count: Int = 0

private[brine] object StopNode:
  /** How a trace shows it. */
  object Request:
    override def toString: String = "to stop after earlier messages"
