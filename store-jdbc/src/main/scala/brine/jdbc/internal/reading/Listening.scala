package brine.jdbc.internal.reading

import brine.jdbc.internal.sql.{Database, Session, Signals}
import java.util.concurrent.TimeUnit

/** Listens for signals of writers, in place of polling. For the thread that polls.
  *
  * A signal may get lost, and not everybody sends one, such as programs of earlier releases. So it looks at the
  * database now and then all the same. If a look finds events, and no signal comes for them, it looks as often as
  * polling does for a while.
  *
  * @param everyNanos
  *   time between two looks without signals
  */
private[jdbc] final class Listening(database: Database, signals: Signals, everyNanos: Long):
  import Listening.*

  private var isPossible = true
  private var notBefore  = System.nanoTime
  private var pause      = FirstPauseNanos

  /** When to listen again, at most this late. */
  def waitNanos(most: Long): Long =
    if isPossible then math.min(most, math.max(notBefore - System.nanoTime, 0)) else most

  /** If it is time, listens on a connection of the log for as long as that is wanted, and the connection holds.
    * Looks at the database at first and for each signal. Whoever waits needs not know of failures here.
    *
    * @param look
    *   looks at the database; returns whether there was something new
    * @return
    *   whether it was time
    */
  def run(isWanted: () => Boolean)(look: Session => Boolean): Boolean =
    val isTime = isPossible && notBefore - System.nanoTime <= 0
    if isTime then
      try
        database.attemptOnce: session =>
          signals.listen(session) match
            case None           => isPossible = false
            case Some(listener) =>
              try
                look(session): Unit
                // It works, so the next failure is another one.
                pause = FirstPauseNanos
                hear(session, listener, isWanted, look)
              // Also after a failure: a pool would keep the connection, which listens, and holds a lock.
              finally listener.end()
      catch
        case _: Throwable =>
          notBefore = System.nanoTime + pause
          pause = math.min(pause * 2, LongestPauseNanos)
    isTime

  private def hear(
      session: Session,
      listener: Signals.Listener,
      isWanted: () => Boolean,
      look: Session => Boolean
  ): Unit =
    var lookedAt               = System.nanoTime
    var found: Option[Long]    = None // when a look has found events for which no signal has come
    var doubtful: Option[Long] = None // until when signals are not relied on
    while isWanted() do
      val now = System.nanoTime
      if found.exists(now - _ > LateNanos) then
        found = None
        doubtful = Some(now + DoubtNanos)
      if doubtful.exists(_ - now <= 0) then doubtful = None
      val every = if doubtful.isDefined then everyNanos else math.max(everyNanos, RareNanos)
      val left  = every - (now - lookedAt)
      if left > 0 && listener.await(TimeUnit.NANOSECONDS.toMillis(math.min(left, SliceNanos)).toInt) then
        found = None
        look(session): Unit
        lookedAt = System.nanoTime
      else if every - (System.nanoTime - lookedAt) <= 0 then
        if look(session) then found = found.orElse(Some(now))
        lookedAt = System.nanoTime

private[jdbc] object Listening:
  private val FirstPauseNanos   = TimeUnit.MILLISECONDS.toNanos(100)
  private val LongestPauseNanos = TimeUnit.SECONDS.toNanos(30)

  // Closing waits as long at most.
  private val SliceNanos = TimeUnit.MILLISECONDS.toNanos(50)
  private val RareNanos  = TimeUnit.SECONDS.toNanos(1)
  private val LateNanos  = TimeUnit.SECONDS.toNanos(1)
  private val DoubtNanos = TimeUnit.MINUTES.toNanos(1)
