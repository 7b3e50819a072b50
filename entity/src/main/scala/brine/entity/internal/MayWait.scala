package brine.entity.internal

import brine.actor.ActorThread
import brine.journal.StoreThread

/** Which threads must not wait for a log: a worker of an actor system, which others need, and a thread of a store,
  * where the wait would never end.
  */
private[entity] object MayWait:
  /** Refuses to wait on such a thread.
    *
    * @param async
    *   the method to call there instead, for the message
    * @param what
    *   the call that would wait, for the message; its text is made only if it is needed
    * @throws IllegalStateException
    *   on such a thread
    */
  def require(async: String)(what: => String): Unit = Thread.currentThread match
    case _: ActorThread =>
      throw IllegalStateException(
        s"$what waits, and this is a worker of an actor system: use $async, or an actor on Dispatcher.Blocking"
      )
    case _: StoreThread => StoreThread.requireOther(what)
    case _              => ()
