package brine.actor

import brine.actor.internal.*
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}
import scala.util.Try

/** What an actor can do, from within its own handlers. On another thread, in the callback of a future say, what would change the actor
  * throws an `IllegalStateException`.
  *
  * It is the actor itself under another type and takes no memory.
  */
opaque type ActorContext[M] = Cell[M]

/** The context of the actor whose behavior this is in. */
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
    /** This actor's address. */
    def self: ActorRef[M] = context.publicRef

    def system: ActorSystem = context.cellDispatcher.system.asInstanceOf[ActorSystem]

    // ---------------------------------------------------------------------------------------
    // Children
    // ---------------------------------------------------------------------------------------

    /** Makes a child: it ends before this actor does, and its failures are told by [[Signal.ChildFailed]].
      *
      * @throws IllegalStateException
      *   when this actor is ending
      */
    def spawn[N](behavior: Behavior[N], options: ActorOptions): ActorRef[N] =
      adopt(context, Spawner.cellOf(behavior, restartable(context, options)), options)
    def spawn[N](behavior: Behavior[N]): ActorRef[N] =
      adopt(context, Spawner.cellOf(behavior, restartable(context, null)), null)

    /** As above, for a class. `actor` is evaluated now, and once more for each restart. */
    def spawn[N](actor: => Actor[N], options: ActorOptions): ActorRef[N] =
      adopt(context, Spawner.cellOf(() => actor, restartable(context, options)), options)
    def spawn[N](actor: => Actor[N]): ActorRef[N] =
      if restartable(context, null) then adopt(context, Spawner.cellOf(() => actor, true), null)
      else adopt(context, actor, null)

    /** The children that have not ended, the newest first. */
    def children: List[ActorRef[?]] =
      val extension = context.cellExtension
      if extension == null then Nil else extension.childRefs

    /** Ends a child, or this actor itself. What waits for it goes to the dead letters. No effect on one that has ended.
      *
      * @throws IllegalArgumentException
      *   when `ref` is neither: ask other actors to stop by a message of their protocol
      */
    def stop(ref: ActorRef[?]): Unit =
      val cell = ref.targetCell
      if cell eq context then endSelf(context)
      else if cell.parentCell eq context then
        val _ = cell.signal(SystemSignal.Stop())
      else
        throw IllegalArgumentException(
          s"$context cannot stop $ref, which is not its child: send it a message that asks it to stop"
        )

    /** Reports a message this actor does not want as a dead letter, as [[Behavior.unhandled]] does for behaviors. */
    def unhandled(message: M): Unit = DeadLetters.report(context, message, DeadLetter.Reason.Unhandled)

    /** Ends this actor once its handler has returned. */
    def stopSelf(): Unit =
      val _ = own(context)
      endSelf(context)

    // ---------------------------------------------------------------------------------------
    // Watching
    // ---------------------------------------------------------------------------------------

    /** Asks for one [[Signal.Terminated]] when `ref` ends, at once if it has. */
    def watch(ref: ActorRef[?]): Unit =
      val extension = own(context)
      val target    = ref.targetCell
      if extension.watching == null then extension.watching = java.util.LinkedHashSet()
      if extension.watching.add(target.publicRef) && !target.signal(SystemSignal.Watch(context)) then
        val ended = target.cellExtension
        context.cellDispatcher.system.refused(target)
        context.watchedEnded(target.publicRef, if ended == null then null else ended.cause)

    /** Takes it back: no [[Signal.Terminated]] comes any more, not even one that was on its way. */
    def unwatch(ref: ActorRef[?]): Unit =
      val extension = context.cellExtension
      val target    = ref.targetCell
      if extension != null && extension.watching != null && extension.watching.remove(target.publicRef) then
        val _ = target.signal(SystemSignal.Unwatch(context))

    // ---------------------------------------------------------------------------------------
    // Timers. A key has one timer: starting another cancels the first.
    // ---------------------------------------------------------------------------------------

    /** Sends this actor `message` after `delay`. Resolution: 1 ms, never early. */
    def startTimer(key: Any, message: M, delay: FiniteDuration): Unit =
      start(context, ActorTimer(context, key, message, 0L, fixedRate = false), delay)

    /** Sends `message` after `delay`, and again `delay` after it was handled. */
    def startTimerWithFixedDelay(key: Any, message: M, delay: FiniteDuration): Unit =
      start(context, ActorTimer(context, key, message, period(delay), fixedRate = false), delay)

    /** Sends `message` every `interval`. Turns that were missed, in a long handler say, are left out. */
    def startTimerAtFixedRate(key: Any, message: M, interval: FiniteDuration): Unit =
      start(context, ActorTimer(context, key, message, period(interval), fixedRate = true), interval)

    /** From here on its message does not come any more, even if it was on its way. False when there is no such timer. */
    def cancelTimer(key: Any): Boolean =
      val extension = context.cellExtension
      extension != null && extension.timers != null && extension.timers.cancel(key)

    def isTimerActive(key: Any): Boolean =
      val extension = context.cellExtension
      extension != null && extension.timers != null && extension.timers.isActive(key)

    /** Sends this actor `message` when it has handled none for `duration`, and again each time it has been as long without any. One set
      * before is no more. Ends with the actor, and when it begins anew. Never early; costs a look at the clock for each message, and no
      * timer.
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

    /** Takes it back: no such message comes any more, not even one that was on its way. No effect when none is set. */
    def cancelReceiveTimeout(): Unit =
      val extension = context.cellExtension
      if extension != null && extension.receiveTimeout != null then
        extension.receiveTimeout.cancel()
        extension.receiveTimeout = null
        context.receiveTimeoutChanged()

    // ---------------------------------------------------------------------------------------
    // Stash
    // ---------------------------------------------------------------------------------------

    /** Puts a message aside.
      *
      * @throws StashFullException
      *   when [[ActorOptions.stashCapacity]] messages are there
      */
    def stash(message: M): Unit =
      val _ = own(context)
      Stashing.stash(context, message)

    /** What is stashed is handled next, in the order it was stashed, before all that waits. */
    def unstashAll(): Unit =
      val _ = own(context)
      Stashing.replay(context)

    def stashSize: Int =
      val extension = context.cellExtension
      if extension == null || extension.stash == null then 0 else extension.stash.size

    // ---------------------------------------------------------------------------------------
    // Futures
    // ---------------------------------------------------------------------------------------

    /** Handles no message until `future` is complete, and then goes on with `continuation`, in the actor. Messages wait in the mailbox;
      * nothing is stashed, and no thread waits. Signals are still handled.
      *
      * @throws IllegalStateException
      *   when it waits already
      */
    def suspendUntil[A](future: Future[A])(continuation: Try[A] => Behavior[M] | Unit): Unit =
      val extension = own(context)
      if extension.continuation != null then throw IllegalStateException(s"$context waits for something else already")
      if extension.mode == Mode.Running || extension.mode == Mode.Replaying then
        var result: Try[A] = null
        val continue       = SystemSignal.Continue(() => resumed(context, continuation(result)))
        extension.continuation = continue
        extension.mode = Mode.Waiting
        future.onComplete { done =>
          result = done
          val _ = context.signal(continue)
        }(using ExecutionContext.parasitic)

    /** Sends this actor what `message` makes of the result of `future`. */
    def pipeToSelf[A](future: Future[A])(message: Try[A] => M): Unit =
      val self = context.publicRef
      future.onComplete(result => self ! message(result))(using ExecutionContext.parasitic)

    /** Asks another actor, and sends this one what `message` makes of the answer. */
    def ask[N, R](target: ActorRef[N], request: ActorRef[R] => N, timeout: FiniteDuration)(message: Try[R] => M): Unit =
      context.pipeToSelf(target.ask(request, timeout))(message)

    // ---------------------------------------------------------------------------------------
    // Logging
    // ---------------------------------------------------------------------------------------

    /** The platform's logger, with the actor's identity before each message. */
    def log: ActorLog = ActorLog(context)

  // A child may begin anew by what becomes of its siblings, too.
  private def restartable(context: Cell[?], options: ActorOptions): Boolean =
    Spawner.restartable(options) || {
      val extension = context.cellExtension
      extension != null && extension.options != null && extension.options.siblings != SiblingStrategy.OneForOne
    }

  /** For what changes the actor: the extension, which other threads must leave alone. */
  private def own(context: Cell[?]): Extension =
    if !context.cellDispatcher.runsHere(context) then
      throw IllegalStateException(
        s"the context of $context was used outside of its handlers, on ${Thread.currentThread.getName}: " +
          "send the actor a message instead, or use pipeToSelf or suspendUntil for futures"
      )
    context.extend()

  private def adopt[N](context: Cell[?], cell: Cell[N], options: ActorOptions): ActorRef[N] =
    val extension = own(context)
    if extension.mode == Mode.Stopping || extension.mode == Mode.Terminating then
      throw IllegalStateException(s"$context is ending and cannot have children any more")
    val system = context.cellDispatcher.system
    Spawner.prepare(cell, options, system)
    cell.parentCell = context
    extension.link(cell)
    if extension.mode == Mode.Restarting then extension.stopCursor = cell // it ends before this actor begins anew
    Spawner.launch(cell, system)

  private def start(context: Cell[?], timer: ActorTimer, delay: FiniteDuration): Unit =
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
