package brine.actor.testkit

import brine.actor.{ActorRef, Directive}
import scala.concurrent.duration.FiniteDuration

/** Something that a behavior under a [[BehaviorProbe]] did besides computing. */
enum Effect:
  /** It sent a message to another actor. */
  case Sent(to: ActorRef[?], message: Any)

  /** It spawned a child, which never starts. */
  case Spawned(child: ActorRef[?])

  /** It told a child to stop. */
  case ChildStopped(child: ActorRef[?])

  /** It began to watch an actor. */
  case Watched(ref: ActorRef[?])

  /** It no longer watches an actor. */
  case Unwatched(ref: ActorRef[?])

  /** It started a timer.
    *
    * @param repeats
    *   whether the timer fires more than once
    */
  case TimerStarted(key: Any, message: Any, delay: FiniteDuration, repeats: Boolean)

  /** It canceled a timer. */
  case TimerCancelled(key: Any)

  /** It returned another behavior for the next message. */
  case BehaviorChanged

  /** Its handler threw. */
  case Failed(cause: Throwable, directive: Directive)

  /** The actor stopped. */
  case Stopped
