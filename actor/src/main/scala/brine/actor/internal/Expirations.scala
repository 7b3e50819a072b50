package brine.actor.internal

import java.util.concurrent.atomic.{AtomicInteger, AtomicReference}
import java.util.concurrent.locks.LockSupport

/** A timer that fails a future. Callbacks of users may hang on that future, so a real system does not let it expire on
  * the monitor.
  */
private[brine] abstract class Expiry extends TimerEntry:
  private[internal] var following: Expiry = null // in a list

  private[internal] def system: SystemInternals
  private[brine] final def fire(): Unit = system.expired(this)

  /** Fails the future, and so runs callbacks of users, which may block. */
  private[brine] def expire(): Unit

  /** Fails the future with `failure`, because [[expire]] has failed with it, for example for lack of memory. */
  private[internal] def abort(failure: Throwable): Unit

/** Lets futures expire, each on a virtual thread of its own: callbacks that block delay nobody else. To hand one
  * over costs the monitor one exchange and no memory.
  *
  * Thread-safe.
  */
private[internal] final class Expirations:
  private val newest = AtomicReference[Expiry](null)
  private val open   = AtomicInteger(0) // handed over, and not done

  def add(expiry: Expiry): Unit =
    open.incrementAndGet(): Unit
    var head = newest.get
    expiry.following = head
    while !newest.compareAndSet(head, expiry) do
      head = newest.get
      expiry.following = head

  /** Whether there are some that no thread has taken. */
  def isWaiting: Boolean = newest.get != null

  /** Has all expire that were added. Without memory for a thread they stay, for the next call. */
  def flush(): Unit =
    if isWaiting then
      try Thread.ofVirtual().start(() => expireAll()): Unit
      catch case _: Throwable => ()

  /** Waits until all are done, at most for `nanos`. */
  def await(nanos: Long): Unit =
    val until = System.nanoTime() + nanos
    while open.get > 0 && System.nanoTime() - until < 0 do LockSupport.parkNanos(1000000L)

  private def expireAll(): Unit =
    var expiry = oldestFirst(newest.getAndSet(null))
    while expiry != null do
      val next = expiry.following
      expiry.following = null
      expireAlone(expiry)
      expiry = next

  private def expireAlone(expiry: Expiry): Unit =
    try Thread.ofVirtual().start(() => expire(expiry)): Unit
    catch case _: Throwable => expire(expiry) // no memory for a thread: better late than never

  private def expire(expiry: Expiry): Unit =
    try expiry.expire()
    catch case failure: Throwable => abort(expiry, failure)
    finally open.decrementAndGet(): Unit

  private def abort(expiry: Expiry, failure: Throwable): Unit =
    try expiry.abort(failure)
    catch case _: Throwable => expiry.system.callbackFailed(failure)

  private def oldestFirst(newest: Expiry): Expiry =
    var left             = newest
    var reversed: Expiry = null
    while left != null do
      val next = left.following
      left.following = reversed
      reversed = left
      left = next
    reversed
