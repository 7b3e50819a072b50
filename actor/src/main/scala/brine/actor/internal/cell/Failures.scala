package brine.actor.internal.cell

import brine.actor.internal.timer.TimerEntry
import brine.actor.*
import scala.annotation.tailrec

/** What the runtime does with an actor whose code has thrown. */
private[internal] object Failures:
  /** Stands in for the message of a failure: the actor failed while it started. */
  object Start

  /** Stands in for the message of a failure: the function failed that makes a message from the result of a future. */
  object Piping

  def handle(cell: Cell[?], message: Any, reply: PendingReply[?], failure: Throwable): Unit =
    try
      val observer = Observers.of(cell)
      if observer != null then observer.failed(failure)
      if failure.isInstanceOf[InterruptedException] then
        val _ = Thread.interrupted()
      if reply != null then tell(cell, reply, failure)
      decide(cell, message, failure)
    catch
      // No memory for the usual steps: the mode alone stops the actor, if there is an extension to hold it.
      case second: Throwable =>
        val extension = cell.cellExtension
        if extension != null then
          extension.cause = failure
          extension.mode = Mode.Stopping
        else throw second

  private def tell(cell: Cell[?], reply: PendingReply[?], failure: Throwable): Unit =
    try
      val _ = reply.targetFailed(cell, failure)
    catch
      case second: Throwable =>
        val _ = reply.refused(second)

  private def decide(cell: Cell[?], message: Any, failure: Throwable): Unit =
    val extension = cell.extend()
    if extension.mode == Mode.Terminating then whileStopping(cell, failure)
    else
      val supervision = if extension.options == null then Supervision.stop else extension.options.supervision
      val directive   =
        if extension.mode == Mode.Stopping then Directive.Stop // it asked to stop before it failed
        else limited(cell, extension, supervision, answer(cell, supervision, message, failure))
      directive match
        case Directive.Resume  => ()
        case Directive.Restart => beginRestart(cell, failure)
        case _                 =>
          extension.cause = failure
          extension.mode = Mode.Stopping
      cell.cellDispatcher.system.failed(cell, message, failure, directive)
      cell.parentCell match
        case null | _: Root => ()
        case parent         =>
          val failed = SystemSignal.ChildFailed(cell, message, failure, directive)
          if !parent.signal(failed) then failed.refuse()

  /** Whether the failure of this actor is answered elsewhere: by its parent, which then logs it. */
  def isAnsweredAbove(cell: Cell[?], directive: Directive): Boolean =
    directive == Directive.Escalate && cell.parentCell != null && !cell.parentCell.isInstanceOf[Root]

  /** What an actor failed on, to be put behind "failed". An escalated failure is that of the actor where it began. */
  @tailrec def circumstances(message: Any): String = message match
    case failed: SystemSignal.ChildFailed if failed.isEscalated =>
      if failed.isPassedOn then circumstances(failed.message)
      else s" because [${failed.child}] failed${plain(failed.message)}"
    case own => plain(own)

  private def plain(message: Any): String = message match
    case null | _: SystemSignal => ""
    case Start                  => " when it began"
    case Piping                 => " while it made a message from the result of a future"
    case message                => s" while it handled a ${message.getClass.getName}"

  private def answer(cell: Cell[?], supervision: Supervision, message: Any, failure: Throwable): Directive =
    val answer =
      try supervision.answer(failure)
      catch
        case second: Throwable =>
          whileStopping(cell, second)
          Directive.Stop
    // An actor that has not started has no state to continue with.
    if answer == Directive.Resume && isStart(message) then Directive.Stop else answer

  private def isStart(message: Any): Boolean = message match
    case Start => true
    case _     => false

  private def limited(cell: Cell[?], extension: Extension, supervision: Supervision, answer: Directive): Directive =
    if answer != Directive.Restart then answer
    else
      if extension.restarts == null then extension.restarts = Restarts()
      if extension.restarts.permit(supervision, cell.cellDispatcher.system.nanoTime) then answer
      else supervision.exhausted

  def beginRestart(cell: Cell[?], failure: Throwable): Unit =
    val extension = cell.extend()
    extension.cause = failure
    extension.continuation = null
    extension.mode = Mode.Restarting
    try Observers.signal(cell, Signal.Restarting(failure))
    catch case second: Throwable => whileStopping(cell, second)
    extension.stopCursor = extension.firstChild
    extension.cancelTimers()

  /** Restarts the actor, now or after the backoff. All its children have stopped. */
  def restart(cell: Cell[?]): Unit =
    val extension   = cell.cellExtension
    val system      = cell.cellDispatcher.system
    val supervision = if extension.options == null then Supervision.stop else extension.options.supervision
    if supervision.backoff == Backoff.none then finishRestart(cell)
    else
      if extension.restarts == null then extension.restarts = Restarts()
      val number = Math.max(1, extension.restarts.inRow)
      val delay  = supervision.backoff.delayNanos(number, system.random())
      val resume = SystemSignal.Resume()
      extension.restarts.waitEnds(system.nanoTime + delay)
      extension.mode = Mode.Waiting
      extension.continuation = resume
      system.arm(BackoffTimer(cell, resume), delay)

  def finishRestart(cell: Cell[?]): Unit =
    val extension = cell.cellExtension
    extension.mode = Mode.Running
    extension.cause = null
    // The restarted actor gets the stashed messages back.
    if extension.stash != null then Stashing.replay(cell)
    try Observers.restart(cell)
    catch case failure: Throwable => handle(cell, Start, null, failure)

  /** Reports a failure that changes nothing, because the actor is stopping already. */
  def whileStopping(cell: Cell[?], failure: Throwable): Unit =
    cell.cellDispatcher.system.failedWhileStopping(cell, failure)

