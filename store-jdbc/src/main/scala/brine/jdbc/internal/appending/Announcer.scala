package brine.jdbc.internal.appending

import brine.jdbc.internal.sql.{Session, Signals}
import java.util.concurrent.TimeUnit

/** Tells other processes of new events, after the commit and after its callers were told: at most once in some time,
  * since it takes a round trip and a lock of the whole server. If nobody listens, it asks more rarely. For the writer's
  * thread.
  */
private[jdbc] final class Announcer(signals: Option[Signals]):
  import Announcer.*

  private var hasNews   = false
  private var notBefore = System.nanoTime

  /** There are, or may be, new events. */
  def note(): Unit = hasNews = signals.isDefined

  /** Whether there is something to tell, now or later. */
  def isDue: Boolean = hasNews

  /** How long the writer may wait for appends, if it would wait this long otherwise. */
  def waitNanos(most: Long): Long =
    if hasNews then math.min(most, math.max(notBefore - System.nanoTime, 0)) else most

  /** Tells others, if it is time.
    *
    * @param session
    *   a connection without a transaction. If there is none, they find out by themselves: none is opened for this
    */
  def announce(session: Option[Session]): Unit =
    if hasNews && notBefore - System.nanoTime <= 0 then
      hasNews = false
      notBefore = System.nanoTime + FailedNanos
      for
        own     <- session
        signals <- signals
      do
        if !own.connection.getAutoCommit then own.connection.setAutoCommit(true)
        val isHeard = signals.send(own)
        notBefore = System.nanoTime + (if isHeard then HeardNanos else UnheardNanos)

private[jdbc] object Announcer:
  private val HeardNanos   = TimeUnit.MILLISECONDS.toNanos(10)
  private val UnheardNanos = TimeUnit.MILLISECONDS.toNanos(100)
  private val FailedNanos  = TimeUnit.SECONDS.toNanos(10)
