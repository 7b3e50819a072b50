package brine.jdbc.internal.reading

import brine.jdbc.internal.flight.NewsEvent
import brine.journal.StoreThread
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.ReentrantLock

/** How far the log is known to go. Looks at the database now and then while somebody waits for events, on a thread of
  * its own. Thread-safe.
  *
  * @param everyNanos
  *   time between two looks
  * @param look
  *   asks the database for the number of the last event
  */
private[jdbc] final class Watermark(name: String, everyNanos: Long, look: () => Long):
  private val lock     = ReentrantLock()
  private val advanced = lock.newCondition()
  private val wanted   = lock.newCondition()
  private val poller   = StoreThread(() => StoreThread.working(run()), s"brine-jdbc-poll-$name")

  // Guarded by the lock
  private var waiting  = 0
  private var failures = 0L

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
    locked:
      if to > last && !hasEnded then
        last = to
        advanced.signalAll()

  /** Waits for an event after this number. Returns whether there is one, or looking for it has failed. */
  def await(seq: Long, nanos: Long): Boolean =
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
      finally waiting -= 1
      last > seq || failures != failedBy
    finally lock.unlock()

  /** Ends all waits. What was known stays. */
  def end(): Unit =
    locked:
      hasEnded = true
      advanced.signalAll()
      wanted.signalAll()

  private def run(): Unit =
    while awaitTurn() do
      try
        val before = last
        val found  = look()
        raise(found)
        if found > before then news(found, found - before)
      catch
        // Whoever waits reads, and gets the reason.
        case _: Throwable =>
          locked:
            failures += 1
            advanced.signalAll()

  private def news(found: Long, events: Long): Unit =
    val event = NewsEvent()
    if event.shouldCommit then
      event.log = name
      event.events = events
      event.last = found
      event.commit()

  // Waits until somebody waits for events and the last look was long enough ago. Returns whether to look.
  private def awaitTurn(): Boolean = locked:
    while waiting == 0 && !hasEnded do wanted.awaitUninterruptibly()
    val until = System.nanoTime + everyNanos
    var left  = everyNanos
    while left > 0 && !hasEnded do
      wanted.await(left, TimeUnit.NANOSECONDS): Unit
      left = until - System.nanoTime
    !hasEnded
