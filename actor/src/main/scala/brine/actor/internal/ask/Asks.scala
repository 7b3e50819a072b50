package brine.actor.internal.ask

import brine.actor.{ActorRef, ActorThread}
import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration

/** Asks for replies of known types. */
private[brine] object Asks:
  def ask[M, R](target: ActorRef[M], request: ActorRef[R] => M, timeout: FiniteDuration): Future[R] =
    val reply   = AskReply[R](target.targetCell, timeout)
    val message = request(reply)
    reply.begin(message)
    target.sendRequest(message, reply)
    reply.future

  /** Asks, and waits. */
  def askBlocking[M, R](target: ActorRef[M], request: ActorRef[R] => M, timeout: FiniteDuration): R =
    Thread.currentThread match
      case thread: ActorThread =>
        throw IllegalStateException(
          s"${thread.activation.cell} called askBlocking on a worker thread: " +
            "spawn it with Dispatcher.Blocking, or use context.ask"
        )
      case _ => ()
    target.targetCell.cellDispatcher.system.await(ask(target, request, timeout))
