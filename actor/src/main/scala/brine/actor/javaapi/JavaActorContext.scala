package brine.actor.javaapi

import brine.actor.{ActorContext, ActorOptions, ActorRef}
import java.time.Duration
import java.util.List as JavaList
import java.util.concurrent.{CompletableFuture, CompletionStage}
import java.util.function.{BiConsumer, BiFunction, Function, Supplier}
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** The operations of an actor written in Java, for use in its own methods: [[brine.actor.ActorContext]] with Java's
  * types.
  *
  * Operations that change the actor throw an `IllegalStateException` on another thread, for example in the callback of
  * a future.
  */
final class JavaActorContext[M] private[javaapi] (cell: JavaCell[M]):
  private def own: ActorContext[M] = cell.scalaContext

  /** The address of this actor. */
  def self: ActorRef[M] = own.self

  /** The system that this actor runs in. */
  def system: JavaActorSystem = JavaActorSystem.of(own.system)

  /** Writes to the log, with the identity of this actor. */
  def log: JavaActorLog = JavaActorLog(own.log)

  // -------------------------------------------------------------------------------------------
  // Children
  // -------------------------------------------------------------------------------------------

  /** Spawns a child, which stops before this actor does. This actor gets its failures in `onChildFailed`. Calls
    * `factory` now, and again for each restart.
    *
    * @throws java.lang.IllegalStateException
    *   when this actor is stopping, or on another thread
    */
  def spawn[N](factory: Supplier[? <: JavaActor[N]]): ActorRef[N] = own.spawn[N](JavaCell.of(factory))

  /** Spawns a child with options. Calls `factory` now, and again for each restart. */
  def spawn[N](factory: Supplier[? <: JavaActor[N]], options: ActorOptions): ActorRef[N] =
    own.spawn[N](JavaCell.of(factory), options)

  /** Spawns a child: a lambda, or one object, which continues after a restart. */
  def spawn[N](actor: JavaActor[N]): ActorRef[N] = own.spawn[N](JavaCell(actor))

  /** Spawns a child with options: a lambda, or one object, which continues after a restart. */
  def spawn[N](actor: JavaActor[N], options: ActorOptions): ActorRef[N] = own.spawn[N](JavaCell(actor), options)

  /** The children that have not stopped, newest first. */
  def children: JavaList[ActorRef[?]] = own.children.asJava

  /** Stops a child, or this actor itself. Messages that wait for it become dead letters. Does nothing if it has stopped
    * already.
    *
    * @throws java.lang.IllegalArgumentException
    *   when `ref` is neither: to stop another actor, send it a message of its protocol. Also for the address of a
    *   reply, which is no actor
    */
  def stop(ref: ActorRef[?]): Unit = own.stop(ref)

  /** Stops a child, or this actor itself, once it has handled the messages that wait for it now.
    *
    * @return
    *   completes when the actor has stopped; fails with a `java.util.concurrent.TimeoutException` if `timeout` passes
    *   first, and then the actor still stops
    * @throws java.lang.IllegalArgumentException
    *   when `ref` is neither
    */
  def gracefulStop(ref: ActorRef[?], timeout: Duration): CompletableFuture[Void] =
    Stages.done(own.gracefulStop(ref, Durations.toScala(timeout)))

  /** Stops this actor once its handler has returned. */
  def stopSelf(): Unit = own.stopSelf()

  /** Reports `message` as a dead letter that this actor does not handle. */
  def unhandled(message: M): Unit = own.unhandled(message)

  // -------------------------------------------------------------------------------------------
  // Watching
  // -------------------------------------------------------------------------------------------

  /** Makes this actor get one `onTerminated` when `ref` stops, or at once if it has already stopped. The address of a
    * reply stops when its ask completes.
    */
  def watch(ref: ActorRef[?]): Unit = own.watch(ref)

  /** Makes this actor receive `message` when `ref` stops, in place of `onTerminated`. The message comes after all that
    * wait already. Each call of this method or of [[watch]] for `ref` replaces the one before.
    */
  def watchWith(ref: ActorRef[?], message: M): Unit = own.watchWith(ref, message)

  /** Undoes [[watch]] and [[watchWith]]. */
  def unwatch(ref: ActorRef[?]): Unit = own.unwatch(ref)

  // -------------------------------------------------------------------------------------------
  // Timers. A key has one timer: starting another cancels the first.
  // -------------------------------------------------------------------------------------------

  /** Sends this actor `message` once, after `delay`. The resolution is 1 ms; a timer is never early. */
  def startTimer(key: Any, message: M, delay: Duration): Unit = own.startTimer(key, message, Durations.toScala(delay))

  /** Sends this actor `message` after `delay`, and again `delay` after each time it was handled. */
  def startTimerWithFixedDelay(key: Any, message: M, delay: Duration): Unit =
    own.startTimerWithFixedDelay(key, message, Durations.toScala(delay))

  /** Sends this actor `message` every `interval`. Skips turns that were missed, for example during a long handler. */
  def startTimerAtFixedRate(key: Any, message: M, interval: Duration): Unit =
    own.startTimerAtFixedRate(key, message, Durations.toScala(interval))

  /** Cancels the timer with this key: its message is not delivered any more, even if it waits in the mailbox already.
    *
    * @return
    *   false if there is no such timer
    */
  def cancelTimer(key: Any): Boolean = own.cancelTimer(key)

  /** Whether a timer with this key is set: neither canceled, nor fired for the last time. */
  def isTimerActive(key: Any): Boolean = own.isTimerActive(key)

  /** Sends this actor `message` when it has handled no message for `duration`, and again after each further `duration`
    * without one. Replaces an earlier receive timeout.
    */
  def setReceiveTimeout(duration: Duration, message: M): Unit =
    own.setReceiveTimeout(Durations.toScala(duration), message)

  /** Removes the receive timeout. Does nothing if none is set. */
  def cancelReceiveTimeout(): Unit = own.cancelReceiveTimeout()

  // -------------------------------------------------------------------------------------------
  // Stash
  // -------------------------------------------------------------------------------------------

  /** Puts a message aside until [[unstashAll]].
    *
    * @throws brine.actor.StashFullException
    *   when `stashCapacity` messages are stashed already
    */
  def stash(message: M): Unit = own.stash(message)

  /** Handles the stashed messages next, in the order in which they were stashed, before all waiting messages. */
  def unstashAll(): Unit = own.unstashAll()

  /** The number of stashed messages. */
  def stashSize: Int = own.stashSize

  // -------------------------------------------------------------------------------------------
  // Futures. Functions get the value and null, or null and the failure.
  // -------------------------------------------------------------------------------------------

  /** Handles a message made from the result of `stage` when that completes.
    *
    * `message` runs in this actor, directly before the message that it returns is handled. So it may use the actor's
    * state, and an exception that it throws is a failure of the actor. If the actor has stopped by then, `message` does
    * not run, and the result becomes a dead letter.
    *
    * @param message
    *   makes the message from the value and null, or from null and the failure
    */
  def pipeToSelf[A](stage: CompletionStage[A], message: BiFunction[? >: A, ? >: Throwable, ? <: M]): Unit =
    own.pipeToSelf(Stages.toScala[A](stage))(Stages.both[A, M](message))

  /** Asks another actor, and handles a message made from the reply.
    *
    * @param request
    *   makes the request from the address to reply to; runs at once
    * @param message
    *   makes the message from the reply and null, or from null and the failure of the ask; runs in this actor, see
    *   [[pipeToSelf]]
    */
  def ask[N, R](
      target: ActorRef[N],
      request: Function[ActorRef[R], ? <: N],
      timeout: Duration,
      message: BiFunction[? >: R, ? >: Throwable, ? <: M]
  ): Unit =
    own.ask[N, R](target, replyTo => request(replyTo), Durations.toScala(timeout))(Stages.both[R, M](message))

  /** Handles no message until `stage` completes, and then runs `continuation` in this actor. Messages wait in the
    * mailbox, and no thread waits. Signals are still handled.
    *
    * @param continuation
    *   gets the value and null, or null and the failure
    * @throws java.lang.IllegalStateException
    *   when the actor is suspended already, or on another thread
    */
  def suspendUntil[A](stage: CompletionStage[A], continuation: BiConsumer[? >: A, ? >: Throwable]): Unit =
    own.suspendUntil(Stages.toScala[A](stage)): (result: Try[A]) =>
      Stages.both[A, Unit]((value, failure) => continuation.accept(value, failure))(result)

  override def toString: String = s"the context of ${own.self}"
