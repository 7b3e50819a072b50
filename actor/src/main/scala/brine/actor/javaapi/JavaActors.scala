package brine.actor.javaapi

import brine.actor.{ActorListener, ActorRef, Asking}
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Function
import java.util.{Objects, Optional}
import scala.concurrent.ExecutionContext
import scala.jdk.OptionConverters.*

/** Asks, and listeners, for Java programs.
  *
  * {{{
  * CompletableFuture<Integer> count = JavaActors.ask(counter, Get::new, Duration.ofSeconds(1));
  * }}}
  */
object JavaActors:
  /** Sends a request and returns a future of the reply, which fails as that of [[brine.actor.ActorRef.ask]] does: with
    * an `AskTimeoutException`, `ActorStoppedException`, `ActorFailedException` or `MailboxFullException`.
    *
    * The thread that replies completes the future, so what depends on it must be fast, or run on an executor of its own
    * (`thenApplyAsync`).
    *
    * @param request
    *   makes the request from the address to reply to
    * @param timeout
    *   time after which the future fails
    */
  def ask[M, R](
      target: ActorRef[M],
      request: Function[ActorRef[R], ? <: M],
      timeout: Duration
  ): CompletableFuture[R] =
    Stages.toJava(Asking.ask[M, R](target, replyTo => request(replyTo), Durations.toScala(timeout)))

  /** Sends a request like [[ask]], and waits for the reply. On a virtual thread waiting costs no platform thread.
    *
    * @throws java.lang.IllegalStateException
    *   in an actor on a worker, which must not wait: give that actor `Dispatcher.Blocking`, or use
    *   [[JavaActorContext.ask]]
    * @throws java.lang.InterruptedException
    *   when the waiting thread is interrupted
    */
  @throws[InterruptedException]
  def askBlocking[M, R](target: ActorRef[M], request: Function[ActorRef[R], ? <: M], timeout: Duration): R =
    Asking.askBlocking[M, R](target, replyTo => request(replyTo), Durations.toScala(timeout))

  /** An address that takes another type of messages: `function` makes of each what `target` accepts. It runs in that
    * actor. See [[brine.actor.ActorRef.contramap]].
    */
  def contramap[M, B](target: ActorRef[M], function: Function[? >: B, ? <: M]): ActorRef[B] =
    Objects.requireNonNull(function, "function"): Unit
    target.contramap[B](message => function(message))

  /** Completes when an actor stops: with the failure that stopped it, if any. See [[brine.actor.ActorRef.whenStopped]].
    */
  def whenStopped(ref: ActorRef[?]): CompletableFuture[Optional[Throwable]] =
    Stages.toJava(ref.whenStopped.map(_.toJava)(using ExecutionContext.parasitic))

  /** Makes a listener for [[brine.actor.ActorSystemSettings.withListener]] of one written in Java. */
  def listener(listener: JavaActorListener): ActorListener =
    Objects.requireNonNull(listener, "listener"): Unit
    JavaListener(listener)
