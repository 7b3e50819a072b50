package brine.actor

import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration

/** What the compiler writes in place of [[ActorRef.ask]] and [[ActorRef.askBlocking]]. */
private[brine] object Asking:
  /** Asks for a reply of a known type. */
  def ask[M, R](target: ActorRef[M], request: ActorRef[R] => M, timeout: FiniteDuration): Future[R] =
    RuntimeLink.LIVE.ask(target, request, timeout)

  /** Asks like [[ask]], and waits. */
  def askBlocking[M, R](target: ActorRef[M], request: ActorRef[R] => M, timeout: FiniteDuration): R =
    RuntimeLink.LIVE.askBlocking(target, request, timeout)
