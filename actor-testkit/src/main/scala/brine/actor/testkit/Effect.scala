package brine.actor.testkit

import brine.actor.{ActorRef, Directive}
import scala.concurrent.duration.FiniteDuration

/** Something that a behavior under a [[BehaviorProbe]] has done besides computing. */
enum Effect:
  case Sent(to: ActorRef[?], message: Any)
  case Spawned(child: ActorRef[?])

  /** It has asked a child to stop. */
  case ChildStopped(child: ActorRef[?])
  case Watched(ref: ActorRef[?])
  case Unwatched(ref: ActorRef[?])

  /** @param repeats
    *   whether it comes again and again
    */
  case TimerStarted(key: Any, message: Any, delay: FiniteDuration, repeats: Boolean)
  case TimerCancelled(key: Any)

  /** It has returned another behavior for the next message. */
  case BehaviorChanged

  /** Its handler has thrown. */
  case Failed(cause: Throwable, directive: Directive)

  /** The actor has ended. */
  case Stopped