/** Ends the wait before a restart. */
private final class BackoffTimer(cell: Cell[?], resume: SystemSignal) extends TimerEntry:
  private[brine] def fire(): Unit =
    val _ = cell.signal(resume)

/** The recent restarts of an actor: their times, within the window of its supervision. If the limit is above
  * [[Restarts.Exact]], only a count since the start of the current window is kept, so that no actor holds a long list.
  */
private[brine] final class Restarts:
  private val times       = java.util.ArrayDeque[java.lang.Long](4)
  private var windowBegan = 0L
  private var inWindow    = 0
  private var begins      = 0L // when the last wait ends

  /** The number of restarts in a row, including the last: since the actor last ran for longer than the window. Not
    * those within the window, for the waits of a backoff are a part of that, and may be longer.
    */
  var inRow: Int = 0

  /** Says when the wait before the last restart ends. */
  def waitEnds(nanos: Long): Unit = begins = nanos

  def permit(supervision: Supervision, now: Long): Boolean =
    val window    = supervision.windowNanos
    val permitted = isWithin(supervision.limit, window, now)
    if permitted then
      if inRow > 0 && now - begins > window then inRow = 0
      if inRow < Int.MaxValue then inRow += 1
      begins = now
    permitted

  private def isWithin(limit: Int, window: Long, now: Long): Boolean =
    if limit <= Restarts.Exact then
      while !times.isEmpty && now - times.peekFirst > window do
        val _ = times.pollFirst()
      val permitted = times.size < limit
      if permitted then times.addLast(now)
      permitted
    else
      if inWindow == 0 || now - windowBegan > window then
        windowBegan = now
        inWindow = 0
      val permitted = inWindow < limit
      if permitted then inWindow += 1
      permitted

private[brine] object Restarts:
  final val Exact = 1000

/** Applies the failure of one child to its siblings. */
private[internal] object Groups:
  def childFailed(parent: Cell[?], failed: SystemSignal.ChildFailed): Unit =
    val extension = parent.cellExtension
    if extension != null && extension.options != null && failed.done != Directive.Resume then
      extension.options.siblings match
        case SiblingStrategy.OneForOne  => ()
        case SiblingStrategy.OneForAll  => each(extension.firstChild, null, failed)
        case SiblingStrategy.RestForOne => each(extension.firstChild, failed.child, failed)

  /** Children are listed newest first. */
  private def each(first: Cell[?], until: Cell[?], failed: SystemSignal.ChildFailed): Unit =
    var child = first
    while child != null && (child ne until) do
      val next = child.nextSibling
      if child ne failed.child then
        if failed.done == Directive.Restart then child.signal(SystemSignal.Restart(failed.cause)): Unit
        else Termination.request(child)
      child = next
