package brine.actor

import scala.concurrent.Promise
import scala.util.Try

/** Completes promises whose futures users have. Their callbacks may run within the call, and what these throw is no
  * failure of the thread that completes the promise: of an actor that replies, for example.
  */
private[brine] object Completion:
  /** False if the promise was completed before. */
  def complete[A](promise: Promise[A], result: Try[A], system: SystemInternals): Boolean =
    val first = !promise.isCompleted && tryComplete(promise, result, system)
    if first then
      Thread.currentThread match
        case thread: ActorThread => thread.completedFuture()
        case _                   => ()
    first

  private def tryComplete[A](promise: Promise[A], result: Try[A], system: SystemInternals): Boolean =
    try promise.tryComplete(result)
    catch
      case failure: Throwable =>
        // Without memory or stack the promise may be as it was.
        if !promise.isCompleted then throw failure
        system.callbackFailed(failure)
        true
