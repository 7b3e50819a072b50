package brine.entity.projection.internal

import brine.actor.ActorThread
import brine.journal.StoreThread

/** Refuses to wait on threads that others need. */
private[projection] object Waiting:
  /** @throws IllegalStateException
    *   on a worker of an actor system and on a thread of a store
    */
  def require(what: => String): Unit = Thread.currentThread match
    case _: ActorThread =>
      throw IllegalStateException(
        s"$what waits, and this is a worker of an actor system: use an actor on Dispatcher.Blocking"
      )
    case _: StoreThread => StoreThread.requireOther(what)
    case _              => ()
