package brine.jdbc.internal.reading

import brine.jdbc.internal.flight.NewsEvent
import brine.jdbc.internal.sql.Session
import brine.journal.StoreThread
import brine.journal.support.StackProbe
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.ReentrantLock

/** How far the log is known to go. While somebody waits for events, it looks at the database, on a thread of its own:
  * when a signal comes, if it can listen for such, and now and then. Thread-safe.
  *
  * @param everyNanos
  *   time between two looks
  * @param look
  *   asks the database for the number of the last event
  * @param lookOn
  *   asks for it on a connection
  */
private[jdbc] final class Watermark(
    name: String,
    everyNanos: Long,
    look: () => Long,
    lookOn: Session => Long,
    listening: Option[Listening]
):
  private val lock     = ReentrantLock()
  private val advanced = lock.newCondition()
  private val wanted   = lock.newCondition()
  private val poller   = StoreThread(() => StoreThread.working(run()), s"brine-jdbc-poll-$name")

  // Guarded by the lock
  private var waiting  = 0
  private var leftAt   = 0L // when the last one has waited
  private var failures = 0L

  // Of the thread: when to look again.
  private var pollAt = 0L

  @volatile private var last     = 0L
  @volatile private var hasEnded = false

  /** Number of the last event that is known to be committed. Never decreases. */
  def value: Long = last

  /** Whether no more events will come. */
  def isEnded: Boolean = hasEnded

  def start(): Unit = poller.start()

  private inline def locked[A](inline body: A): A =
    lock.lock()
    try body
    finally lock.unlock()

  /** Says that all events up to this number are committed. */
  def raise(to: Long): Unit = if to > last then
    StackProbe.require()
    locked:
      if to > last && !hasEnded then
        last = to
        advanced.signalAll()

  /** Waits for an event after this number. Returns whether there is one, or looking for it has failed. */
  def await(seq: Long, nanos: Long): Boolean =
    StackProbe.require()
    lock.lockInterruptibly()
    try
      val until    = System.nanoTime + nanos
      var left     = nanos
      val failedBy = failures
      waiting += 1
      wanted.signal()
      try
        while last <= seq && !hasEnded && failures == failedBy && left > 0 do
          advanced.await(left, TimeUnit.NANOSECONDS): Unit
          left = until - System.nanoTime
      finally
        waiting -= 1
        leftAt = System.nanoTime
      last > seq || failures != failedBy
    finally lock.unlock()

  /** Ends all waits. What was known stays. */
  def end(): Unit =
    locked:
      hasEnded = true
      advanced.signalAll()
      wanted.signalAll()

  private def run(): Unit = while !hasEnded do
    // Without this thread, whoever waits would wait forever: it survives also a lack of memory.
    try
      while awaitTurn() do
        val hasListened = listening.exists(_.run(() => isWanted)(session => find(lookOn(session), listens = true)))
        if !hasListened && pollAt - System.nanoTime <= 0 then poll()
    catch case _: Throwable => pollAt = System.nanoTime + everyNanos

  private def poll(): Unit =
    try find(look(), listens = false): Unit
    catch
      // Whoever waits reads, and gets the reason.
      case _: Throwable =>
        locked:
          failures += 1
          advanced.signalAll()
    pollAt = System.nanoTime + everyNanos

  // Returns whether there is something new.
  private def find(found: => Long, listens: Boolean): Boolean =
    val before = last
    val now    = found
    raise(now)
    if now > before then news(now, now - before, listens)
    now > before

  private def news(found: Long, events: Long, listens: Boolean): Unit =
    val event = NewsEvent()
    if event.shouldCommit then
      event.log = name
      event.events = events
      event.last = found
      event.listens = listens
      event.commit()

  // Whether somebody waits for events, or did lately: who handles one comes back.
  private def isWanted: Boolean =
    locked(!hasEnded && (waiting > 0 || System.nanoTime - leftAt < Watermark.KeepNanos))

  // Waits until somebody waits for events, and it is time to listen, or to look again. Returns whether to do so.
  private def awaitTurn(): Boolean = locked:
    if waiting == 0 then
      while waiting == 0 && !hasEnded do wanted.awaitUninterruptibly()
      pollAt = System.nanoTime + everyNanos
    var left = turnNanos
    while left > 0 && !hasEnded do
      wanted.await(left, TimeUnit.NANOSECONDS): Unit
      left = turnNanos
    !hasEnded

  private def turnNanos: Long =
    val left = math.max(pollAt - System.nanoTime, 0)
    listening.fold(left)(_.waitNanos(left))

private[jdbc] object Watermark:
  private final val KeepNanos = 1_000_000_000L
