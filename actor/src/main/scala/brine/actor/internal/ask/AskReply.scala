package brine.actor.internal.ask

import brine.actor.internal.support.StackProbe
import brine.actor.*
import scala.concurrent.duration.*
import scala.concurrent.{Future, Promise}
import scala.util.{Failure, Success}

/** The address of one reply. Takes the first reply; fails when the timeout passes or the target stops, whichever comes
  * first.
  */
private[brine] final class AskReply[R](target: Cell[?], timeout: FiniteDuration) extends PendingReply[R]:
  private val promise        = Promise[R]()
  private var what: Class[?] = null

  /** Null until it is armed, which most requests never are. Whoever completes the request reads it afterwards, and
    * whoever arms it looks for the completion afterwards.
    */
  @volatile private var timer: ReplyTimer = scala.compiletime.uninitialized

  def future: Future[R]    = promise.future
  def isCompleted: Boolean = promise.isCompleted

  def tell(message: R): Unit =
    if !tryTell(message) then DeadLetters.report(system, this, message, DeadLetterReason.TooLate)

  def tryTell(message: R): Boolean =
    StackProbe.require() // or waiting threads might not be woken
    val first = Completion.complete(promise, Success(message), system)
    if first then leave()
    first

  private[brine] override def refEnding: Future[?] = future

  // At least 0, because the sum with one far below 0 would be far in the future.
  def timeoutNanos: Long = Math.max(0L, timeout.toNanos)

  /** Arms the timeout. Call it before the request is sent. */
  def begin(request: Any): Unit =
    what = if request == null then null else request.getClass
    if timeoutNanos < AskReply.ExactNanos then startTimer(system.nanoTime): Unit
    system.armAsk(this)

  private[brine] def startTimer(now: Long): ReplyTimer =
    if timer == null then timer = ReplyTimer(this, now + timeoutNanos)
    timer

  private[brine] def system: SystemInternals = target.cellDispatcher.system
  private def described: String              = if what == null then "null" else s"a ${what.getName}"

  /** Takes the completed ask from where it waits: its timer, and the list of its target. */
  private def leave(): Unit =
    val armed = timer
    if armed != null then system.disarm(armed): Unit
    leaveTarget()

  private def leaveTarget(): Unit =
    val left = place
    if left != null then left.leave()

  private def fail(failure: Throwable): Boolean =
    val first = Completion.complete(promise, Failure(failure), system)
    if first then leave()
    first

  def targetStopped(cell: Cell[?]): Boolean = fail(ActorStoppedException(cell.publicRef, described))

  def targetFailed(cell: Cell[?], cause: Throwable): Boolean =
    fail(ActorFailedException(cell.publicRef, described, cause))

  def refused(failure: Throwable): Boolean = fail(failure)

  private[brine] def sendRequest(message: R, reply: PendingReply[?]): Unit = tell(message)

  private[brine] def timedOut(): Unit =
    if isCompleted then ()
    else if target.cellClosed then
      val _ = targetStopped(target)
    else
      val failure =
        try AskTimeoutException(target.publicRef, timeout, described, explained)
        catch case failure: Throwable => failure // for lack of memory; but the asker must hear something
      if Completion.complete(promise, Failure(failure), system) then leaveTarget()

  private def explained: String =
    try system.explain(target)
    catch case failure: Throwable => s"what it does cannot be said, because of ${failure.getClass.getName}"

  private[brine] def targetCell: Cell[?] = target
  private[brine] def refText: String     = s"the asker of $target"

private[brine] object AskReply:
  /** Shorter timeouts start when the request is sent. The others start when the monitor first looks at the request,
    * some milliseconds later, so that a request needs no clock.
    */
  private final val ExactNanos = 250000000L
