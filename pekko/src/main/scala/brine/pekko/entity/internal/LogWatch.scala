package brine.pekko.entity.internal

import brine.journal.EventLogReader
import org.apache.pekko.actor.CoordinatedShutdown
import org.apache.pekko.actor.typed.ActorSystem
import scala.concurrent.duration.{FiniteDuration, NANOSECONDS}
import scala.util.control.NonFatal

/** Notices that the log of a node has ended, while the node runs: it was closed, fenced, restored, or changed by a
  * later release.
  */
private[pekko] object LogWatch:
  private val Every = FiniteDuration(1_000_000_000, NANOSECONDS)

  /** Calls something once, on another thread, about a second after the log has ended. Never, if the actor system ends
    * before.
    */
  def start(system: ActorSystem[?], log: EventLogReader)(ended: () => Unit): Unit =
    def look(): Unit =
      if CoordinatedShutdown(system).shutdownReason().isEmpty then if hasEnded(log) then ended() else later()
    def later(): Unit =
      try system.scheduler.scheduleOnce(Every, () => look())(using system.executionContext): Unit
      catch case _: IllegalStateException => () // the system has ended
    later()

  private def hasEnded(log: EventLogReader) =
    try log.source.isClosed
    catch case NonFatal(_) => false
