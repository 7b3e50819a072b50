package brine.actor.internal.monitor

import java.util.ArrayDeque
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.ReentrantLock

/** Runs reports for the monitor, which must not wait for code of users: listeners and log handlers.
  *
  * Its thread starts with the first report and ends after a second without one. If reports come faster than they are
  * handled, at most [[Reporter.Most]] wait, and the others are dropped and counted. A platform thread, because a log
  * handler that blocks in a monitor of Java would hold a carrier of virtual threads before JDK 24.
  *
  * Thread-safe.
  *
  * @param onDropped
  *   receives the number of reports that were dropped, once there is room again
  */
private[internal] final class Reporter(name: String, onDropped: Long => Unit) extends Runnable:
  private val lock = ReentrantLock()
  private val more = lock.newCondition()

  // All fields below are guarded by the lock.
  private var waiting: ArrayDeque[Runnable] = null // created with the first report
  private var thread: Thread                = null // null if none runs
  private var dropped                       = 0L
  private var ending                        = false

  /** Has `task` run soon, unless too many wait. Never throws and never waits for code of users. */
  def report(task: Runnable): Unit =
    try
      lock.lock()
      try
        if waiting == null then waiting = ArrayDeque()
        if waiting.size >= Reporter.Most then dropped += 1
        else waiting.addLast(task)
        if thread == null then begin() else more.signal()
      finally lock.unlock()
    catch case _: Throwable => () // no memory, or no thread: the next report tries again

  /** Ends the thread once it has nothing to do. */
  def end(): Unit =
    lock.lock()
    try
      ending = true
      more.signal()
    finally lock.unlock()

  private def begin(): Unit =
    val made = Thread(null, this, name, 0L, false)
    made.setDaemon(true)
    made.start()
    thread = made

  def run(): Unit =
    var task = next()
    while task != null do
      guarded(task)
      task = next()

  private def guarded(task: Runnable): Unit =
    try task.run()
    catch case _: Throwable => ()
    val _ = Thread.interrupted() // an interrupt of one report must not reach the next

  /** The next report; null if this thread must end. */
  private def next(): Runnable =
    lock.lock()
    try
      var left = TimeUnit.SECONDS.toNanos(1)
      while waiting.isEmpty && dropped == 0 && !ending && left > 0 do
        try left = more.awaitNanos(left)
        catch case _: InterruptedException => ()
      val task = waiting.pollFirst()
      if task != null then task
      else if dropped > 0 then
        val count = dropped
        dropped = 0
        () => onDropped(count)
      else
        thread = null
        null
    finally lock.unlock()

private[internal] object Reporter:
  /** How many reports may wait. */
  final val Most = 1000
