package brine.actor.javaapi

import brine.actor.{ActorRef, ActorTest, Behavior, DeadLetter, DeadLetterReason, Directive}
import java.time.Duration
import java.util.{ArrayList, Optional}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

class JavaListenerSuite extends ActorTest:
  import ActorTest.*

  test("each event reaches the listener, in Java's types"):
    withSystem: system =>
      val told = ArrayList[Any]()
      val java = new JavaActorListener:
        override def onSpawn(ref: ActorRef[?]): Unit                                           = told.add(ref): Unit
        override def onStop(ref: ActorRef[?], cause: Optional[Throwable]): Unit                = told.add(cause): Unit
        override def onFailure(ref: ActorRef[?], cause: Throwable, directive: Directive): Unit =
          told.add(cause -> directive): Unit
        override def onDeadLetter(letter: DeadLetter): Unit = told.add(letter): Unit
        override def onSlowHandler(ref: ActorRef[?], message: Optional[Class[?]], age: Duration): Unit =
          told.add(message -> age): Unit
        override def onMailboxHighWater(ref: ActorRef[?], length: Int): Unit = told.add(length): Unit
        override def onHandled(ref: ActorRef[?], message: Class[?], queuedNanos: Long, handlerNanos: Long): Unit =
          told.add((message, queuedNanos, handlerNanos)): Unit
      val listener = JavaListener(java)
      val ref      = system.spawn(Behavior.receive[Int](_ => ()))
      val boom     = Boom()
      val letter   = DeadLetter(1, ref, DeadLetterReason.Stopped)
      listener.onSpawn(ref)
      listener.onStop(ref, None)
      listener.onStop(ref, Some(boom))
      listener.onFailure(ref, boom, Directive.Resume)
      listener.onDeadLetter(letter)
      listener.onSlowHandler(ref, None, 3.millis)
      listener.onSlowHandler(ref, Some(classOf[String]), 3.millis)
      listener.onMailboxHighWater(ref, 7)
      listener.onHandled(ref, classOf[String], 1, 2)
      val age = Duration.ofMillis(3)
      assertEquals(
        told.asScala.toList,
        List(
          ref,
          Optional.empty,
          Optional.of(boom),
          boom -> Directive.Resume,
          letter,
          Optional.empty               -> age,
          Optional.of(classOf[String]) -> age,
          7,
          (classOf[String], 1L, 2L)
        )
      )
