package brine.actor.internal

import brine.actor.{ActorRef, Gather}
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
    case reply: AskReply[?]     => ended(reply.future)
    case gather: Gather[?, ?]   => ended(gather.future)
    case adapted: AdaptedRef[?] => of(adapted.address)
    case _                      =>
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
    val cell    = ref.targetCell
    val system  = cell.cellDispatcher.system
    val promise = Promise[Unit]()
    val timer   = StopTimer(cell, timeout, promise)
    of(cell).onComplete { _ =>
      if promise.trySuccess(()) then
        val _ = system.disarm(timer)
    }(using ExecutionContext.parasitic)
    if !promise.isCompleted then
      system.arm(timer, Math.max(0L, timeout.toNanos))
      cell.post(StopNode())
    promise.future

  private def ended(future: Future[?]): Future[Option[Throwable]] =
    future.transform(_ => Success(None))(using ExecutionContext.parasitic)

/** Fails the future of an actor that does not stop in time. */
private final class StopTimer(cell: Cell[?], timeout: FiniteDuration, promise: Promise[Unit]) extends TimerEntry:
  private[brine] def fire(): Unit =
    if !promise.isCompleted then
      val late = TimeoutException(s"$cell has not stopped within $timeout: ${cell.cellDispatcher.system.explain(cell)}")
      val _    = promise.tryFailure(late)

/** Makes an actor stop once it has handled what was sent before. */
private[brine] final class StopNode extends Node(StopNode.Request):
  override def count: Int = 0

private[brine] object StopNode:
  /** How a trace shows it. */
  object Request:
    override def toString: String = "to stop after earlier messages"
