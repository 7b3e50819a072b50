package brine.actor.internal

import brine.actor.ActorRef
import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration

/** What the compiler writes in place of [[ActorRef.ask]] and [[ActorRef.askBlocking]]. */
private[brine] object Asking:
  /** Asks for a reply of a known type. */
  def ask[M, R](target: ActorRef[M], request: ActorRef[R] => M, timeout: FiniteDuration): Future[R] =
    val reply   = AskReply[R](target.targetCell, timeout)
    val message = request(reply)
    reply.begin(message)
    target.sendRequest(message, reply)
    reply.future

  /** Asks like [[ask]], and waits. */
  def askBlocking[M, R](target: ActorRef[M], request: ActorRef[R] => M, timeout: FiniteDuration): R =
    Thread.currentThread match
      case worker: Worker =>
        throw IllegalStateException(
          s"${worker.activation.cell} called askBlocking on a worker thread: " +
            "spawn it with Dispatcher.Blocking, or use context.ask"
        )
      case _ => ()
    target.targetCell.cellDispatcher.system.await(ask(target, request, timeout))
