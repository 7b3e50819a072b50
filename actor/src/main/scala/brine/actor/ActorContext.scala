package brine.actor

import brine.actor.internal.*
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}
import scala.util.Try

/** The operations of an actor, for use in its own handlers.
  *
  * Any thread may use `self`, `system`, `log`, `ask`, `pipeToSelf` and `unhandled`. All other operations throw an
  * `IllegalStateException` on another thread, for example in the callback of a future.
  *
  * The context is the actor itself under another type, so it takes no memory.
  */
opaque type ActorContext[M] = Cell[M]

/** The context of the actor in whose behavior you call this. */
def context[M](using context: ActorContext[M]): ActorContext[M] = context

object ActorContext:
  private[brine] def of[M](cell: Cell[M]): ActorContext[M] = cell

  private[brine] def endSelf(cell: Cell[?]): Unit =
    val extension = cell.extend()
    if extension.mode != Mode.Terminating then extension.mode = Mode.Stopping

  private[brine] def isEnding(cell: Cell[?]): Boolean =
    val extension = cell.cellExtension
    extension != null && (extension.mode == Mode.Stopping || extension.mode == Mode.Terminating)

  extension [M](context: ActorContext[M])
    /** The address of this actor. */
    def self: ActorRef[M] = context.publicRef

    /** The system that this actor runs in. */
    def system: ActorSystem = context.cellDispatcher.system.asInstanceOf[ActorSystem]

    // ---------------------------------------------------------------------------------------
    // Children
    // ---------------------------------------------------------------------------------------

    /** Spawns a child. The child stops before this actor does. This actor receives its failures as
      * [[Signal.ChildFailed]].
      *
      * @throws IllegalStateException
      *   when this actor is stopping, or on another thread
      */
    def spawn[N](behavior: Behavior[N], options: ActorOptions): ActorRef[N] =
      adopt(context, Spawner.cellOf(behavior, restartable(context, options)), options)

    /** Spawns a child with default options. */
    def spawn[N](behavior: Behavior[N]): ActorRef[N] =
      adopt(context, Spawner.cellOf(behavior, restartable(context, null)), null)

    /** Spawns a child that is a class. Evaluates `actor` now, and again for each restart. */
    def spawn[N](actor: => Actor[N], options: ActorOptions): ActorRef[N] =
      adopt(context, Spawner.cellOf(() => actor, restartable(context, options)), options)

    /** Spawns a child that is a class, with default options. */
    def spawn[N](actor: => Actor[N]): ActorRef[N] =
      if restartable(context, null) then adopt(context, Spawner.cellOf(() => actor, true), null)
      else adopt(context, actor, null)

    /** The children that have not stopped, newest first. */
    def children: List[ActorRef[?]] =
      check(context)
      val extension = context.cellExtension
      if extension == null then Nil else extension.childRefs

    /** Stops a child, or this actor itself. Messages that wait for it become dead letters. Does nothing if it has
      * stopped already.
      *
      * @throws IllegalArgumentException
      *   when `ref` is neither: to stop another actor, send it a message of its protocol. Also when it is the address
      *   of a reply, which is no actor
      */
    def stop(ref: ActorRef[?]): Unit =
      check(context)
      Stopping.check(ref)
      val cell = ref.targetCell
      if cell eq context then endSelf(context)
      else if cell.parentCell eq context then Termination.request(cell)
      else
        throw IllegalArgumentException(
          s"$context cannot stop $ref, which is not its child: send it a message that asks it to stop"
        )

    /** Stops a child, or this actor itself, once it has handled the messages that wait for it now. Its stashed messages
      * become dead letters.
      *
      * @return
      *   completes when the actor has stopped, also if it had before; fails with a
      *   `java.util.concurrent.TimeoutException` if `timeout` passes first, and then the actor still stops
      * @throws IllegalArgumentException
      *   when `ref` is neither
      */
    def gracefulStop(ref: ActorRef[?], timeout: FiniteDuration): Future[Unit] =
      check(context)
      Stopping.check(ref)
      val cell = ref.targetCell
      if (cell ne context) && (cell.parentCell ne context) then
        throw IllegalArgumentException(
          s"$context cannot stop $ref, which is not its child: send it a message that asks it to stop"
        )
      StopWatch.graceful(ref, timeout)

    /** Reports `message` as a dead letter that this actor does not handle, as [[Behavior.unhandled]] does for
      * behaviors.
      */
    def unhandled(message: M): Unit = DeadLetters.report(context, message, DeadLetterReason.Unhandled)

    /** Stops this actor once its handler has returned. */
    def stopSelf(): Unit =
      val _ = own(context)
      endSelf(context)

    // ---------------------------------------------------------------------------------------
    // Watching
    // ---------------------------------------------------------------------------------------

    /** Makes this actor receive one [[Signal.Terminated]] when `ref` stops, or at once if it has already stopped.
      *
      * The address of a reply, or of a gather, ends when its future completes. The cause is then the failure of the
      * future; none if it has its value.
      */
    def watch(ref: ActorRef[?]): Unit =
      val extension = own(context)
      WatchMessages.cancel(extension, WatchMessages.keyOf(ref))
      if extension.watching == null then extension.watching = java.util.LinkedHashSet()
      val target = ref.targetCell
      if ref.refEnding != null then
        if extension.watching.add(ref) then
          ref.refEnding.onComplete(result => context.watchedEnded(ref, result.fold(identity, _ => null)))(using
            ExecutionContext.parasitic
          )
      else if extension.watching.add(target.publicRef) && !target.signal(SystemSignal.Watch(context)) then
        val ended = target.cellExtension
        context.cellDispatcher.system.refused(target)
        context.watchedEnded(target.publicRef, if ended == null then null else ended.cause)

    /** Makes this actor receive `message` when `ref` stops, in place of a [[Signal.Terminated]].
      *
      * Unlike that signal, the message comes after all messages that wait already, so after the last ones of the actor
      * that stopped. It does not count toward the bound of a mailbox. Each call of this method or of [[watch]] for
      * `ref` replaces the one before.
      */
    def watchWith(ref: ActorRef[?], message: M): Unit =
      context.watch(ref)
      val extension = context.extend()
      if extension.watchMessages == null then extension.watchMessages = WatchMessages()
      extension.watchMessages.put(WatchMessages.keyOf(ref), message)

    /** Undoes [[watch]] and [[watchWith]]: neither signal nor message arrives any more, even if it is in transit. */
    def unwatch(ref: ActorRef[?]): Unit =
      check(context)
      val extension = context.cellExtension
      WatchMessages.cancel(extension, WatchMessages.keyOf(ref))
      if extension != null && extension.watching != null then
        if ref.refEnding != null then extension.watching.remove(ref): Unit
        else
          val target = ref.targetCell
          if extension.watching.remove(target.publicRef) then target.signal(SystemSignal.Unwatch(context)): Unit

    // ---------------------------------------------------------------------------------------
    // Timers. A key has one timer: starting another cancels the first.
    // ---------------------------------------------------------------------------------------

    /** Sends this actor `message` once, after `delay`. The resolution is 1 ms; a timer is never early. */
    def startTimer(key: Any, message: M, delay: FiniteDuration): Unit =
      start(context, ActorTimer(context, key, message, 0L, fixedRate = false), delay)

    /** Sends this actor `message` after `delay`, and again `delay` after each time it was handled. */
    def startTimerWithFixedDelay(key: Any, message: M, delay: FiniteDuration): Unit =
      start(context, ActorTimer(context, key, message, period(delay), fixedRate = false), delay)

    /** Sends this actor `message` every `interval`. Skips turns that were missed, for example during a long handler. */
    def startTimerAtFixedRate(key: Any, message: M, interval: FiniteDuration): Unit =
      start(context, ActorTimer(context, key, message, period(interval), fixedRate = true), interval)

    /** Cancels the timer with this key: its message is not delivered any more, even if it waits in the mailbox already.
      *
      * @return
      *   false if there is no such timer
      */
    def cancelTimer(key: Any): Boolean =
      check(context)
      val extension = context.cellExtension
      extension != null && extension.timers != null && extension.timers.cancel(key)

    /** Whether a timer with this key is set: neither canceled, nor fired for the last time. */
    def isTimerActive(key: Any): Boolean =
      check(context)
      val extension = context.cellExtension
      extension != null && extension.timers != null && extension.timers.isActive(key)

    /** Sends this actor `message` when it has handled no message for `duration`, and again after each further
      * `duration` without one.
      *
      * Replaces an earlier receive timeout. Ends when the actor stops or restarts. Never early. Costs one reading of
      * the clock per message, and no timer per message.
      *
      * @throws IllegalArgumentException
      *   when `duration` is not above zero
      */
    def setReceiveTimeout(duration: FiniteDuration, message: M): Unit =
      val nanos     = period(duration)
      val extension = own(context)
      if extension.receiveTimeout != null then extension.receiveTimeout.cancel()
      extension.receiveTimeout = ReceiveTimeout(context, message, nanos)
      context.receiveTimeoutChanged()
      extension.receiveTimeout.start()

    /** Removes the receive timeout: its message is not delivered any more, even if it waits already. Does nothing if
      * none is set.
      */
    def cancelReceiveTimeout(): Unit =
      check(context)
      val extension = context.cellExtension
      if extension != null && extension.receiveTimeout != null then
        extension.receiveTimeout.cancel()
        extension.receiveTimeout = null
        context.receiveTimeoutChanged()

    // ---------------------------------------------------------------------------------------
    // Stash
    // ---------------------------------------------------------------------------------------

    /** Puts a message aside until [[unstashAll]].
      *
      * @throws StashFullException
      *   when [[ActorOptions.stashCapacity]] messages are stashed already
      * @throws NullPointerException
      *   when `message` is null
      */
    def stash(message: M): Unit =
      val _ = own(context)
      Stashing.stash(context, message)

    /** Handles the stashed messages next, in the order in which they were stashed, before all waiting messages. */
    def unstashAll(): Unit =
      val _ = own(context)
      Stashing.replay(context)

    /** The number of stashed messages. */
    def stashSize: Int =
      check(context)
      val extension = context.cellExtension
      if extension == null || extension.stash == null then 0 else extension.stash.size

    // ---------------------------------------------------------------------------------------
    // Futures
    // ---------------------------------------------------------------------------------------

    /** Handles no message until `future` completes, and then runs `continuation` in this actor.
      *
      * Messages wait in the mailbox: none is stashed, and no thread waits. Signals are still handled.
      *
      * @throws IllegalStateException
      *   when the actor is suspended already, or on another thread
      */
    def suspendUntil[A](future: Future[A])(continuation: Try[A] => Behavior[M] | Unit): Unit =
      val extension = own(context)
      if extension.continuation != null then
        throw IllegalStateException(s"$context is suspended already: suspend again in the continuation instead")
      if extension.mode == Mode.Running || extension.mode == Mode.Replaying then
        var result: Try[A] = null
        val continue       = SystemSignal.Continue(() => resumed(context, continuation(result)))
        // First, for a future may throw: then the actor has failed, and is not suspended. The signal is handled after
        // the handler, also if the future has completed already.
        future.onComplete { done =>
          result = done
          val _ = context.signal(continue)
        }(using ExecutionContext.parasitic)
        extension.continuation = continue
        extension.mode = Mode.Waiting

    /** Handles a message made from the result of `future` when that completes.
      *
      * `message` runs in this actor, directly before the handler of the message it returns. So it may use the actor's
      * state, and an exception that it throws is a failure of the actor. The result waits in the mailbox like a
      * message. Like a timer, it does not count toward the bound of a mailbox. If the actor has stopped by then,
      * `message` does not run, and the result, a `Try`, becomes a dead letter.
      *
      * @param message
      *   makes the message from the result of the future
      */
    def pipeToSelf[A](future: Future[A])(message: Try[A] => M): Unit =
      val make = message.asInstanceOf[Try[Any] => Any]
      future.onComplete(result => pipe(context, result, make))(using ExecutionContext.parasitic)

    /** Asks another actor, and handles a message made from the reply.
      *
      * @param request
      *   makes the request from the address to reply to; runs at once
      * @param message
      *   makes the message from the reply, or from the failure of the ask; runs in this actor, see [[pipeToSelf]]
      */
    def ask[N, R](target: ActorRef[N], request: ActorRef[R] => N, timeout: FiniteDuration)(message: Try[R] => M): Unit =
      context.pipeToSelf(Asking.ask(target, request, timeout))(message)

    // ---------------------------------------------------------------------------------------
    // Logging
    // ---------------------------------------------------------------------------------------

    /** The platform's logger, which puts the identity of this actor before each message. */
    def log: ActorLog = ActorLog(context)

  // A child may also restart because of its siblings.
  private def restartable(context: Cell[?], options: ActorOptions): Boolean =
    Spawner.restartable(options) || {
      val extension = context.cellExtension
      extension != null && extension.options != null && extension.options.siblings != SiblingStrategy.OneForOne
    }

  /** The extension, for operations that change the actor. */
  private def own(context: Cell[?]): Extension =
    check(context)
    context.extend()

  /** Refuses all threads but the one that runs the actor. */
  private def check(context: Cell[?]): Unit =
    if !context.cellDispatcher.runsHere(context) then
      throw IllegalStateException(
        s"the context of $context was used outside of its handlers, on ${Thread.currentThread.getName}: " +
          "send the actor a message instead, or use pipeToSelf or suspendUntil for futures"
      )

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

  // An exception thrown where a future completes would be lost.
  private def pipe(context: Cell[?], result: Try[Any], make: Try[Any] => Any): Unit =
    try context.post(PipedNode(result, make))
    catch case failure: Throwable => context.cellDispatcher.system.failed(context, null, failure, Directive.Resume)

  private def start(context: Cell[?], timer: ActorTimer, delay: FiniteDuration): Unit =
    StackProbe.require() // or a timer could count as set that is not
    val extension = own(context)
    if extension.timers == null then extension.timers = ActorTimers()
    extension.timers.start(timer, Math.max(0L, delay.toNanos))

  private def period(duration: FiniteDuration): Long =
    require(duration.toNanos > 0, s"a period of $duration: it must be above zero")
    duration.toNanos

  private def resumed(context: Cell[?], result: Any): Any = context match
    case cell: BehaviorCell[?] => cell.become(result)
    case _                     =>
      if result.asInstanceOf[AnyRef] eq Behavior.Stopped then endSelf(context)
