package brine.actor

import scala.concurrent.duration.FiniteDuration
import scala.concurrent.Future
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

  private def operations: ContextOperations = RuntimeLink.LIVE.contexts

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
      operations.spawn(context, behavior, options)

    /** Spawns a child with default options. */
    def spawn[N](behavior: Behavior[N]): ActorRef[N] = operations.spawn(context, behavior, null)

    /** Spawns a child that is a class. Evaluates `actor` now, and again for each restart. */
    def spawn[N](actor: => Actor[N], options: ActorOptions): ActorRef[N] =
      operations.spawn(context, () => actor, options)

    /** Spawns a child that is a class, with default options. */
    def spawn[N](actor: => Actor[N]): ActorRef[N] =
      if operations.mayRestart(context) then operations.spawn(context, () => actor, null)
      else operations.adopt(context, actor)

    /** The children that have not stopped, newest first. */
    def children: List[ActorRef[?]] = operations.children(context)

    /** Stops a child, or this actor itself. Messages that wait for it become dead letters. Does nothing if it has
      * stopped already.
      *
      * @throws IllegalArgumentException
      *   when `ref` is neither: to stop another actor, send it a message of its protocol. Also when it is the address
      *   of a reply, which is no actor
      */
    def stop(ref: ActorRef[?]): Unit = operations.stop(context, ref)

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
      operations.gracefulStop(context, ref, timeout)

    /** Reports `message` as a dead letter that this actor does not handle, as [[Behavior.unhandled]] does for
      * behaviors.
      */
    def unhandled(message: M): Unit = DeadLetters.report(context, message, DeadLetterReason.Unhandled)

    /** Stops this actor once its handler has returned. */
    def stopSelf(): Unit = operations.stopSelf(context)

    // ---------------------------------------------------------------------------------------
    // Watching
    // ---------------------------------------------------------------------------------------

    /** Makes this actor receive one [[Signal.Terminated]] when `ref` stops, or at once if it has already stopped.
      *
      * The address of a reply, or of a gather, ends when its future completes. The cause is then the failure of the
      * future; none if it has its value.
      */
    def watch(ref: ActorRef[?]): Unit = operations.watch(context, ref)

    /** Makes this actor receive `message` when `ref` stops, in place of a [[Signal.Terminated]].
      *
      * Unlike that signal, the message comes after all messages that wait already, so after the last ones of the actor
      * that stopped. It does not count toward the bound of a mailbox. Each call of this method or of [[watch]] for
      * `ref` replaces the one before.
      */
    def watchWith(ref: ActorRef[?], message: M): Unit = operations.watchWith(context, ref, message)

    /** Undoes [[watch]] and [[watchWith]]: neither signal nor message arrives any more, even if it is in transit. */
    def unwatch(ref: ActorRef[?]): Unit = operations.unwatch(context, ref)

    // ---------------------------------------------------------------------------------------
    // Timers. A key has one timer: starting another cancels the first.
    // ---------------------------------------------------------------------------------------

    /** Sends this actor `message` once, after `delay`. The resolution is 1 ms; a timer is never early. */
    def startTimer(key: Any, message: M, delay: FiniteDuration): Unit =
      operations.startTimer(context, key, message, delay)

    /** Sends this actor `message` after `delay`, and again `delay` after each time it was handled. */
    def startTimerWithFixedDelay(key: Any, message: M, delay: FiniteDuration): Unit =
      operations.startTimerWithFixedDelay(context, key, message, delay)

    /** Sends this actor `message` every `interval`. Skips turns that were missed, for example during a long handler. */
    def startTimerAtFixedRate(key: Any, message: M, interval: FiniteDuration): Unit =
      operations.startTimerAtFixedRate(context, key, message, interval)

    /** Cancels the timer with this key: its message is not delivered any more, even if it waits in the mailbox already.
      *
      * @return
      *   false if there is no such timer
      */
    def cancelTimer(key: Any): Boolean = operations.cancelTimer(context, key)

    /** Whether a timer with this key is set: neither canceled, nor fired for the last time. */
    def isTimerActive(key: Any): Boolean = operations.isTimerActive(context, key)

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
      operations.setReceiveTimeout(context, duration, message)

    /** Removes the receive timeout: its message is not delivered any more, even if it waits already. Does nothing if
      * none is set.
      */
    def cancelReceiveTimeout(): Unit = operations.cancelReceiveTimeout(context)

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
    def stash(message: M): Unit = operations.stash(context, message)

    /** Handles the stashed messages next, in the order in which they were stashed, before all waiting messages. */
    def unstashAll(): Unit = operations.unstashAll(context)

    /** The number of stashed messages. */
    def stashSize: Int = operations.stashSize(context)

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
      operations.suspendUntil(context, future, continuation)

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
      operations.pipeToSelf(context, future, message)

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
