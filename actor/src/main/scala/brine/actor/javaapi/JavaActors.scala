package brine.actor.javaapi

import brine.actor.{ActorListener, ActorRef, DeadLetter, Directive}
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Function
import scala.concurrent.duration.FiniteDuration
import scala.jdk.DurationConverters.*
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
  ): CompletableFuture[R] = Stages.toJava(target.ask[R](replyTo => request(replyTo), Durations.toScala(timeout)))

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
    target.askBlocking[R](replyTo => request(replyTo), Durations.toScala(timeout))

  /** Makes a listener for [[brine.actor.ActorSystemSettings.withListener]] of one written in Java. */
  def listener(listener: JavaActorListener): ActorListener = new ActorListener:
    override def onSpawn(ref: ActorRef[?]): Unit = listener.onSpawn(ref)

    override def onStop(ref: ActorRef[?], cause: Option[Throwable]): Unit = listener.onStop(ref, cause.toJava)

    override def onFailure(ref: ActorRef[?], cause: Throwable, directive: Directive): Unit =
      listener.onFailure(ref, cause, directive)

    override def onDeadLetter(letter: DeadLetter): Unit = listener.onDeadLetter(letter)

    override def onSlowHandler(ref: ActorRef[?], message: Option[Class[?]], age: FiniteDuration): Unit =
      listener.onSlowHandler(ref, message.toJava, age.toJava)

    override def onMailboxHighWater(ref: ActorRef[?], length: Int): Unit = listener.onMailboxHighWater(ref, length)
