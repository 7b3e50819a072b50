package brine.actor.javaapi

import brine.actor.{ActorListener, ActorRef, DeadLetter, Directive}
import scala.concurrent.duration.FiniteDuration
import scala.jdk.DurationConverters.*
import scala.jdk.OptionConverters.*

/** Passes the events of a system to a listener written in Java. */
private[javaapi] final class JavaListener(listener: JavaActorListener) extends ActorListener:
  override def onSpawn(ref: ActorRef[?]): Unit = listener.onSpawn(ref)

  override def onStop(ref: ActorRef[?], cause: Option[Throwable]): Unit = listener.onStop(ref, cause.toJava)

  override def onFailure(ref: ActorRef[?], cause: Throwable, directive: Directive): Unit =
    listener.onFailure(ref, cause, directive)

  override def onDeadLetter(letter: DeadLetter): Unit = listener.onDeadLetter(letter)

  override def onSlowHandler(ref: ActorRef[?], message: Option[Class[?]], age: FiniteDuration): Unit =
    listener.onSlowHandler(ref, message.toJava, age.toJava)

  override def onMailboxHighWater(ref: ActorRef[?], length: Int): Unit = listener.onMailboxHighWater(ref, length)

  override def onHandled(ref: ActorRef[?], message: Class[?], queuedNanos: Long, handlerNanos: Long): Unit =
    listener.onHandled(ref, message, queuedNanos, handlerNanos)
