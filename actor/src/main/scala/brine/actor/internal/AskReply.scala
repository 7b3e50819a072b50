package brine.actor.internal

import brine.actor.*
import scala.concurrent.duration.*
import scala.concurrent.{Future, Promise}
import scala.util.{Failure, Success}

/** The address of one reply. Takes the first reply; fails when the timeout passes or the target stops, whichever comes
  * first.
  */
private[brine] final class AskReply[R](target: Cell[?], timeout: FiniteDuration) extends ActorRef[R]:
  private val promise         = Promise[R]()
  private var timer: AskTimer = null // set before the request is sent, so visible to its receiver
  private var what: Class[?]  = null

  def future: Future[R]    = promise.future
  def isCompleted: Boolean = promise.isCompleted

  def tell(message: R): Unit =
    if !tryTell(message) then DeadLetters.report(system, this, message, DeadLetterReason.TooLate)

  def tryTell(message: R): Boolean =
    StackProbe.require() // or waiting threads might not be woken
    val first = Completion.complete(promise, Success(message), system)
    if first then disarm()
    first

  private[brine] override def refEnding: Future[?] = future

  /** The time until the timeout, in ns; not above 0 if it has passed. */
  def leftNanos: Long = timer.dueNanos - system.nanoTime

  /** Arms the timeout. Call it before the request is sent. */
  def begin(request: Any): Unit =
    what = if request == null then null else request.getClass
    val nanos = Math.max(0L, timeout.toNanos) // the sum with one far below 0 would be far in the future
    timer = AskTimer(this, system.nanoTime + nanos)
    system.armAsk(timer, nanos)

  private[internal] def system: SystemInternals = target.cellDispatcher.system
  private def described: String                 = if what == null then "null" else s"a ${what.getName}"

  private def disarm(): Unit =
    if timer != null then
      val _ = system.disarm(timer)

  private def fail(failure: Throwable): Boolean =
    val first = Completion.complete(promise, Failure(failure), system)
    if first then disarm()
    first

  def targetStopped(cell: Cell[?]): Boolean = fail(ActorStoppedException(cell.publicRef, described))

  def targetFailed(cell: Cell[?], cause: Throwable): Boolean =
    fail(ActorFailedException(cell.publicRef, described, cause))

  def refused(failure: Throwable): Boolean = fail(failure)

  private[brine] def sendRequest(message: R, reply: AskReply[?]): Unit = tell(message)

  private[internal] def timedOut(): Unit =
    if isCompleted then ()
    else if target.cellClosed then
      val _ = targetStopped(target)
    else
      val failure =
        try AskTimeoutException(target.publicRef, timeout, described, explained)
        catch case failure: Throwable => failure // for lack of memory; but the asker must hear something
      val _ = Completion.complete(promise, Failure(failure), system)

  private def explained: String =
    try system.explain(target)
    catch case failure: Throwable => s"what it does cannot be said, because of ${failure.getClass.getName}"

  private[brine] def targetCell: Cell[?] = target
  private[brine] def refText: String     = s"the asker of $target"

/** Requests that were handled without a reply. They fail when the actor stops. Owned by that actor. */
private[brine] final class UnansweredAsks:
  private val replies = java.util.ArrayList[AskReply[?]](2)
  private var pruneAt = 8

  def add(reply: AskReply[?]): Unit =
    // Drops the answered requests before the list would double, so its size follows the number of open requests.
    if replies.size >= pruneAt then
      val _ = replies.removeIf(_.isCompleted)
      pruneAt = Math.max(8, 2 * replies.size)
    val _ = replies.add(reply)

  private[internal] def size: Int = replies.size

  def targetStopped(cell: Cell[?]): Unit = replies.forEach: reply =>
    try
      val _ = reply.targetStopped(cell)
    catch
      case failure: Throwable =>
        val _ = reply.refused(failure)

private[internal] object Asks:
  def remember(cell: Cell[?], reply: AskReply[?]): Unit =
    val extension = cell.extend()
    if extension.unansweredAsks == null then extension.unansweredAsks = UnansweredAsks()
    extension.unansweredAsks.add(reply)
