package brine.actor.internal.context

import brine.actor.{
  Actor,
  ActorOptions,
  ActorRef,
  Behavior,
  Cell,
  ContextOperations,
  Directive,
  Mode,
  SiblingStrategy,
  SystemSignal
}
import brine.actor.internal.cell.{
  cellExtension,
  extend,
  ActorTimer,
  ActorTimers,
  BehaviorCell,
  Extension,
  ReceiveTimeout,
  Stashing,
  StopWatch,
  Stopping,
  Termination,
  WatchMessages
}
import brine.actor.internal.mailbox.{OwnerNode, PipedNode}
import brine.actor.internal.support.StackProbe
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}
import scala.util.Try

/** What actors do through their contexts. Each operation first checks that it runs in the actor, where it must. */
private[internal] object LiveContexts extends ContextOperations:
  private def own(context: Cell[?]): Extension =
    check(context)
    context.extend()

  private def check(context: Cell[?]): Unit =
    if !context.cellDispatcher.runsHere(context) then
      throw IllegalStateException(
        s"the context of $context was used outside of its handlers, on ${Thread.currentThread.getName}: " +
          "send the actor a message instead, or use pipeToSelf or suspendUntil for futures"
      )

  // -------------------------------------------------------------------------------------------
  // Children
  // -------------------------------------------------------------------------------------------
  def spawn[N](parent: Cell[?], behavior: Behavior[N], options: ActorOptions): ActorRef[N] =
    adopt(parent, Spawner.cellOf(behavior, restartable(parent, options)), options)

  def spawn[N](parent: Cell[?], make: () => Actor[N], options: ActorOptions): ActorRef[N] =
    adopt(parent, Spawner.cellOf(make, restartable(parent, options)), options)

  def adopt[N](parent: Cell[?], child: Cell[N]): ActorRef[N] = adopt(parent, child, null)

  private def restartable(parent: Cell[?], options: ActorOptions): Boolean =
    ActorOptions.restartable(options) || mayRestart(parent)

  def mayRestart(parent: Cell[?]): Boolean =
    val extension = parent.cellExtension
    extension != null && extension.options != null && extension.options.siblings != SiblingStrategy.OneForOne

  private def adopt[N](context: Cell[?], cell: Cell[N], options: ActorOptions): ActorRef[N] =
    val extension = own(context)
    // An idle actor that another thread stops has no such mode, but the node of that thread.
    if extension.mode == Mode.Stopping || extension.mode == Mode.Terminating ||
      context.mailboxHead.isInstanceOf[OwnerNode]
    then throw IllegalStateException(s"$context is stopping and cannot spawn children any more")
    StackProbe.require() // or a child that has not started could stay among the children
    val system = context.cellDispatcher.system
    Spawner.prepare(cell, options, system)
    cell.parentCell = context
    extension.link(cell)
    if extension.mode == Mode.Restarting then extension.stopCursor = cell // it stops before this actor restarts
    try Spawner.launch(cell, system)
    catch
      // Without stack, for example, it is not scheduled: this actor must not wait for its end.
      case failure: Throwable =>
        extension.unlink(cell)
        throw failure

  def children(cell: Cell[?]): List[ActorRef[?]] =
    check(cell)
    val extension = cell.cellExtension
    if extension == null then Nil else extension.childRefs

  def stop(cell: Cell[?], ref: ActorRef[?]): Unit =
    check(cell)
    Stopping.check(ref)
    val target = ref.targetCell
    if target eq cell then Stopping.begin(cell)
    else if target.parentCell eq cell then Termination.request(target)
    else throw notItsChild(cell, ref)

  def gracefulStop(cell: Cell[?], ref: ActorRef[?], timeout: FiniteDuration): Future[Unit] =
    check(cell)
    Stopping.check(ref)
    val target = ref.targetCell
    if (target ne cell) && (target.parentCell ne cell) then throw notItsChild(cell, ref)
    StopWatch.graceful(ref, timeout)

  private def notItsChild(cell: Cell[?], ref: ActorRef[?]): IllegalArgumentException =
    IllegalArgumentException(
      s"$cell cannot stop $ref, which is not its child: send it a message that asks it to stop"
    )

  def stopSelf(cell: Cell[?]): Unit =
    check(cell)
    Stopping.begin(cell)

  // -------------------------------------------------------------------------------------------
  // Watching
  // -------------------------------------------------------------------------------------------
  def watch(cell: Cell[?], ref: ActorRef[?]): Unit =
    val extension = own(cell)
    WatchMessages.cancel(extension, ref.endedRef)
    if extension.watching == null then extension.watching = java.util.LinkedHashSet()
    val target = ref.targetCell
    if ref.refEnding != null then
      if extension.watching.add(ref) then
        ref.refEnding.onComplete(result => cell.watchedEnded(ref, result.fold(identity, _ => null)))(using
          ExecutionContext.parasitic
        )
    else if extension.watching.add(target.publicRef) && !target.signal(SystemSignal.Watch(cell)) then
      val ended = target.cellExtension
      cell.cellDispatcher.system.refused(target)
      cell.watchedEnded(target.publicRef, if ended == null then null else ended.cause)

  def watchWith(cell: Cell[?], ref: ActorRef[?], message: Any): Unit =
    watch(cell, ref)
    val extension = cell.extend()
    if extension.watchMessages == null then extension.watchMessages = WatchMessages()
    extension.watchMessages.put(ref.endedRef, message)

  def unwatch(cell: Cell[?], ref: ActorRef[?]): Unit =
    check(cell)
    val extension = cell.cellExtension
    WatchMessages.cancel(extension, ref.endedRef)
    if extension != null && extension.watching != null then
      if ref.refEnding != null then extension.watching.remove(ref): Unit
      else
        val target = ref.targetCell
        if extension.watching.remove(target.publicRef) then target.signal(SystemSignal.Unwatch(cell)): Unit

  // -------------------------------------------------------------------------------------------
  // Timers
  // -------------------------------------------------------------------------------------------
  def startTimer(cell: Cell[?], key: Any, message: Any, delay: FiniteDuration): Unit =
    start(cell, ActorTimer(cell, key, message, 0L, fixedRate = false), delay)

  def startTimerWithFixedDelay(cell: Cell[?], key: Any, message: Any, delay: FiniteDuration): Unit =
    start(cell, ActorTimer(cell, key, message, period(delay), fixedRate = false), delay)

  def startTimerAtFixedRate(cell: Cell[?], key: Any, message: Any, interval: FiniteDuration): Unit =
    start(cell, ActorTimer(cell, key, message, period(interval), fixedRate = true), interval)

  private def start(cell: Cell[?], timer: ActorTimer, delay: FiniteDuration): Unit =
    StackProbe.require() // or a timer could count as set that is not
    val extension = own(cell)
    if extension.timers == null then extension.timers = ActorTimers()
    extension.timers.start(timer, Math.max(0L, delay.toNanos))

  private def period(duration: FiniteDuration): Long =
    require(duration.toNanos > 0, s"a period of $duration: it must be above zero")
    duration.toNanos

  def cancelTimer(cell: Cell[?], key: Any): Boolean =
    check(cell)
    val extension = cell.cellExtension
    extension != null && extension.timers != null && extension.timers.cancel(key)

  def isTimerActive(cell: Cell[?], key: Any): Boolean =
    check(cell)
    val extension = cell.cellExtension
    extension != null && extension.timers != null && extension.timers.isActive(key)

  def setReceiveTimeout(cell: Cell[?], duration: FiniteDuration, message: Any): Unit =
    val nanos     = period(duration)
    val extension = own(cell)
    if extension.receiveTimeout != null then extension.receiveTimeout.cancel()
    extension.receiveTimeout = ReceiveTimeout(cell, message, nanos)
    cell.receiveTimeoutChanged()
    extension.receiveTimeout.start()

  def cancelReceiveTimeout(cell: Cell[?]): Unit =
    check(cell)
    val extension = cell.cellExtension
    if extension != null && extension.receiveTimeout != null then
      extension.receiveTimeout.cancel()
      extension.receiveTimeout = null
      cell.receiveTimeoutChanged()

  // -------------------------------------------------------------------------------------------
  // Stash
  // -------------------------------------------------------------------------------------------
  def stash(cell: Cell[?], message: Any): Unit =
    check(cell)
    Stashing.stash(cell, message)

  def unstashAll(cell: Cell[?]): Unit =
    val _ = own(cell)
    Stashing.replay(cell)

  def stashSize(cell: Cell[?]): Int =
    check(cell)
    val extension = cell.cellExtension
    if extension == null || extension.stash == null then 0 else extension.stash.size

  // -------------------------------------------------------------------------------------------
  // Futures
  // -------------------------------------------------------------------------------------------
  def suspendUntil[A](cell: Cell[?], future: Future[A], continuation: Try[A] => Any): Unit =
    val extension = own(cell)
    if extension.continuation != null then
      throw IllegalStateException(s"$cell is suspended already: suspend again in the continuation instead")
    if extension.mode == Mode.Running || extension.mode == Mode.Replaying then
      var result: Try[A] = null
      val continue       = SystemSignal.Continue(() => resumed(cell, continuation(result)))
      // First, for a future may throw: then the actor has failed, and is not suspended. The signal is handled after
      // the handler, also if the future has completed already.
      future.onComplete { done =>
        result = done
        val _ = cell.signal(continue)
      }(using ExecutionContext.parasitic)
      extension.continuation = continue
      extension.mode = Mode.Waiting

  private def resumed(cell: Cell[?], result: Any): Any = cell match
    case behavior: BehaviorCell[?] => behavior.become(result)
    case _                         => if result.asInstanceOf[AnyRef] eq Behavior.Stopped then Stopping.begin(cell)

  def pipeToSelf[A](cell: Cell[?], future: Future[A], message: Try[A] => Any): Unit =
    val make = message.asInstanceOf[Try[Any] => Any]
    future.onComplete(result => pipe(cell, result, make))(using ExecutionContext.parasitic)

  // An exception thrown where a future completes would be lost.
  private def pipe(cell: Cell[?], result: Try[Any], make: Try[Any] => Any): Unit =
    try cell.post(PipedNode(result, make))
    catch case failure: Throwable => cell.cellDispatcher.system.failed(cell, null, failure, Directive.Resume)
